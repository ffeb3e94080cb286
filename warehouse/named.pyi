"""Written by `python -m warehouse.dictionary.stubs`; do not edit."""

from collections.abc import Iterator

import polars as pl

from warehouse.lake import Lake

class TableOf:
    lake: Lake
    name: str
    meaning: str
    columns: dict[str, str]
    def __init__(self, lake: Lake, name: str) -> None: ...
    def frame(self, game_id: str | None = None) -> pl.DataFrame: ...
    def scan(self, game_id: str | None = None) -> pl.LazyFrame: ...
    @property
    def rows(self) -> int: ...

class MeasureOf:
    lake: Lake
    name: str
    question: str
    meaning: str
    def __init__(self, lake: Lake, name: str) -> None: ...
    def __call__(self, **params: object) -> pl.DataFrame: ...

def table_help(name: str) -> str: ...
def measure_help(name: str) -> str: ...

class Tables:
    def __init__(self, lake: Lake) -> None: ...
    def __getitem__(self, name: str) -> TableOf: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    @property
    def games(self) -> TableOf:
        """One row per game: what was played and how it ended."""
    @property
    def seats(self) -> TableOf:
        """Each power that had a turn in a game: its side, its player, its bid and the result for its side; of a game that was only observed, each power whose player rolled dice, too; other powers that never had a turn have no seat, nor have neutrals, even those that move: no game is won as a neutral. Of a game whose result alone is recorded: each player of a side, without a power."""
    @property
    def battle_luck(self) -> TableOf:
        """Each battle whose forces and dice are known: the odds before the first die, the swing expected and had, and what the dice and the players did; battles that the exact odds do not follow are fought again through the title's rules, from the state of the game; raids, and records without dice or without orders for those, have no row."""
    @property
    def record_parts(self) -> TableOf:
        """The files that a game's record was made of, where it may be in several (saves and logs of a game of VASSAL): by their digests a later ingest knows a part of what the lake has; no rows in a public copy that hides a name or leaves out chat."""
    @property
    def game_started(self) -> TableOf:
        """A game begins."""
    @property
    def game_ended(self) -> TableOf:
        """A game ends."""
    @property
    def round_started(self) -> TableOf:
        """A round begins; the column round has its number."""
    @property
    def phase_started(self) -> TableOf:
        """A power begins a phase; the columns power, phase and turn have the details."""
    @property
    def units_placed(self) -> TableOf:
        """Units come onto the board."""
    @property
    def units_moved(self) -> TableOf:
        """Units go from one area to another."""
    @property
    def units_removed(self) -> TableOf:
        """Units leave the board."""
    @property
    def units_changed(self) -> TableOf:
        """Units change type, owner, strength or condition without moving."""
    @property
    def units_purchased(self) -> TableOf:
        """Units are bought and wait to be placed."""
    @property
    def control_changed(self) -> TableOf:
        """An area changes hands."""
    @property
    def resource_changed(self) -> TableOf:
        """A power's treasury of a resource changes."""
    @property
    def battle_started(self) -> TableOf:
        """A battle begins."""
    @property
    def battle_ended(self) -> TableOf:
        """A battle ends."""
    @property
    def dice_rolled(self) -> TableOf:
        """Dice of one unit type in one step of fire."""
    @property
    def convoy_raided(self) -> TableOf:
        """Income or goods are lost at sea."""
    @property
    def facility_changed(self) -> TableOf:
        """A factory, base, port or fort is built, damaged or repaired."""
    @property
    def tech_advanced(self) -> TableOf:
        """A power gains a technology or a level of it."""
    @property
    def relation_changed(self) -> TableOf:
        """Two powers' relation changes."""
    @property
    def power_changed(self) -> TableOf:
        """A power's standing changes."""
    @property
    def victory_points_scored(self) -> TableOf:
        """A contender's points toward a victory condition change."""
    @property
    def marker_set(self) -> TableOf:
        """Any other part of the state is set or removed."""
    @property
    def defect_found(self) -> TableOf:
        """The record breaks a rule or contradicts the state."""
    @property
    def powers(self) -> TableOf:
        """Every power at the end of every turn."""
    @property
    def treasuries(self) -> TableOf:
        """Every treasury of a power at the end of every turn: the main resource, and every other resource that ever changed."""
    @property
    def forces(self) -> TableOf:
        """Every power's units on the board by class at the end of every turn; a class without units has no row."""
    @property
    def areas(self) -> TableOf:
        """Every area that can be held at the end of every turn."""
    @property
    def stacks(self) -> TableOf:
        """Every stack of units on the board at the end of every turn."""
    @property
    def races(self) -> TableOf:
        """Every contender's progress to a victory condition at the end of every turn."""
    @property
    def round_ends(self) -> TableOf:
        """Every round of every game, from 0 (the set-up) to the last: the event at which it ends."""
    @property
    def power_rounds(self) -> TableOf:
        """Every power in every round of every game, from 0 (the set-up) to the last, including rounds without events: what it had at the end of the round, and what it did in the round."""
    @property
    def side_rounds(self) -> TableOf:
        """Every side in every round of every game, from 0 (the set-up) to the last: what it had at the end of the round, and the totals for the whole board."""
    @property
    def contender_rounds(self) -> TableOf:
        """Every contender in every round of every game, from 0 (the set-up) to the last: its progress toward its victory conditions; a contender without a numeric condition has no row."""
    @property
    def openings(self) -> TableOf:
        """Every power in each of the first three rounds in which it had a turn: what it bought and what it attacked, in the order of play; turns that the record breaks off are left out."""
    @property
    def title_areas(self) -> TableOf:
        """The areas of the game's title."""
    @property
    def title_links(self) -> TableOf:
        """Which areas touch; each pair is listed once."""
    @property
    def title_units(self) -> TableOf:
        """The unit types of the game's title."""
    @property
    def title_prices(self) -> TableOf:
        """The price of a unit type for a power from a certain event on, if it differs from title_units."""
    @property
    def title_rounds(self) -> TableOf:
        """What each round that began is called, with its date where the title has a calendar."""
    @property
    def title_lines(self) -> TableOf:
        """The lines at sea that the game's title names, on which convoys or aid are raided; none where raids are on sea zones themselves."""
    @property
    def title_powers(self) -> TableOf:
        """The powers of the game's title."""

