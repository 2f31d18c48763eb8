//! Checks what the user of a table enters.
//!
//! **Invariant:** what passes, the battle can go on with; a refusal says which number or hex is wrong.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::rules::operations::content::TargetClass;
use crate::rules::operations::event::Event;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::Refusal;
use crate::rules::operations::plan::{Answer, Plan};
use crate::rules::operations::progress::{Behind, Hits, Step, Target, TargetNo};
use crate::rules::operations::table::{Enemy, Entry, Opposition, Question, Sighted, Told};

/// Most damage, Barrage and raw points that can be entered.
pub const MOST: u16 = 999;

/// Most raw points of an assault that can be entered.
pub const MOST_RAW: u16 = 9_999;

/// Most points or trucks that barrages take of one Target: two for each of six Barrages.
pub const MOST_LOST: u16 = 12;

/// Most stacking points of a unit.
pub const MOST_STACKING: u8 = 5;

/// Most Targets that can be entered.
const MOST_TARGETS: u16 = 200;

/// Longest name of a Target.
pub const LONGEST: usize = 30;

/// Writes a hex as players name it.
fn hex(field: &Field, tile: TileId) -> String {
    let (column, row) = field.grid.to_offset(tile);
    format!("{column},{row}")
}

/// Checks that a hex is on the board.
fn on_board(field: &Field, tile: TileId) -> Result<(), Refusal> {
    match tile.index() < field.grid.len() {
        true => Ok(()),
        false => Err(Refusal::UnknownHex),
    }
}

/// Checks that a number is within bounds.
fn within(what: &str, number: u16, most: u16) -> Result<(), Refusal> {
    let what = what.to_owned();
    match number <= most {
        true => Ok(()),
        false => Err(Refusal::OutOfRange {
            what,
            least: 0,
            most,
        }),
    }
}

/// Checks an entry that answers nothing, and makes the plan that carries it out.
///
/// # Errors
/// The first thing that is wrong, in words for the player.
pub(in crate::rules::operations) fn begin(
    field: &Field,
    side: Side,
    entry: &Entry,
) -> Result<Plan, Refusal> {
    let user = field.table().map(|(_, user)| user);
    if user.is_none() {
        return Err(Refusal::NoTable);
    }
    let step = field.progress.step;
    let fits = match entry {
        Entry::Enemies(_) => matches!(
            step,
            Step::Movement
                | Step::Contacts
                | Step::Position
                | Step::Firing
                | Step::Targets
                | Step::Retreat
                | Step::Assign
                | Step::Assault
                | Step::SegmentEnd
        ),
        Entry::NoCombat => step == Step::Contacts,
        Entry::UnderFire(_) | Entry::Targets(_) => step == Step::Targets,
        Entry::Hit(..) => step == Step::Barrage,
        Entry::Pair(..) => step == Step::Assault,
        Entry::Fire { .. }
        | Entry::Opposition(_)
        | Entry::Undefended
        | Entry::Retreated(_)
        | Entry::Left(_)
        | Entry::Taken { .. } => return Err(Refusal::NotAsked),
    };
    if !fits {
        return Err(Refusal::NotNow { step });
    }
    if user != Some(side) || !field.is_due(side) {
        return Err(Refusal::NotYours);
    }
    let emit = |told| Ok(Plan::emit(Event::Table(told)));
    match entry {
        Entry::Enemies(enemies) => emit(marked(field, side, enemies)?),
        Entry::NoCombat => Ok(Plan::no_combat()),
        Entry::UnderFire(tiles) => {
            under_fire(field, side, tiles)?;
            Ok(Plan::under_fire(tiles.clone()))
        }
        Entry::Targets(sighted) => {
            let targets = targets(field, side, sighted)?;
            emit(Told::Sighted { targets })
        }
        Entry::Hit(target, hits) => emit(hit(field, side, *target, *hits)?),
        Entry::Pair(one, other) => pair(field, *one, *other),
        _ => Err(Refusal::NotAsked),
    }
}

/// Checks where the enemy is, and lists the contacts that follow from it.
fn marked(field: &Field, user: Side, enemies: &BTreeMap<TileId, Enemy>) -> Result<Told, Refusal> {
    for (&tile, enemy) in enemies {
        on_board(field, tile)?;
        let at = hex(field, tile);
        if field.stack(tile, user).next().is_some() {
            return Err(Refusal::OwnUnits { at });
        }
        if enemy.zone && !enemy.combat {
            return Err(Refusal::ZoneOfNobody { at });
        }
    }
    let mut ahead = field.clone();
    ahead.progress.to_mut().table.enemies.clone_from(enemies);
    let progress = &field.progress;
    // Assignments and assaults go by the contacts of their time.
    let contacts = match progress.step {
        Step::Position | Step::Firing | Step::Targets | Step::Retreat | Step::Assign => {
            ahead.contacts(progress.phasing)
        }
        _ => progress.contacts.clone(),
    };
    let enemies = enemies.clone();
    Ok(Told::Marked { enemies, contacts })
}

