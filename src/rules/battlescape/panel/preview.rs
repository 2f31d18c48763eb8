//! What the tool in hand would do to what it is aimed at: chance, its parts, damage, who else is
//! struck.
//!
//! **Invariant:** every figure is the core's forecast, rounded down for the eye.

use crate::battle::grid::Direction;
use crate::battle::unit::UnitId;
use crate::rules::battlescape::attack::{self, CERTAIN, Forecast, mode_name};
use crate::rules::battlescape::content::FireMode;
use crate::rules::battlescape::content::items::ItemKind;
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::order::{Order, Refusal};
use crate::rules::battlescape::panel::tool::Tool;
use crate::rules::battlescape::side_view::SideView;

/// What a tool would do to a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The order it amounts to, if it is complete.
    pub order: Option<Order>,
    /// Why the order cannot be given now.
    pub refusal: Option<Refusal>,
    /// The odds of a shot or throw, or why there are none.
    pub odds: Option<Result<Odds, Refusal>>,
    /// Chance that an ability gets through, percent; `Some(None)` has no mind to reach.
    pub resisted: Option<Option<u8>>,
    /// Who else is struck where it lands.
    pub struck: Vec<Struck>,
    /// Whom the ricochet of a miss may strike.
    pub ricochets: Vec<RicochetRisk>,
}

/// The odds of a shot or throw, as they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Name of the mode.
    pub mode: &'static str,
    /// Chance to hit of each round, percent.
    pub chance: u8,
    /// Rounds fired.
    pub rounds: u8,
    /// TU it costs.
    pub tu: u16,
    /// What the chance is made of: name and percent, none of them zero.
    pub parts: Vec<(String, i16)>,
    /// Sum of the parts before it is held within the limits, percent.
    pub raw: i32,
    /// Chance of a critical hit, percent, if the attack hurts.
    pub critical: Option<u8>,
    /// What a hit does, unless it does nothing.
    pub damage: Option<Damage>,
}

/// What an attack does to its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Least and most of one hit, hit points.
    pub per_hit: (u32, u32),
    /// Expected of the whole attack, thousandths of a hit point.
    pub expected_thousandths: u32,
    /// Chance that the target falls, permille.
    pub kill: u32,
    /// Chance that it is set burning, permille.
    pub burn: u32,
    /// Chance of each damage from 0 up to the most there can be, in permille; no more than the
    /// target's health, which stands for itself and more.
    pub columns: Vec<u32>,
    /// Damage from which on the target falls.
    pub falls_at: u16,
}

/// A unit near where the tool lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The unit.
    pub unit: UnitId,
    /// Rings from the middle.
    pub ring: u8,
    /// Whether it is a friend.
    pub is_friend: bool,
    /// What it usually loses to a grenade, hit points.
    pub harm: Option<u32>,
}

/// A unit beside a target that the ricochet of a miss may strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RicochetRisk {
    /// The unit.
    pub unit: UnitId,
    /// Whether it is a friend.
    pub is_friend: bool,
    /// Chance that a round does, permille.
    pub permille: u32,
}

/// Returns parts of certainty in permille, rounded down.
pub(super) fn permille(parts: u32) -> u32 {
    u32::try_from(u64::from(parts) * 1000 / u64::from(CERTAIN)).unwrap_or(1000)
}

impl Odds {
    /// Reads the odds off a forecast; damage is shown against a unit of so many hit points only.
    pub fn of(mode: &'static str, forecast: &Forecast, health: Option<u16>) -> Self {
        let Forecast { attack, .. } = forecast;
        let parts = attack.aim.modifiers();
        let damage = health
            .filter(|_| forecast.per_hit.1 > 0)
            .map(|health| Damage {
                per_hit: forecast.per_hit,
                expected_thousandths: forecast.mean_thousandths(),
                kill: permille(forecast.kill),
                burn: permille(forecast.burn),
                columns: forecast
                    .total
                    .bins()
                    .iter()
                    .copied()
                    .map(permille)
                    .collect(),
                falls_at: health,
            });
        Self {
            mode,
            chance: attack.aim.chance,
            rounds: attack.cost.rounds,
            tu: attack.cost.tu,
            parts: parts
                .map(|(name, value)| (name.to_string(), value))
                .collect(),
            raw: attack.aim.raw,
            critical: (attack.impact.dice.count > 0).then_some(attack.impact.crit_chance),
            damage,
        }
    }
}