class Measures:
    def __init__(self, lake: Lake) -> None: ...
    def __getitem__(self, name: str) -> MeasureOf: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def income_and_treasury(self, *, game_id: str) -> pl.DataFrame:
        """What did each power collect, hold and produce, round by round? Income of the round, with the treasury and production at the end of the power's own turn, or at the end of the round if it had no turn. If a game stops in mid-round, powers that did not finish their turn have no values."""
    def income_by_turn(self, *, game_id: str) -> pl.DataFrame:
        """What did each power collect, in each round in which it finished its turn? Income of finished turns only: a turn is finished when another began after it or something was collected in it, so if a game stops in mid-round, powers that did not reach their income have no rows."""
    def objectives_by_round(self, *, game_id: str) -> pl.DataFrame:
        """What were national objectives and bonuses worth to each power, round by round? Payments for objectives and bonuses, minus any amounts that objectives take away."""
    def income_by_source(self, *, game_id: str) -> pl.DataFrame:
        """Where did each power's income come from, round by round? Everything a treasury received, by cause. Deductions from income (losses at sea, objectives lost) are below 0. A power that received nothing in a round has one row with an empty source."""
    def spending_by_purpose(self, *, game_id: str) -> pl.DataFrame:
        """What did each power spend its resources on, round by round? Everything a treasury paid, by cause. Refunds of purchases are below 0. A power that spent nothing in a round has one row with an empty purpose."""
    def purchases_by_round(self, *, game_id: str) -> pl.DataFrame:
        """Which units did each power buy, round by round, and for how much? Units bought, minus units refunded; a power that bought nothing in a round has one row with an empty unit."""
    def treasury_by_resource(self, *, game_id: str) -> pl.DataFrame:
        """How much of each resource did each power have at the end of each round, and how much did it collect? The power's treasury of the main resource and of every other resource that the game used."""
    def forces_by_round(self, *, game_id: str) -> pl.DataFrame:
        """How many units of each class does each power have at the end of each round, and what are they worth (TUV)? Units on the board and their cost, for every class in the title."""
    def damage_and_repair(self, *, game_id: str) -> pl.DataFrame:
        """How badly were each power's facilities damaged, round by round, and what did it repair and pay? Damage at the end of the round, and the damage done, damage repaired and money paid in the round."""
    def cost_per_kill(self, *, game_id: str) -> pl.DataFrame:
        """How much did each power lose in battle for what it destroyed? A power's losses in battle compared with what it destroyed. Destroyed units are credited to the power that the battle names on the other side; losses outside battles are credited to nobody."""
    def cost_per_kill_by_unit(self, *, game_id: str) -> pl.DataFrame:
        """Which of a power's units paid for themselves: how much of each was lost, and what did its hits destroy? Each unit type's losses in battle compared with what its hits destroyed. No record says whose hit destroyed which unit, so what a power destroyed in a battle is divided among its unit types in proportion to their hits."""
    def income_by_title(self, *, title: str | None = None) -> pl.DataFrame:
        """What does each power of a title usually collect in each round, over all games? Income of finished turns over all games: mean, middle half and median."""
    def cost_per_kill_by_title(self, *, title: str | None = None) -> pl.DataFrame:
        """How much does each power of a title usually lose in battle for what it destroys, over all games? Like cost_per_kill, over all games; losses and kills are credited to the attacker and defender that the battle names."""
    def sides_by_title(self, *, title: str | None = None) -> pl.DataFrame:
        """How strong are the sides of a title usually at the end of each round, over all games? Means over the games that finished the round."""
    def biggest_battles(self, *, game_id: str) -> pl.DataFrame:
        """Which battles destroyed the most, who won them, and was it luck? Every battle, the most destructive first; a battle with a loss of unknown price has no rank and comes last."""
    def bombing_by_round(self, *, game_id: str) -> pl.DataFrame:
        """What did bombing raids do to each power, round by round, who flew them, and what was repaired? One row per round, victim and raider; each power also has one row per round with an empty raider, for repairs and for damage outside raids. Damage paid to the bank counts as outside raids if the power was not raided that turn, so nothing is counted twice."""
    def dice_luck(self, *, game_id: str) -> pl.DataFrame:
        """How lucky was each power with its dice? Hits compared with expectation over the whole game; bombing-damage dice are not counted because they make no hits."""
    def losses_by_round(self, *, game_id: str) -> pl.DataFrame:
        """What did each power lose in units, round by round, and to what? Units that left the board or changed owner, and lost steps of blocks, by cause; a power that lost nothing in a round has one row with an empty cause."""
    def luck_by_round(self, *, game_id: str) -> pl.DataFrame:
        """How lucky was each power with its dice, round by round and so far? Hits compared with expectation, in each round and from the start of the game; bombing-damage dice are not counted because they make no hits."""
    def battle_surprise(self, *, game_id: str) -> pl.DataFrame:
        """How surprising were the dice in each battle? Where the hits of each side, and the net hits, fall in their exact distribution for the dice that were rolled (each die has its own chance to hit). Later rolls depend on earlier ones; this is not taken into account."""
    def casualties(self, *, game_id: str) -> pl.DataFrame:
        """Which units did each power lose, in which kind of battle, and to what? Units that left the board or changed owner, and lost steps of blocks, by unit type, kind of battle and cause; a power that lost nothing has no row."""
    def anti_aircraft_fire(self, *, game_id: str) -> pl.DataFrame:
        """What did anti-aircraft fire shoot down? One row per battle with anti-aircraft fire. It counts the aircraft removed between this fire and the next dice of the battle, whatever cause the record gives."""
    def bombing_raids(self, *, game_id: str) -> pl.DataFrame:
        """What did each bombing raid do, and what did it cost? One row per raid: damage compared with expectation, and both sides' losses."""
    def bombardments(self, *, game_id: str) -> pl.DataFrame:
        """What did shore bombardment achieve before landings? One row per battle and type of ship that fired before the landing."""
    def battles_by_kind(self, *, title: str | None = None) -> pl.DataFrame:
        """How do battles go, by title and kind? Over all games: how many battles of each kind there were, how often the attacker won, and their average cost."""
    def battle_luck_ledger(self, *, game_id: str) -> pl.DataFrame:
        """What was to be expected of each battle, what happened, and how much of it did the dice do and the players? Every battle with its odds before the first die. Luck and decisions add up to the swing that happened less the one expected; null where forces or dice are not known."""
    def luck_in_value(self, *, game_id: str) -> pl.DataFrame:
        """How much was the luck of each power worth, round by round and so far? What fair dice did to the expected swing of a power's battles, and what choices did; battles with low luck or edited dice are counted apart."""
    def convoy_losses(self, *, game_id: str) -> pl.DataFrame:
        """What did convoy raids cost each power, round by round, where, and who raided? One row per round, victim, area, raider and resource; a power that was not raided in a round has one row with an empty area. A loss that appears only as a change of the treasury counts if no raid on that power is recorded in that turn, so nothing is counted twice."""
    def convoy_lines(self, *, game_id: str) -> pl.DataFrame:
        """What did each nation lose on each convoy line, round by round, and how much was at stake there? One row per round, line, victim and resource, of the raids that name a place; a line that was not raided in a round has no row."""
    def convoy_raiders(self, *, game_id: str) -> pl.DataFrame:
        """What did each raider gain, round by round and area by area, and what did it lose there in that round? What each raider took in an area or on a convoy line in a round, and the units it lost there in that round, in battles or otherwise."""
    def lend_lease(self, *, game_id: str) -> pl.DataFrame:
        """How much lend-lease was sent, delivered and sunk on the way, round by round? Aid by giver and receiver, from any treasury. A raid on the line lend-lease names only the receiver: it counts for the giver if the receiver has only one, otherwise in a row with an empty giver."""
    def convoy_losses_by_title(self, *, title: str | None = None) -> pl.DataFrame:
        """What do convoy raids usually cost each power of a title, over all games? Losses of the main resource and of lend-lease to raids, over all games of a title."""
    def convoy_losses_by_line(self, *, title: str | None = None) -> pl.DataFrame:
        """On which lines do convoy raids cost most, over all games of a title? What each nation lost of the main resource on each convoy line, or in each sea area, over all games of a title; only raids whose record names a place count."""
    def victory_cities(self, *, game_id: str) -> pl.DataFrame:
        """How many victory cities does each side hold at the end of each round, and how many does it need? The victory-city race at the end of each round."""
    def race_progress(self, *, game_id: str) -> pl.DataFrame:
        """How close was each contender to each of its victory conditions after every turn, and what was missing? Every victory condition of every contender at the end of every turn; whether a contender must meet all of its conditions or only one depends on the title."""
    def race_standings(self, *, game_id: str) -> pl.DataFrame:
        """How close was each contender to winning at the end of each round? All conditions of a contender together, or the nearest one if one is enough. Conditions without a winning number are not counted, and a contender with no other condition has no row."""
    def control_by_round(self, *, game_id: str) -> pl.DataFrame:
        """Who holds each area at the end of each round? Every area that can be held, in every round."""
    def garrisons_by_round(self, *, game_id: str) -> pl.DataFrame:
        """Which units are in each area at the end of each round? One row per area, power and unit type, whatever its strength and condition; areas without units, and areas beside the map, have no row."""
    def control_intervals(self, *, game_id: str) -> pl.DataFrame:
        """Who held each area, from which turn to which? Half-open intervals: the area is held at the end of from_turn and of every turn before to_turn; an area that changes hands and back within one turn has no interval."""
    def control_shares(self, *, game_id: str) -> pl.DataFrame:
        """What share of the areas, of their value and of the victory cities does each side hold at the end of each round? Shares of all areas that can be held. They add up to less than one if nobody holds some areas. Seas count only if they have a value."""
    def changes_of_hand(self, *, game_id: str) -> pl.DataFrame:
        """Which areas changed hands, when, from whom to whom, and how? Every change of control after the set-up."""
    def captures_by_round(self, *, game_id: str) -> pl.DataFrame:
        """How many areas did each power take, liberate and lose, round by round, and what were they worth? Areas that a power gained, that it liberated for another power, and that it lost. A liberated area counts as freed by the power on turn, and as a gain in value for its owner. Seas count only if they have a value."""
    def front_line(self, *, game_id: str) -> pl.DataFrame:
        """Where did the front run at the end of each round? Every link between two land areas held by enemies. Enemies are powers of different sides, unless one of them is neutral, or the last recorded relation between them is not war."""
    def front_by_round(self, *, game_id: str) -> pl.DataFrame:
        """How long was each side's front at the end of each round, and how many of its areas were on it? Links between areas of the side and of its enemies (see front_line), and the side's areas at their ends."""
    def contested_areas(self, *, title: str | None = None) -> pl.DataFrame:
        """Which areas of a title change hands most often, over all games? Changes of control after the set-up, by area."""
    def games_list(self) -> pl.DataFrame:
        """Which games are in the lake, what was played, and how did they end? Every game in the lake, in the order of play."""
    def strength_by_round(self, *, game_id: str) -> pl.DataFrame:
        """How strong is each side at the end of each round: what are its units worth (TUV), and its areas? Cost and number of all units of a side on the board, the value of its areas, and its share of the strength of all sides."""
    def powers_by_round(self, *, game_id: str) -> pl.DataFrame:
        """How did every power stand at the end of each round: units, money, areas, points, and what it lost? Cost and number of its units, value and number of its areas, cities and points at the end of the round, with what it collected, destroyed and lost in it, and its treasury at the end of its own turn. If a game stops in mid-round, powers that did not finish their turn have no income and treasury."""
    def turning_point(self, *, game_id: str) -> pl.DataFrame:
        """When did the game turn? One row: the round in which the winner (or, if nobody won, the side that was strongest at the end) took the lead in strength for good; otherwise the round in which its share of all strength rose most. An unfinished last round is not counted."""
    def game_results(self, *, title: str | None = None) -> pl.DataFrame:
        """How did each game end, who played it, and with what bid? One row per game and side that had a turn: how it ended for the side, who played it, and its bid."""
    def game_lengths(self, *, title: str | None = None) -> pl.DataFrame:
        """How long do games last, by title, scenario and how they end? Rounds and turns played, by how the games ended; unfinished games count up to the end of the record."""
    def win_rates_by_side(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """How often does each side win, by title and scenario? Share of decided games won, with a 95% Wilson interval. Drawn and unfinished games count in games but not in the rate."""
    def win_rates_by_bid(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """How often does a side win with each bid? The same by the side's bid, for titles with bids."""
    def defects_by_rule(self, *, title: str | None = None) -> pl.DataFrame:
        """Which rules do records break, what do they leave out, and how often? Defects of the records by title, source, severity and rule. Refused records are not in the lake, so they are not counted here."""
    def reconciliation(self, *, title: str | None = None) -> pl.DataFrame:
        """Do replays end in the recorded final state? Final states of replays compared with those in the records. Refused records are not in the lake, so they are not counted here."""
    def game_quality(self, *, title: str | None = None) -> pl.DataFrame:
        """How good is the record of each game? One row per game, the worst first: its defects, whether its replay ends in the recorded final state, and how much is known about its dice."""
    def coverage(self) -> pl.DataFrame:
        """What do records contain, and what do they leave out, by source? One row per source, fidelity and item that a record may contain: how many there are, and how many contain it. Refused records are not in the lake, so they are not counted here."""
    def win_rates_by_player(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """How often does each player win? Share of decided games won, with a 95% Wilson interval. A game in which one name played several sides says nothing about skill, so it is counted separately. Each bot counts as a player, under the name in the record."""
    def win_rates_by_player_and_side(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """How often does each player win with each side? The same by title and side; games in which one name played several sides are not counted."""
    def head_to_head(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None, player: str | None = None) -> pl.DataFrame:
        """How do players do against each other? Every pair of names on different sides of a game, from each player's point of view; games in which one of them played several sides are not counted."""
    def luck_by_player(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """How lucky was each player with dice, over all games? Hits compared with expectation over all games of a player; dice without a recorded target, and bombing damage, are not counted."""
    def rated_games(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """Which games count for ratings, who played which side, and how did they end? One row for each player of a finished game that has named players on at least two sides, with nobody on several sides; `warehouse.ratings` rates them in this order."""
    def luck_in_value_by_player(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """How much was each player's luck worth, in all games of each title? What all battles of a player with known, fair dice brought, how much of it was luck, and what is left without it; by title, since their money does not add up. Games in which the player sat on several sides are not counted."""
    def openings_by_player(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """What does each player buy first? What a player bought with each power in round 1, and how those games ended."""
    def opening_turns(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """What did each power buy and attack in the first three rounds of each game, who played it, and how did the game end for it? Every turn of rounds 1 to 3 with what the power bought, bids apart, and attacked; the explorer of openings puts these together to a tree. A game that a limit of rounds stopped is unfinished, not drawn."""
    def play_by_game(self, *, title: str | None = None, since: str | None = None, until: str | None = None, people: str | None = None) -> pl.DataFrame:
        """How well was each power of each game played, as far as its record tells? A row for each power of a named player: what it risked at bad odds, what the dice brought, and what money it kept. `warehouse.craft` makes figures of players of it, with what a seat brings taken off; a single game says little."""
