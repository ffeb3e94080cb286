// The player as a widget of a notebook (anywidget); it stands below player.js in one file. Its trait `turn` is the turn that is shown:
// the program reads and sets it, and the player says every step.
export default {
  render({ model, el }) {
    let shown;
    const onTurn = (turn) => {
      if (!shown || model.get("turn") === turn) return;
      model.set("turn", turn);
      model.save_changes();
    };
    shown = player(el, model.get("game"), { turn: model.get("turn"), report: model.get("report") ?? undefined, onTurn });
    const heard = () => {
      if (model.get("turn") === shown.turn) return;
      shown.pause();
      shown.go(model.get("turn"));
    };
    model.on("change:turn", heard);
    return () => {
      model.off("change:turn", heard);
      shown.end();
    };
  },
};
