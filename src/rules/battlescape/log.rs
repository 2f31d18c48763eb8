//! Events in words, for the log: what happened, and the dice and sums that it came from.
//!
//! **Invariant:** says what happened, itemised; decides nothing.

mod events;
mod goal;

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        unit::{Side, Title, UnitId, part},
    },
    content::terrain::TerrainId,
    playing::Setting,
    rules::battlescape::{
        attack::{Landing, Round, Wound},
        content::items::ItemId,
        event::{BurstKind, Event, Harm, Mark, Theme},
        gear::Carried,
        soldier::Rulebook,
    },
};

/// What such lines begin with as tell of dice and sums only.
const RECKONING: &str = "  ";

/// Tells events of a battle.
#[derive(Clone, Copy)]
pub struct Log<'w> {
    world: &'w World,
}

impl<'w> Log<'w> {
    /// Tells events of the battle in this world.
    pub fn new(world: &'w World) -> Self {
        Self { world }
    }

    /// Returns what came of an event, if it is worth a line, and the dice and sums it came from in an
    /// indented line of their own.
    pub fn lines(self, event: &Event) -> Vec<String> {
        let reckoning = self.reckoning(event);
        let reckoning = reckoning.map(|text| format!("{RECKONING}{text}"));
        self.line(event).into_iter().chain(reckoning).collect()
    }

    /// Returns the dice and sums an event came from, if it did.
    fn reckoning(self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Fired { attack, .. } => {
                let items: Vec<_> = (attack.aim.modifiers())
                    .map(|(name, value)| format!("{name} {value:+}"))
                    .collect();
                items.join(", ")
            }
            Event::Shot { round, .. } => round_dice(round),
            Event::Burst { landing, .. } if landing.hit.roll > 0 || landing.dice.sum > 0 => {
                landing_dice(landing)
            }
            Event::NerveTested {
                chance,
                roll,
                panic: Some(_),
                ..
            } => format!("rolled {roll} of {chance}"),
            Event::Cast {
                resisted: Some((chance, check)),
                ..
            } => format!("rolled {} of {chance}", check.roll),
            _ => return None,
        })
    }

    /// Returns what came of an event, if it is worth a line.
    fn line(self, event: &Event) -> Option<String> {
        match event.theme() {
            Theme::Move => self.moves(event),
            Theme::Attack => self.attacks(event),
            Theme::Harm => self.wounds(event),
            Theme::Mind => self.minds(event),
            Theme::Thing => self.things(event),
            Theme::Ground => self.grounds(event),
            Theme::Turn => self.turns(event),
        }
    }

    fn item(self, item: ItemId) -> &'w str {
        &self.world.resource::<Rulebook>().content().item(item).name
    }

    fn thing(self, thing: Carried) -> &'w str {
        let content = self.world.resource::<Rulebook>().content();
        thing.name_and_value(content).0
    }

    fn mark(self, mark: Mark) -> String {
        match mark {
            Mark::Unit(unit) => self.name(unit).to_owned(),
            Mark::Hex(tile) => self.place(tile),
        }
    }

    fn burst(self, kind: BurstKind, center: TileId, landing: &Landing, harms: &[Harm]) -> String {
        let what = burst_name(kind);
        let aim = match landing.scatter {
            None => String::new(),
            Some((_, hexes)) => format!(", {hexes} off"),
        };
        let place = self.place(center);
        format!("It {what} at {place}{aim}{}", self.harms(harms))
    }

    /// Says what an area attack did to each unit in it.
    fn harms(self, harms: &[Harm]) -> String {
        let tell = |harm: &Harm| format!("; {}", self.harm(harm));
        harms.iter().map(tell).collect()
    }

    /// What an area attack did to one unit: `Sectoid loses 12 HP and is poisoned`.
    fn harm(self, harm: &Harm) -> String {
        let how = if harm.blocked { " (blocked)" } else { "" };
        let lost = match harm.stun {
            Some(_) if harm.dealt == 0 => None,
            _ => Some(format!("loses {} HP{how}", harm.dealt)),
        };
        let stun = (harm.stun).map(|points| match harm.falls {
            true => format!("takes {points} stun"),
            false => format!("takes {points} stun and loses a turn"),
        });
        let poison = harm.poison.map(|_| "is poisoned".to_owned());
        let falls = harm.falls.then(|| "falls unconscious".to_owned());
        let parts: Vec<_> = [lost, stun, poison, falls].into_iter().flatten().collect();
        format!("{} {}", self.name(harm.unit), parts.join(" and "))
    }

    /// What a round that hit did: `A critical hit: Sectoid loses 12 HP`.
    fn hit(self, target: Mark, wound: &Wound) -> String {
        if let Mark::Hex(tile) = target {
            return format!("It strikes {} for {}", self.ground(tile), wound.after_mode);
        }
        let how = match () {
            () if wound.blocked => "Blocked by armor",
            () if wound.is_crit() => "A critical hit",
            () => "A hit",
        };
        format!("{how}: {} loses {} HP", self.mark(target), wound.dealt)
    }

    /// Where something unseen stopped a shot, if it did.
    fn end(self, stopped: Option<TileId>) -> String {
        stopped.map_or_else(String::new, |tile| {
            format!("; {} is in the way", self.ground(tile))
        })
    }

    /// The terrain of a hex and where it is: `wall at (3, 4)`.
    fn ground(self, tile: TileId) -> String {
        let layers = &self.world.resource::<Board>().layers;
        let terrain = world_terrain(self.world, layers.terrain(tile)).to_lowercase();
        format!("{terrain} at {}", self.place(tile))
    }

    fn each<T: Copy>(self, units: &[(UnitId, T)], tell: impl Fn(T) -> String) -> String {
        let parts: Vec<_> = (units.iter())
            .map(|&(unit, what)| format!("{} {}", self.name(unit), tell(what)))
            .collect();
        parts.join(", ")
    }

    fn side(self, side: Side) -> &'w str {
        &self.world.resource::<Setting>().mission.sides[side.index()].name
    }

    fn name(self, unit: UnitId) -> &'w str {
        &part::<Title>(self.world, unit).0
    }

    fn place(self, tile: TileId) -> String {
        let (column, row) = self.world.resource::<Board>().grid.to_offset(tile);
        format!("({column}, {row})")
    }
}

