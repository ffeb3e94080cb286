// The player on a page of the dashboard; it stands below player.js in one file.
// Streamlit calls this whenever the page runs again: the player that stands stays, as long as it shows the same game.
// `data.turn` is what the address asks for, `data.told` what this player said last: where they differ the address is a new one.
export default function ({ parentElement, data, setStateValue }) {
  const onStop = (turn) => setStateValue("turn", turn);
  const onTurn = (turn) => document.dispatchEvent(new CustomEvent("turn", { detail: turn }));
  const standing = parentElement.sitrepPlayer;
  if (standing?.key === data.key) {
    standing.onStop = onStop;
    if (Number.isInteger(data.turn) && data.turn !== data.told && data.turn !== standing.asked) standing.visit(data.turn);
    standing.asked = data.turn;
    return () => standing.end();
  }
  standing?.end();
  const fresh = player(parentElement, data.game, { turn: data.turn, report: data.report, onStop, onTurn });
  Object.assign(fresh, { key: data.key, asked: data.turn, unfollow: follow(fresh, (link) => Number.parseInt(link.dataset.turn, 10)) });
  parentElement.sitrepPlayer = fresh;
  if (Number.isInteger(data.turn)) fresh.visit(data.turn, "instant");
  return () => fresh.end();
}
