# ---
# jupyter:
#   kernelspec: {name: python3, display_name: Python 3, language: python}
# ---

# %% [markdown]
# # 4. Convoy raids took at most a sixth of all income, but nearly a third of the lend-lease sank
#
# In some titles, warships raid the sea lanes: they sink income before it is collected, or aid on its way to an ally. Who
# lost how much, did it matter compared with total income, and what did raiding cost the raiders?

# %%
import altair as alt
import polars as pl
from IPython.display import Markdown

import sitrep

games = sitrep.sample_lake("articles", more=["league"])
ids = games.sql(
    "select game_id from raids union select game_id from resource_changed where cause = 'lend-lease' order by game_id"
)["game_id"].to_list()
Markdown(f"{len(ids)} of the {games.games().height} games that ship with Sitrep have convoys or lend-lease.")

# %%
told = games.games().filter(pl.col("game_id").is_in(ids))
money = told.select("game_id", money="resource_name")
told.select("game_id", "title_name", "rounds", "winner", "source")

# %% [markdown]
# ## Who lost what, where
#
# A raid is one loss at one place in one turn. The cap is the most that could be lost there, if the record gives it. Each
# title has its own currency, and we never add different currencies.

# %%
raids = games.sql("""
    select r.game_id, r.round, coalesce(v.name, r.victim) as victim, coalesce(w.name, 'not told') as raider, r.area,
           coalesce(a.name, 'the line ' || r.area) as area_name, r.loss::int as loss, r.cap::int as cap, g.resource_name as money
    from raids r
    join games g on g.game_id = r.game_id
    left join title_powers v on v.game_id = r.game_id and v.power = r.victim
    left join title_powers w on w.game_id = r.game_id and w.power = r.raider
    left join title_areas a on a.game_id = r.game_id and a.area = r.area
    order by r.game_id, r.round, victim, raider, area_name, loss
""", games=ids)  # fmt: skip
lost = (
    raids.group_by("money", "victim")
    .agg(raids=pl.len(), loss=pl.col("loss").sum())
    .sort("money", "loss", "victim", descending=[False, True, False])
)
lost

# %%
color = alt.Color("victim:N", title=None, scale=alt.Scale(scheme="tableau10"))
bars = (
    alt.Chart(raids)
    .mark_bar()
    .encode(x=alt.X("round:O", title="round"), y=alt.Y("sum(loss):Q", title="lost at sea"), color=color)
)
bars = bars.facet(row=alt.Row("money:N", title=None)).resolve_scale(y="independent")
bars = bars.properties(title="What was lost at sea in each round, by victim, all games")
bars if raids.height else Markdown("Nothing to draw.")

# %%
place = (
    raids.group_by("money", "area_name")
    .agg(raids=pl.len(), loss=pl.col("loss").sum())
    .sort("money", "loss", "raids", "area_name", descending=[False, True, True, False])
)


def of_money(name: str) -> str:
    """Return what raids sank of one money, whom it hit most and where."""
    of, victim = raids.filter(money=name), lost.filter(money=name).row(0, named=True)
    where, full = place.filter(money=name).row(0, named=True), of.filter(pl.col("cap") > 0)
    capped = f"; {full['loss'].sum() / full['cap'].sum():.0%} of what could have been lost there" if full.height else ""
    return (
        f"{of.height} raids sank {of['loss'].sum()} {name}{capped}. {victim['victim']} lost the most ({victim['loss']}), and the place "
        f"with the highest loss is {where['area_name']} ({where['loss']} in {where['raids']} raids)."
    )


moneys = raids["money"].unique().sort().to_list()
Markdown(" ".join(map(of_money, moneys)) if moneys else "No raid, so nothing to tell.")

# %% [markdown]
# ## Did it matter?
#
# This compares the loss with what the victim would have collected in the same games without raids. Sunk aid is not income
# of its victim, so it is not counted here.

# %%
income = games.sql("""
    with lost as (select game_id, victim as power, sum(loss) as loss from raids where area <> 'lend-lease' group by all)
    select g.resource_name as money, n.name as power, count(*)::int as games, sum(l.loss)::int as lost, sum(p.income)::int as collected
    from lost l join (select game_id, power, sum(income) as income from powers group by all) p using (game_id, power)
    join title_powers n using (game_id, power) join games g using (game_id) group by all order by money, power
""", games=ids).with_columns(share=pl.col("lost") / (pl.col("lost") + pl.col("collected")))  # fmt: skip
income

# %%
total = income.group_by("money").agg(pl.col("lost").sum(), pl.col("collected").sum()).sort("money")
worst = income.sort("share", "power", descending=[True, False])
assert all(lost / (lost + had) <= 1 / 6 for _, lost, had in total.iter_rows()), "the title says so"
Markdown(
    "Of what the raided powers would have collected, raids took "
    + " and ".join(f"{lost} of {lost + had} {name} ({lost / (lost + had):.1%})" for name, lost, had in total.iter_rows())
    + f". It was hardest on {worst['power'][0]}, which lost {worst['share'][0]:.0%} of it where it was raided."
    if income.height else "No income was sunk in these games."
)  # fmt: skip