/// Checks own hexes that the enemy fires at: each has a target, and the enemy beside it.
fn under_fire(field: &Field, user: Side, tiles: &BTreeSet<TileId>) -> Result<(), Refusal> {
    for &tile in tiles {
        on_board(field, tile)?;
        let at = || hex(field, tile);
        if field.targets_in(user, &BTreeSet::from([tile])).is_empty() {
            return Err(Refusal::NoTargetsThere { at: at() });
        }
        let mut around = field.grid.neighbors(tile);
        if !around.any(|(_, near)| field.entered(Field::foe(user), near).is_some()) {
            return Err(Refusal::NoEnemyBeside { at: at() });
        }
    }
    Ok(())
}

/// Returns how an entered Target is named if its player gave it no name.
pub fn usual_name(class: TargetClass) -> &'static str {
    match class {
        TargetClass::Infantry => "Inf",
        TargetClass::Armor => "Tank",
        TargetClass::Gun => "Arty",
        TargetClass::Truck => "Truck",
    }
}

/// Checks Targets that the enemy named, and numbers those without a name.
fn targets(field: &Field, user: Side, sighted: &[Sighted]) -> Result<Vec<Target>, Refusal> {
    if sighted.len() > usize::from(MOST_TARGETS) {
        return Err(Refusal::TooManyTargets { most: MOST_TARGETS });
    }
    let side = Field::foe(user);
    let firing = &field.progress.firing[user.index()];
    let mut names: BTreeSet<(TileId, String)> = BTreeSet::new();
    let mut serials: BTreeMap<(TileId, TargetClass), u16> = BTreeMap::new();
    let mut targets = Vec::new();
    for one in sighted {
        let tile = one.tile;
        on_board(field, tile)?;
        if field.entered(side, tile).is_none() {
            return Err(Refusal::NobodyThere {
                at: hex(field, tile),
            });
        }
        let is_near = |&from: &TileId| field.grid.distance(from, tile) == 1;
        if !firing.iter().any(is_near) {
            return Err(Refusal::NotUnderFire {
                at: hex(field, tile),
            });
        }
        let name = match &one.name {
            Some(name) => {
                let name = name.trim();
                let is_long = name.chars().count() > LONGEST;
                if name.is_empty() || is_long || name.chars().any(char::is_control) {
                    return Err(Refusal::TargetName);
                }
                name.to_owned()
            }
            None => {
                let serial = serials.entry((tile, one.class)).or_default();
                *serial += 1;
                format!("Nr{serial} {}", usual_name(one.class))
            }
        };
        if !names.insert((tile, name.clone())) {
            return Err(Refusal::SameTarget { name });
        }
        targets.push(Target {
            tile,
            side,
            behind: Behind::Entered { trucks: one.trucks },
            class: one.class,
            name,
        });
    }
    Ok(targets)
}

/// Checks what the enemy's barrages did to an own Target. A loss pins, but for guns (§6).
fn hit(field: &Field, user: Side, target: TargetNo, mut hits: Hits) -> Result<Told, Refusal> {
    let found = field.progress.targets.get(target.index());
    let found = found.filter(|found| found.side == user);
    let found = found.ok_or(Refusal::NotYourTarget)?;
    within("Barrage points", hits.points, MOST)?;
    within("points lost", hits.lost, MOST_LOST)?;
    within("trucks lost", hits.trucks, MOST_LOST)?;
    let name = || found.name.clone();
    let is_unit = matches!(found.behind, Behind::Unit(_));
    let can_pin = is_unit && matches!(found.class, TargetClass::Infantry | TargetClass::Armor);
    if hits.pinned && !can_pin {
        return Err(Refusal::NeverPinned { name: name() });
    }
    let has_trucks = match found.behind {
        Behind::Unit(unit) => !field.truck_owners(unit).is_empty(),
        _ => false,
    };
    if hits.trucks > 0 && !has_trucks {
        return Err(Refusal::NoTrucksHit { name: name() });
    }
    hits.pinned |= can_pin && hits.lost > 0;
    Ok(Told::Hit { target, hits })
}