/// Works out what a tool of a unit would do to a mark.
///
/// # Panics
/// If the mark is a unit that is not visible.
pub fn preview(
    view: SideView,
    unit: UnitId,
    tool: Tool,
    mode: Option<FireMode>,
    mark: Mark,
) -> Preview {
    let from = view.unit(unit).tile;
    let tile = match mark {
        Mark::Hex(tile) => tile,
        Mark::Unit(target) => view.unit(target).tile,
    };
    let target = match (tool, mark) {
        (_, Mark::Unit(target)) => Some(target),
        (Tool::Throw(_), Mark::Hex(tile)) => view.unit_at(tile),
        (_, Mark::Hex(_)) => None,
    };
    let health = target.map(|target| view.unit(target).health.now);
    let forecast = match (tool, mark, mode) {
        (Tool::Weapon, Mark::Unit(target), Some(mode)) => {
            Some((mode_name(mode), view.forecast(unit, from, target, mode)))
        }
        (Tool::Ground, _, Some(mode)) => {
            Some((mode_name(mode), view.forecast_at(unit, from, tile, mode)))
        }
        (Tool::Throw(slot), ..) => Some(("throw", view.forecast_throw(unit, from, slot, tile))),
        _ => None,
    };
    let odds =
        forecast.map(|(name, forecast)| forecast.map(|forecast| Odds::of(name, &forecast, health)));
    let resisted = match (tool, mark) {
        (Tool::Cast(ability), Mark::Unit(target))
            if view.rulebook().content().ability(ability).resisted =>
        {
            Some(view.ability_chance(unit, ability, target))
        }
        _ => None,
    };
    let order = tool.order(view, unit, mode, mark);
    let refusal = order.as_ref().and_then(|order| view.check(order).err());
    Preview {
        order,
        refusal,
        odds,
        resisted,
        struck: struck(view, unit, tool, mark),
        ricochets: match (tool, mark, mode) {
            (Tool::Weapon, Mark::Unit(target), Some(mode)) => ricochets(view, unit, target, mode),
            _ => Vec::new(),
        },
    }
}

/// Lists the units in sight that the ricochet of a round which misses a target may strike (§15.20).
pub fn ricochets(
    view: SideView,
    unit: UnitId,
    target: UnitId,
    mode: FireMode,
) -> Vec<RicochetRisk> {
    let (weapon, tile) = (view.weapon(unit), view.unit(target).tile);
    let chance = u32::from(view.figures().ricochet.chance);
    let forecast = view.forecast(unit, view.unit(unit).tile, target, mode);
    let (true, Ok(forecast)) = (attack::ricochets(weapon), forecast) else {
        return Vec::new();
    };
    let missed = 100 - u32::from(forecast.attack.aim.chance);
    let permille = missed * chance / 60;
    let beside = Direction::ALL.into_iter();
    let beside = beside.filter_map(|way| view.unit_at(view.grid().neighbor(tile, way)?));
    let risks = beside.map(|unit| RicochetRisk {
        unit,
        is_friend: !view.is_enemy(unit),
        permille,
    });
    risks.filter(|risk| risk.permille > 0).collect()
}

/// Lists who stands where the tool would hurt.
pub fn struck(view: SideView, unit: UnitId, tool: Tool, mark: Mark) -> Vec<Struck> {
    let radius = tool.radius(view, unit);
    let charge = match tool {
        Tool::Throw(slot) => view.item(unit, slot).and_then(|item| match &item.kind {
            ItemKind::Grenade(charge) => charge.dice.map(|_| charge),
            _ => None,
        }),
        _ => None,
    };
    let is_harmless = match tool {
        Tool::Throw(_) => charge.is_none(),
        Tool::Cast(_) => true,
        _ => false,
    };
    if radius == 0 || is_harmless {
        return Vec::new();
    }
    let tile = match mark {
        Mark::Hex(tile) => tile,
        Mark::Unit(target) => view.unit(target).tile,
    };
    (view.area(tile, radius).into_iter())
        .filter_map(|(tile, ring)| {
            let struck = view.unit_at(tile)?;
            Some(Struck {
                unit: struck,
                ring,
                is_friend: !view.is_enemy(struck),
                harm: charge.map(|charge| view.usual_harm(unit, charge, (struck, ring))),
            })
        })
        .collect()
}