# %% [markdown]
# ## What raiding cost
#
# This compares what a raider sank with what it lost in the same waters in the same round, in battles or otherwise. On a
# convoy line that is not an area, nothing can be counted.

# %%
raiders = (
    pl.concat([games.measure("convoy_raiders", game_id=game).with_columns(game_id=pl.lit(game)) for game in ids]).join(
        money, on="game_id"
    )
    if ids
    else pl.DataFrame(schema=["game_id", "money", "round", "raider_name", "area", "raids", "loss", "tuv"])
)
# units that fell in a round count once, however many stores were raided there
at_sea = raiders.group_by("game_id", "money", "round", "area", raider=pl.col("raider_name")).agg(
    pl.col("raids").sum(), pl.col("loss").sum(), pl.col("tuv").first()
)
seen = pl.col("tuv").is_not_null()
paid = at_sea.group_by("money", "raider").agg(
    raids=pl.col("raids").sum(), sunk=pl.col("loss").sum(), sunk_where_seen=pl.col("loss").filter(seen).sum(),
    lost_there=pl.col("tuv").sum(),
).sort("money", "sunk", "raider", descending=[False, True, False])  # fmt: skip
paid

# %%
known = at_sea.filter(seen).group_by("money").agg(
    pl.col("raids").sum(), pl.col("loss").sum(), pl.col("tuv").sum()
).sort("money")  # fmt: skip
blind = at_sea.filter(~seen)["raids"].sum()
Markdown(
    "In waters where the raiders' own losses can be counted, " + "; ".join(
        f"{count} raids sank {sunk} {name}, and the raiders lost units worth {fell} {name} there in the same rounds"
        for name, count, sunk, fell in known.iter_rows()
    ) + f". Of the other {blind} raids nobody can say what they cost."
    if known.height else "None of the raids was in waters where the raiders' own losses could be counted."
)  # fmt: skip

# %% [markdown]
# ## Lend-lease: what was sent, and what arrived

# %%
AID = ("sent", "delivered", "interdicted")
columns = {"money": pl.String, "round": pl.Int32, **dict.fromkeys(AID, pl.Int64)}
aid = [games.measure("lend_lease", game_id=game).with_columns(game_id=pl.lit(game)) for game in ids]
aid = pl.concat(aid).join(money, on="game_id").select(list(columns)) if aid else pl.DataFrame(schema=columns)
long = aid.group_by("money", "round").agg(pl.col(AID).sum()).sort("money", "round")
long = long.unpivot(AID, index=["money", "round"], variable_name="what")
color = alt.Color("what:N", title=None, sort=list(AID), scale=alt.Scale(range=["#8a8f98", "#2b7bba", "#d9730d"]))
lines = (
    alt.Chart(long)
    .mark_line(point=True)
    .encode(x=alt.X("round:O", title="round"), y=alt.Y("value:Q", title="lend-lease"), color=color)
)
lines = lines.facet(row=alt.Row("money:N", title=None)).resolve_scale(y="independent")
lines = lines.properties(title="Lend-lease sent, delivered and sunk, by round, all games")
lines if aid.height else Markdown("Nothing to draw.")


# %%
def fate(name: str, sent: int, came: int, sunk: int) -> str:
    """Return what became of the aid that is worth one money."""
    known = f": {sunk / (came + sunk):.0%} of all whose fate is known" if came + sunk else ""
    rest = sent - came - sunk
    left = f" The other {rest} had neither arrived nor sunk when the records end." if rest else ""
    return f"Of {sent} {name} sent, {came} came through and {sunk} sank{known}.{left}"


sums = aid.group_by("money").agg(pl.col(AID).sum()).filter(pl.any_horizontal(pl.col(AID) > 0)).sort("money")
assert all(0.28 < sunk / (came + sunk) < 0.34 for _, _, came, sunk in sums.iter_rows()), (
    "the title tells of nearly a third"
)
Markdown(
    " ".join(fate(*row) for row in sums.iter_rows())
    if sums.height
    else "No lend-lease in these games: their title has none."
)

# %%
beside = games.sql("""
    select g.resource_name as money, n.name as power, sum(l.sunk)::int as sunk, sum(p.income)::int as collected
    from (select game_id, victim as power, sum(loss) as sunk from raids where area = 'lend-lease' group by all) l
    join (select game_id, power, sum(income) as income from powers group by all) p using (game_id, power)
    join title_powers n using (game_id, power) join games g using (game_id) group by all order by money, power
""", games=ids)  # fmt: skip
hardest = beside.with_columns(share=pl.col("sunk") / pl.col("collected")).sort("share", "power", descending=True)
Markdown(
    f"It was hardest on {hardest['power'][0]}: the aid sunk on its way there is {hardest['share'][0]:.0%} "
    f"of what it collected from its own areas in these games ({hardest['sunk'][0]} beside {hardest['collected'][0]} {hardest['money'][0]})."
    if hardest.height
    else "No aid was sunk."
)

# %% [markdown]
# ## What this cannot show
#
# A convoy that was not raided leaves no trace, so the raids that escorts and patrols prevented are not here. Losses in the
# same waters are not necessarily caused by the raid. The games are few and played by bots, which raid when they happen to be
# there, without a plan; people may raid many times as much under the same rules. If a record names no raider, nobody
# is credited with the victim's loss.