/// Checks an attack of the enemy on two own hexes at once.
fn pair(field: &Field, one: TileId, other: TileId) -> Result<Plan, Refusal> {
    let attacks = field.is_at_table(field.progress.phasing);
    let is_left = |tile: TileId| {
        let mut assaults = field.progress.assaults.iter();
        assaults.any(|assault| assault.tiles == [tile])
    };
    if !attacks || !is_left(one) || !is_left(other) {
        return Err(Refusal::NoAssault);
    }
    if field.grid.distance(one, other) != 1 || field.attackers_beside(&[one, other]).is_empty() {
        return Err(Refusal::DualApart);
    }
    Ok(Plan::assault(vec![one.min(other), one.max(other)]))
}

/// Checks an answer to what is asked of the enemy.
///
/// # Errors
/// What is wrong with it, or that something else is asked.
pub(in crate::rules::operations) fn answer(
    field: &Field,
    user: Side,
    question: &Question,
    entry: &Entry,
) -> Result<Answer, Refusal> {
    let attacks = field.progress.phasing == user;
    match (question, entry) {
        (Question::Fire { tile, .. }, Entry::Fire { damage, from }) => {
            within("damage points", *damage, MOST)?;
            if attacks && !from.is_empty() {
                return Err(Refusal::OnlyAttackers);
            }
            attackers(field, &[*tile], from)?;
        }
        (Question::Opposition { tiles }, Entry::Opposition(told)) => {
            opposition(field, attacks, tiles, told)?;
        }
        (Question::Opposition { .. }, Entry::Undefended) if attacks => {}
        (Question::Retreat { tile, hexes }, Entry::Retreated(to)) => {
            if let Some(to) = *to {
                on_board(field, to)?;
                let far = field.grid.distance(*tile, to);
                if far == 0 || far > u32::from(*hexes) {
                    return Err(Refusal::RetreatMuch { hexes: *hexes });
                }
                if field.stack(to, user).next().is_some() {
                    return Err(Refusal::OwnUnits { at: hex(field, to) });
                }
            }
        }
        (Question::Left { tiles }, Entry::Left(left)) => {
            if !left.iter().all(|tile| tiles.contains(tile)) {
                return Err(Refusal::NotOfAssault);
            }
        }
        (
            Question::Taken { raw, .. },
            Entry::Taken {
                prisoners,
                replacements,
            },
        ) => {
            // A point is worth one raw point at least.
            if u32::from(*prisoners) + u32::from(*replacements) > u32::from(*raw) {
                return Err(Refusal::TooManyTaken { most: *raw });
            }
        }
        _ => return Err(Refusal::Answer),
    }
    Ok(Answer::Entry(entry.clone()))
}

/// Checks hexes that the enemy attacks from.
fn attackers(field: &Field, tiles: &[TileId], from: &BTreeSet<TileId>) -> Result<(), Refusal> {
    let beside = field.attackers_beside(tiles);
    for &tile in from {
        on_board(field, tile)?;
        if !beside.contains(&tile) {
            return Err(Refusal::NotAttackers {
                at: hex(field, tile),
            });
        }
    }
    Ok(())
}

/// Checks what the enemy brings to an assault.
fn opposition(
    field: &Field,
    attacks: bool,
    tiles: &[TileId],
    told: &Opposition,
) -> Result<(), Refusal> {
    let figures = &field.content.figures;
    within("raw points", told.raw, MOST_RAW)?;
    within(
        "stacking points",
        told.stacking.into(),
        MOST_STACKING.into(),
    )?;
    let setting = field.assault_on(tiles);
    let own = match attacks {
        true => setting.attack.raw,
        false => setting.defense.raw,
    };
    // Below one actual point on both sides, raw points serve as actual ones (§1).
    let small = u16::from(figures.raw_points);
    let raw = told.raw;
    let most = match own < small && raw < small {
        true => raw,
        false => field.actual(raw),
    };
    if told.actual > most {
        return Err(Refusal::Actual { raw, most });
    }
    let (least, most) = (
        -figures.morale.most,
        figures.morale.most + figures.morale.leader,
    );
    if !(least..=most).contains(&told.morale) {
        return Err(Refusal::OutOfRange {
            what: "adjusted morale".to_owned(),
            least,
            most: most.unsigned_abs(),
        });
    }
    if attacks {
        if told.probe || !told.from.is_empty() {
            return Err(Refusal::OnlyAttackers);
        }
        return Ok(());
    }
    if told.pinned {
        return Err(Refusal::OnlyDefenders);
    }
    if told.raw == 0 {
        return Err(Refusal::NoRaw);
    }
    if told.from.is_empty() {
        return Err(Refusal::NoAttackers);
    }
    attackers(field, tiles, &told.from)
}
