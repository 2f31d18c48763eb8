//! Missions, content, words, records and vectors of the rule set.

use std::collections::BTreeSet;

use bevy::prelude::*;
use hexscape::battle::grid::{Direction, Layout, TileId};
use hexscape::battle::order::Pending;
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::state::UnitParts;
use hexscape::battle::unit::{self, Facing, Health, Presence, Roster, Side, Title, UnitId, Vision};
use hexscape::battle::watch::Watcher;
use hexscape::battle::{self};
use hexscape::chronicle::observe::Witness;
use hexscape::chronicle::record::{
    BattleRecord, Loss, Means, Measure, MeasureRow, Member, Sort, Term, Vocabulary,
};
use hexscape::chronicle::recorder::words_of;
use hexscape::content::Catalog;
use hexscape::content::form::{Field, Kind};
use hexscape::content::reader::Fields;
use hexscape::content::section::Section;
use hexscape::content::sight::SightFigures;
use hexscape::mission::edit::outline::{facings, figure_forms};
use hexscape::mission::edit::{Forms, Outline, Post, UnitForm, UnitKind};
use hexscape::mission::{Ground, Loader, Mission, Read, RuleBook};
use hexscape::playing::{Advice, Fates, Game, Setting, lay_out};
use hexscape::vectors::{self, Vector, VectorBattle, draft};
use hexscape::{figures, register};

#[cfg(feature = "desktop")]
use hexscape::game::{EventLog, Playable};

use super::rules::{Bidder, Bids, Event, Order, SealedBids, figures};

register! { SealedBids, content: Section::of::<Figures>(SealedBids::NAME), vectors: &KINDS }

figures! {
    /// Figures of the rules.
    pub struct Figures in "bids.ron" {
        /// Most that can be bid.
        pub most: u8 [1..=9],
        /// Hexes that bidders see.
        pub vision: u8 [1..=20],
        /// How far and through what they see.
        pub sight: SightFigures,
        /// Points of the computer for each unit it has more than the enemy, times the bid.
        pub courage: i32 [-100..=100] = 10,
    }
}

/// What a mission asks: where each side's bidders are, and which way they face.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario(pub Vec<Vec<(TileId, Direction)>>);

/// Where an editor finds the bidders in a mission.
static OUTLINE: Outline = Outline {
    posts: &[Post {
        field: "bidders",
        is_list: true,
        word: "bidder",
        later: &[],
        nowhere: "nowhere",
    }],
    ..Outline::NONE
};

impl RuleBook for SealedBids {
    fn read(&self, loader: &mut Loader, mut fields: Fields, (board, _): &Ground) -> Option<Read> {
        let nodes = fields.need(&mut loader.reader, "sides");
        let last = fields.int_or(&mut loader.reader, "turn_limit", 1..=99_u16, 99);
        fields.done(&mut loader.reader);
        let mut taken = BTreeSet::new();
        let (sides, bidders) = loader.each_side(nodes?, |loader, fields| {
            let bidders = fields.need(&mut loader.reader, "bidders")?;
            let mut own = Vec::new();
            for node in loader.reader.list(bidders, "bidders") {
                let mut bidder = loader.reader.fields(node, "bidder")?;
                let at = bidder.need(&mut loader.reader, "at")?;
                let tile = loader.tile(at, board.grid)?;
                let facing = loader.facing(&mut bidder, board.grid.layout)?;
                bidder.done(&mut loader.reader);
                if !taken.insert(tile) {
                    let message = "two bidders begin on this hex";
                    loader.reader.problem(at.place, message);
                }
                own.push((tile, facing.unwrap_or_default()));
            }
            Some(own)
        });
        if sides.len() > 2 {
            let message = "two sides bid, no more";
            loader.reader.problem(nodes?.place, message);
        }
        Some((sides, Some(last?), Box::new(Scenario(bidders))))
    }

    fn outline(&self) -> &'static Outline {
        &OUTLINE
    }

    fn forms(&self, catalog: &Catalog, layout: Layout) -> Forms {
        let bidder = UnitKind {
            name: "Bidder".into(),
            ..UnitKind::default()
        };
        let unit = UnitForm {
            kinds: vec![bidder],
            fields: vec![
                Field::needed("at", "Begins on", Kind::Hex),
                Field::new("facing", "Faces", facings(layout)),
            ],
        };
        let last = Field::new("turn_limit", "Last turn", Kind::Whole(1..=99)).usual("99");
        Forms {
            mission: vec![last],
            units: vec![unit],
            figures: figure_forms(catalog.part::<Figures>()),
            ..Forms::default()
        }
    }
}

impl Game for SealedBids {
    type Onlooker = Clerk;
    type Debrief = Fates<Self>;

    fn set_up(world: &mut World, mission: &Mission, seed: u64) {
        let (figures, Scenario(bidders)) = (mission.catalog.part::<Figures>(), mission.asked());
        world.insert_resource(Bids::default());
        world.insert_resource(Setting::new(mission, seed));
        let units = bidders.iter().map(Vec::len).sum();
        lay_out::<Self>(world, mission, seed, &figures.sight, units);
        let sides = (0..).map(Side).zip(bidders);
        let bidders = sides.flat_map(|(side, own)| own.iter().map(move |&start| (side, start)));
        for (id, (side, (tile, facing))) in (0..).map(UnitId).zip(bidders) {
            unit::enlist(world, id, side);
            let presence = Presence::OnBoard;
            Bidder { tile, presence }.insert(world, id);
            unit::unit_mut(world, id).insert((
                Facing(facing),
                Health { now: 1, max: 1 },
                Title(format!("Bidder {}", id.0 + 1)),
                Vision(figures.vision),
            ));
        }
        Bidder::prepare(world);
        battle::open_up(world);
    }