/// Returns a name inside a sentence: `an incendiary grenade`.
fn with_article(name: &str) -> String {
    let article = match name.starts_with(['A', 'E', 'I', 'O', 'U']) {
        true => "an",
        false => "a",
    };
    format!("{article} {}", name.to_lowercase())
}

/// Tells the dice and sums of a round.
fn round_dice(round: &Round) -> String {
    let roll = round.hit.roll;
    let Some(wound) = &round.wound else {
        return format!("rolled {roll}: miss");
    };
    format!(
        "rolled {roll}: hit{}, dice {} > {} > {} less armor {}{}",
        if wound.is_crit() { ", critical" } else { "" },
        wound.dice.sum,
        wound.after_mode,
        wound.after_matrix,
        wound.armor,
        if wound.blocked { " (blocked)" } else { "" },
    )
}

/// Tells the dice and sums of an area attack, those of it that were rolled.
fn landing_dice(landing: &Landing) -> String {
    let (roll, sum) = (landing.hit.roll, landing.dice.sum);
    let rolled = (roll > 0).then(|| format!("rolled {roll}"));
    let dice = (sum > 0).then(|| format!("dice {sum} > {}", landing.after_mode));
    let critical = landing.is_crit().then(|| "critical".to_owned());
    let parts: Vec<_> = [rolled, dice, critical].into_iter().flatten().collect();
    parts.join(", ")
}

fn burst_name(kind: BurstKind) -> &'static str {
    match kind {
        BurstKind::Blast => "explodes",
        BurstKind::Cloud => "bursts into a cloud",
        BurstKind::Smoke => "smokes",
        BurstKind::Fire => "bursts into flames",
        BurstKind::Flash => "flashes",
        BurstKind::Light => "lights up",
    }
}

fn world_terrain(world: &World, terrain: TerrainId) -> &str {
    &world.resource::<Rulebook>().catalog().terrain(terrain).name
}
