//! Duels of caskets on a board that is the same from both sides, for tests that compare players.

use bevy::prelude::World;
use hexscape::battle::order::{Pending, submit};
use hexscape::battle::phase::{Outcome, Reason, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Side, UnitId};
use hexscape::content::Catalog;
use hexscape::mission::{self, Mission, Terms};
use hexscape::playing::Game;
use hexscape::rules::casket::Casket;
use hexscape::rules::casket::content::Kind;
use hexscape::rules::casket::duel::Duel;
use hexscape::rules::casket::order::Order;
use hexscape::rules::casket::planner::{self, Bounds};

/// The decks that everybody has.
pub const DECKS: [&str; 5] = ["scout", "heavy", "support", "assault", "strayed"];

/// Orders of a turn after which a rival passes.
const PATIENCE: u32 = 30;

/// One against one on a board with some cover, the same from both sides.
pub fn mission(catalog: &Catalog, decks: [&str; 2]) -> Mission {
    let text = format!(
        r#"Mission(name: "Duel", rules: Casket(),
            board: Drawn(layout: PointyOddRows,
                legend: {{'.': "grass", 's': "sand", 'l': "low_wall", 'r': "rubble", 't': "tree"}},
                rows: [
                    ". . . . . . . . . . .",
                    " . . t . . . . . . . .",
                    ". . . . . l . . r . .",
                    " . . . . . s . . . . .",
                    ". . . . . s . . . . .",
                    " . . . . . s . . . . .",
                    ". . r . . l . . . . .",
                    " . . . . . . . t . . .",
                    ". . . . . . . . . . .",
                ]),
            sides: [
                (name: "First", controller: Open, units: [(kind: "starter_{}", at: (2, 4), facing: East)]),
                (name: "Second", controller: Open, units: [(kind: "starter_{}", at: (8, 4), facing: West)]),
            ],
            turn_limit: 40)"#,
        decks[0], decks[1]
    );
    mission::parse("duel.ron", &text, catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Player {
    /// The computer.
    Full,
    /// Plays the hardest-hitting legal card at the nearest foe, else comes closer.
    Naive,
    /// Waits, and reacts as the computer does.
    Waiting,
    /// The computer that never passes the Red Line.
    Safe,
}

/// How a duel went.
pub struct Played {
    /// Who won.
    pub winner: Option<Side>,
    /// Rounds.
    pub rounds: u16,
    /// Orders and answers of both.
    pub orders: u64,
    /// Whether time ran out.
    pub timed_out: bool,
}

/// Plays a duel; `watch` sees each order before it is given.
pub fn play(
    mission: &Mission,
    seed: u64,
    players: [Player; 2],
    mut watch: impl FnMut(&World, Side, &Order),
) -> Played {
    let mut world = World::new();
    Casket::set_up(&mut world, mission, seed);
    let mut orders = 0;
    let (mut last, mut given) = (None, 0);
    let ending = loop {
        if let Some(ending) = world.resource::<Verdict>().0 {
            break ending;
        }
        let owes = |side: &Side| Casket::owes(&world, *side);
        let side = [Side(0), Side(1)].into_iter().find(owes);
        let side = side.expect("somebody owes an order");
        let acting = Duel::of(&world).progress.acting;
        let turn = (acting, Duel::of(&world).round);
        if last != Some(turn) {
            (last, given) = (Some(turn), 0);
        }
        given += 1;
        let asked = world.resource::<Pending<Casket>>().0.is_some();
        let order = match players[side.index()] {
            Player::Full => Casket::decide(&mut world, side),
            Player::Safe => planner::decide_within(&world, side, Bounds::Safe),
            Player::Naive | Player::Waiting if asked => Casket::decide(&mut world, side),
            Player::Naive if given < PATIENCE => naive(&world, side),
            Player::Naive | Player::Waiting => wait(&world, side),
        };
        watch(&world, side, &order);
        orders += 1;
        if let Err(refusal) = submit::<Casket>(&mut world, side, order.clone()) {
            panic!("seed {seed}: {order:?} is refused: {refusal}");
        }
    };
    let duel = Duel::of(&world);
    let timed_out = ending.reason == Reason::Time;
    let stands = |side: Side| duel.standing().any(|machine| machine.side == side);
    let winner = match (stands(Side(0)), stands(Side(1))) {
        _ if timed_out => None,
        (true, false) => Some(Side(0)),
        (false, true) => Some(Side(1)),
        _ if ending.outcome == Outcome::Victory => Some(Side(0)),
        _ => None,
    };
    Played {
        winner,
        rounds: duel.round,
        orders,
        timed_out,
    }
}

fn wait(world: &World, side: Side) -> Order {
    let orders = Casket::legal_orders(world, side);
    match orders.contains(&Order::Pass) {
        true => Order::Pass,
        false => orders[0].clone(),
    }
}

fn naive(world: &World, side: Side) -> Order {
    let duel = Duel::of(world);
    let unit = duel.progress.acting.expect("a turn is played");
    let foe = nearest(&duel, unit);
    let Some(foe) = foe else {
        return wait(world, side);
    };
    let orders = Casket::legal_orders(world, side);
    let damage = |order: &Order| {
        let Order::Play(source, aiming) = order else {
            return None;
        };
        let card = duel.card(duel.card_of(unit, *source)?.card);
        let is_at = aiming.target == Some(foe)
            || aiming.tile == Some(duel.get(foe).tile())
            || (aiming.target.is_none() && aiming.tile.is_none());
        let attacks = matches!(card.kind, Kind::Melee | Kind::Ranged | Kind::Spell);
        let hits = i64::from(card.damage.unwrap_or(0)) * i64::from(card.hits);
        (attacks && is_at).then_some(hits)
    };
    let best = orders
        .iter()
        .filter_map(|order| Some((damage(order)?, order)))
        .max_by_key(|(damage, _)| *damage);
    if let Some((_, order)) = best {
        return order.clone();
    }
    let here = duel
        .grid
        .distance(duel.get(unit).tile(), duel.get(foe).tile());
    let closer = orders.iter().filter_map(|order| {
        let Order::Step(direction) = order else {
            return None;
        };
        let to = duel.step(duel.get(unit).tile(), *direction)?;
        let distance = duel.grid.distance(to, duel.get(foe).tile());
        (distance < here && distance > 0).then_some((distance, order))
    });
    match closer.min_by_key(|(distance, _)| *distance) {
        Some((_, order)) => order.clone(),
        None => wait(world, side),
    }
}

fn nearest(duel: &Duel, unit: UnitId) -> Option<UnitId> {
    let here = duel.get(unit).tile();
    let foes = duel.foes(unit);
    foes.map(|foe| (duel.grid.distance(foe.tile(), here), foe.id))
        .min()
        .map(|(_, id)| id)
}

/// Wins, losses and draws of the first player against the second in mirrored duels: each deck against itself, from
/// either side.
pub fn score(catalog: &Catalog, players: [Player; 2], count: u64) -> [u64; 3] {
    let mut score = [0; 3];
    let missions = DECKS.map(|deck| mission(catalog, [deck, deck]));
    for seed in 0..count {
        let mission = &missions[seed as usize % DECKS.len()];
        let own = Side((seed / DECKS.len() as u64 % 2) as u8);
        let seats = match own.0 {
            0 => players,
            _ => [players[1], players[0]],
        };
        let at = match play(mission, seed, seats, |_, _, _| {}).winner {
            Some(side) if side == own => 0,
            Some(_) => 1,
            None => 2,
        };
        score[at] += 1;
    }
    score
}
