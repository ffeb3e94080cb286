"""A small made-up module, `Mini`: two boards side by side with zones and grids of each kind, a hand, decks, and its game."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.vassal import writer
from tests.vassal.second_reader import SecondReader
from tests.vassal.writer import element

BOARD = "VASSAL.build.module.map.boardPicker"
GRID = f"{BOARD}.board"

MARK = "mark;Nation,Type"
MASK = "obs;72,130;back.png;Mask;?;Secret division;sides:Red;Peek"
HIDE = "hide;73,130;Hide;0,0,0"
STEPS = "emb2;Flip;2;F;;2;;;2;;;;1;false;0;0;full.png,half.png;Full,Half;true;Steps;;;false;;1;1;true;;;;;1.0"
VALUE = "PROP;Supply;true,0,9,false;"
ALONE = "immob;n;V;R;"


def build_file() -> str:
    """The build file: map `World` of boards West (regions, an irregular zone, hexes, squares) and East (hexes), and more."""
    regions = element(
        f"{GRID}.RegionGrid",
        *(
            element(f"{GRID}.Region", name=name, originx=str(x), originy=str(y))
            for name, x, y in (("Aland", 50, 50), ("Berg", 150, 50), ("North Sea", 60, 150))
        ),
        snapto="true",
    )
    hexes = element(
        f"{GRID}.HexGrid",
        element(
            f"{GRID}.mapgrid.HexGridNumbering",
            first="H",
            sep=".",
            hType="N",
            vType="N",
            hLeading="1",
            vLeading="1",
            hOff="1",
            vOff="1",
            stagger="false",
        ),
        dx="40.0",
        dy="46.0",
        x0="0",
        y0="23",
    )
    squares = element(
        f"{GRID}.SquareGrid",
        element(
            f"{GRID}.mapgrid.SquareGridNumbering", first="V", sep="", hType="N", vType="A", hLeading="0", vLeading="0", hOff="1", vOff="0"
        ),
        dx="50.0",
        dy="50.0",
        x0="25",
        y0="25",
    )
    zones = (
        element(f"{GRID}.mapgrid.Zone", regions, name="Front", path="0,0;200,0;200,200;100,120;0,200", locationFormat="$gridLocation$"),
        element(f"{GRID}.mapgrid.Zone", squares, name="Box", path="200,0;400,0;400,200;200,200", locationFormat="$name$ $gridLocation$"),
        element(f"{GRID}.mapgrid.Zone", name="Reserve", path="0,200;200,200;200,300;0,300", locationFormat="$name$"),
        element(
            f"{GRID}.mapgrid.Zone",
            name="Hexes",
            path="200,200;400,200;400,300;200,300",
            useParentGrid="true",
            locationFormat="hex $gridLocation$",
        ),
    )
    world = element(
        "VASSAL.build.module.Map",
        element(
            "VASSAL.build.module.map.BoardPicker",
            element(f"{BOARD}.Board", element(f"{GRID}.ZonedGrid", *zones, hexes), name="West", width="400", height="300"),
            element(f"{BOARD}.Board", hexes, name="East", width="400", height="300"),
        ),
        element("VASSAL.build.module.map.DrawPile", name="Draw", x="700", y="250", owningBoard="East"),
        mapName="World",
        edgeWidth="10",
        edgeHeight="20",
    )
    plain = element(f"{BOARD}.Board", name="Sheet", width="200", height="200")
    hand = element(
        "VASSAL.build.module.PlayerHand",
        element("VASSAL.build.module.map.BoardPicker", plain),
        mapName="Red's cards",
        side="Red",
    )
    pool = element("VASSAL.build.module.Map", element("VASSAL.build.module.map.BoardPicker", plain), mapName="Pool")
    pieces = element(
        "VASSAL.build.module.PieceWindow",
        element(
            "VASSAL.build.widget.TabWidget",
            element("VASSAL.build.widget.PieceSlot", _slot("prototype;Red unit", "Tank"), entryName="Tank", gpid="1"),
            element("VASSAL.build.widget.PieceSlot", _slot("prototype;Red unit", "Infantry"), entryName="Infantry", gpid="2"),
            element("VASSAL.build.widget.CardSlot", _slot("mark;Kind", "Storm"), entryName="Storm", gpid="3"),
            entryName="Red",
        ),
    )
    prototype = "+/null/" + writer.nested([MARK, STEPS, "piece;;;;"]) + "/" + writer.nested(["red,land", "1", "null;0;0;;0"])
    return element(
        "VASSAL.build.GameModule",
        element("VASSAL.build.module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>"),
        element(
            "VASSAL.build.module.PrototypesContainer",
            element("VASSAL.build.module.PrototypeDefinition", _escaped(prototype), name="Red unit"),
        ),
        element(
            "VASSAL.build.module.turn.TurnTracker",
            element(
                "VASSAL.build.module.turn.CounterTurnLevel",
                element("VASSAL.build.module.turn.ListTurnLevel", list="Red,Blue", property="Side"),
                property="Turn",
            ),
            name="Turn",
        ),
        element(
            "VASSAL.build.module.DiceButton", name="2d6", nDice="2", nSides="6", reportFormat="** $name$ = $result$ *** <$PlayerName$>"
        ),
        world,
        hand,
        pool,
        pieces,
        name="Mini",
        version="1.0",
    )


def _slot(trait: str, name: str) -> str:
    return _escaped("+/null/" + writer.nested([trait, f"piece;;;{name}.png;{name}"]) + "/" + writer.nested(["", "null;0;0;;0"]))


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\t", "&#9;")


def traits(nation: str, kind: str, mask: str = "null", hide: str = "null", steps: str = "1", supply: str = "3") -> list[tuple[str, str]]:
    """The traits of a unit of Mini, with their states."""
    return [
        (HIDE, hide),
        (MASK, f"{mask};" if mask != "null" else "null"),
        (STEPS, steps),
        (VALUE, supply),
        (MARK, f"{nation},{kind}"),
    ]


@dataclass
class MiniGame:
    """A game of Mini as it is written down: the opening, then steps; `now` is the position, computed from both."""

    opening: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)

    @classmethod
    def begun(cls) -> MiniGame:
        """Two seats, two boards, two tanks in a stack, an infantry alone, a deck of three cards, a turn tracker."""
        return cls(
            [
                writer.add("1", traits("red", "land"), "Tank", "World", 60, 70),
                writer.add("2", traits("red", "land"), "Tank", "World", 60, 70),
                writer.stack("101", "World", 60, 70, "1", "2"),
                writer.add("3", traits("blue", "land"), "Infantry", "World", 160, 70),
                *(writer.add(str(10 + n), [("mark;Kind", "card")], f"Card {n}", "World", 700, 250) for n in range(3)),
                writer.deck("201", "Draw", "World", 700, 250, True, "10", "11", "12"),
                "PLAYER\tann\tAnn\tRed",
                "PLAYER\tbob\tBob\tBlue",
                "WorldBoardPicker\tWest\t0\t0\tEast\t1\t0",
                "GlobalProperty\t;Turn;1;Module",
                "TURNTurnTracker0\t0|1;0;false;-1;0\\;0\\;0\\;true,true",
            ]
        )

    def do(self, *commands: str) -> MiniGame:
        """Add a step."""
        self.steps.append(writer.step(*commands))
        return self

    @property
    def text(self) -> str:
        return writer.game(self.opening, self.steps)

    def content(self, **how: object) -> bytes:
        """The log's file."""
        return writer.container(self.text, **how)  # type: ignore[arg-type]

    def now(self) -> SecondReader:
        """What stands where now."""
        second = SecondReader(self.text)
        for _ in second.play():
            pass
        return second


_HERE, _THERE = ("World", 60, 70), ("World", 160, 70)


def whole() -> MiniGame:
    """A game with a bit of everything."""
    old, new = (writer.state(traits("red", "land", steps=steps), *_HERE) for steps in "12")
    game = MiniGame.begun().do("CHAT<Ann> - go").do(writer.move("1", _THERE, "3", _HERE, "ann"), "CHAT* Tank moves Aland -> Berg *")
    game.do(writer.change("2", new, old)).do("UNDO\ttrue", writer.change("2", old, new), "UNDO\tfalse")
    game.do("CHAT** 2d6 = 4,2 ***", "MutableProperty\t2d6_result\t\t4,2\tModule", "SHOW_RESULTS\tDie\t0\t5")
    game.do(writer.move("12", ("Red's cards", 5, 5), "null", ("World", 700, 250), "ann")).do(
        "TURNTurnTracker0\t0|2;0;false;-1;0\\;0\\;0\\;true"
    )
    game.do(
        writer.add("4", traits("blue", "land", mask="bob", hide="ann"), "Spy", *_THERE),
        "DECK\t201",
        "XYZZY\t1",
        "SNOTE\ta\tb\tfalse\tc",
    )
    return game