    fn tell_event(world: &World, event: &Event) -> Vec<String> {
        let name = |side: &Side| &world.resource::<Setting>().mission.sides[side.index()].name;
        vec![match event {
            Event::Sealed(side, _) => format!("{} has bid", name(side)),
            Event::Shown {
                bids: [own, other],
                loser,
            } => {
                format!("{own} against {other}: {} loses a bidder", name(loser))
            }
            Event::Lost(id) => format!("{} goes", unit::part::<Title>(world, *id).0),
            Event::Ended(ending) => format!("the battle ends: {}", ending.outcome),
            Event::TurnBegan => format!("turn {}", world.resource::<Turn>().number),
        }]
    }

    fn tell_order(world: &World, order: &Order) -> String {
        match order {
            Order::Bid(bid) => format!("bid {bid}"),
            Order::Lose(unit) => format!("give up {}", unit::part::<Title>(world, *unit).0),
        }
    }

    /// More, the more units it has than the enemy.
    fn advise(world: &World, side: Side) -> Advice<Order> {
        let count = |side| unit::units_on_board(world, side).count() as i32;
        let lead = count(side) - count(Side(1 - side.0));
        let points = |order: &Order| match order {
            Order::Bid(bid) => (figures(world).courage * lead + 15) * i32::from(*bid),
            Order::Lose(unit) => i32::from(unit.0),
        };
        let told = |order: &Order| Self::tell_order(world, order);
        Advice::best("courage", &Self::legal_orders(world, side), points, told)
    }
}

/// The window: the usual panels, tokens and log do.
#[cfg(feature = "desktop")]
impl Playable for SealedBids {
    type Teller = EventLog<Self>;
}

/// Writes down for the laboratory what happens.
#[derive(Default)]
pub struct Clerk {
    bids: [i64; 2],
    losses: Vec<Loss>,
}

/// The measure of its own: what a side bid in all.
const BID: MeasureRow = ("bid", "Bids", "points", false, "All its bids together");

impl Watcher<SealedBids> for Clerk {
    fn after(&mut self, world: &World, event: &Event) {
        match event {
            Event::Sealed(side, bid) => self.bids[side.index()] += i64::from(*bid),
            Event::Lost(id) => self.losses.push(Loss {
                means: Some(0),
                ..Loss::of(world, *id)
            }),
            _ => {}
        }
    }
}

impl Witness for Clerk {
    type Rules = SealedBids;

    fn vocabulary(mission: &Mission) -> Vocabulary {
        Vocabulary {
            kinds: vec![Term::new("bidder", "Bidder")],
            means: vec![Means::new(Sort::Hazard, "bid", "Bid")],
            measures: vec![Measure::from(&BID)],
            ..words_of(mission)
        }
    }

    fn begin(_: &World, _: &Mission) -> Self {
        Self::default()
    }

    fn close(self, world: &World) -> BattleRecord {
        let member = |id| Member {
            side: unit::side_of(world, id),
            kind: 0,
            means: 0,
            fate: SealedBids::fate(world, id),
        };
        let members = world.resource::<Roster>().ids().map(member).collect();
        BattleRecord {
            turns: world.resource::<Turn>().number,
            losses: self.losses,
            ..BattleRecord::of_sides(members, self.bids.map(|bid| vec![Some(bid)]))
        }
    }
}

/// Vectors: `Bids(name: "a tie", bids: [2, 2], lose: "Bidder 1", expect: (turn: 2))`.
const KINDS: [vectors::Kind; 1] = [("Bids", run)];

fn run(mut vector: Vector) -> Option<Vec<String>> {
    let bids = vector.numbers("bids", 0..=9)?;
    let lose = vector.fields.get("lose");
    let why = vector.text("why")?;
    let expect = vector.fields.get("expect");
    let mission = draft(super::MISSION, vector.fields.place);
    let mut scene = VectorBattle::<SealedBids>::of(vector, &mission)?;
    for (side, bid) in (0..).map(Side).zip(bids) {
        scene.order(side, Order::Bid(bid as u8), why, "the bid");
    }
    if let Some(node) = lose {
        let unit = scene.unit(node)?;
        let asked = scene.world.resource::<Pending<SealedBids>>().0.as_ref();
        let side = asked.map_or(Side(0), |waiting| waiting.side);
        scene.order(side, Order::Lose(unit), None, "the loss");
    }
    let fields = scene.reader.members(expect?, "what is expected")?;
    scene.compare("", fields, &["turn", "over"], |scene, name| match name {
        "turn" => Some(scene.world.resource::<Turn>().number.to_string()),
        "over" => Some(scene.world.resource::<Verdict>().0.is_some().to_string()),
        _ => None,
    });
    scene.note_draws("ai(2)");
    Some(scene.finish())
}
