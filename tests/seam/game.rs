//! Missions, content, words, records and vectors of the rule set.

use std::{collections::BTreeSet, sync::LazyLock};

use bevy::prelude::*;
use hexscape::battle::grid::{Direction, TileId};
use hexscape::{
    battle::{
        self, BattleSetup,
        journal::{Divergence, Entry, replay},
        order::Pending,
        phase::{Turn, Verdict},
        rules::Rules,
        unit::{self, Facing, Health, Position, Presence, Side, Title, UnitId, Vision},
        watch::Watcher,
    },
    chronicle::{
        observe::Witness,
        record::{
            BattleRecord, BoardRecord, Loss, Means, Measure, MeasureRow, Member, SideRecord, Sort,
            Term, Vocabulary,
        },
    },
    content::{
        Catalog, decode,
        reader::{Fields, Reader},
        section::Section,
        sight::SightFigures,
        tree::Node,
    },
    figures, headless,
    mission::{Ground, Loader, Mission, Read, RuleBook, RuleSet, SideSetup},
    playing::{Advice, Game, Setting, Weighed, declare_sides},
    vectors::{Kind, Kinds, Scene, Vector},
};
use serde::Serialize;

use super::rules::{Bids, Event, Order, SealedBids};

inventory::submit! { RuleSet::new(&SealedBids) }
inventory::submit! { headless::Entry::of::<SealedBids>() }
inventory::submit! { Kinds { rules: SealedBids::NAME, kinds: &KINDS } }
inventory::submit! {
    Section {
        rules: SealedBids::NAME,
        files: &[FILE],
        figures: &[FILE],
        read: |loader, _| Some(Box::new(loader.plain::<Figures>(FILE, |_, _, _| {})?)),
    }
}

/// The content file.
const FILE: &str = "bids.ron";

figures! {
    /// Figures of the rules.
    pub struct Figures {
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

/// What a mission asks: the hexes of each side's bidders.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario(pub Vec<Vec<TileId>>);

impl RuleBook for SealedBids {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn figures(&self) -> &'static str {
        FILE
    }

    fn read(&self, loader: &mut Loader, mut fields: Fields, (board, _): &Ground) -> Option<Read> {
        let nodes = fields.need(&mut loader.reader, "sides");
        let last = fields.int_or(&mut loader.reader, "turn_limit", 1..=99_u16, 99);
        let _ = fields.get("board");
        fields.done(&mut loader.reader);
        let nodes = loader.side_nodes(nodes?);
        if nodes.len() > 2 {
            loader
                .reader
                .problem(nodes[2].place, "two sides bid, no more");
        }
        let (mut sides, mut bidders, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
        for node in nodes {
            let mut fields = loader.reader.fields(node, "side")?;
            sides.extend(loader.side_setup(&mut fields));
            let hexes = fields.need(&mut loader.reader, "bidders");
            let mut own = Vec::new();
            for node in hexes
                .map(|node| loader.reader.list(node, "bidders"))
                .unwrap_or_default()
            {
                let tile = loader.tile(node, board.grid);
                if tile.is_some_and(|tile| !taken.insert(tile)) {
                    loader
                        .reader
                        .problem(node.place, "two bidders begin on this hex");
                }
                own.extend(tile);
            }
            bidders.push(own);
            fields.done(&mut loader.reader);
        }
        loader.check_side_names(&sides, nodes);
        Some((sides, last.map(Some)?, Box::new(Scenario(bidders))))
    }

    fn overlay(&self, catalog: &mut Catalog, over: &Node, reader: &mut Reader) -> Option<()> {
        let figures = catalog.part_mut::<Figures>();
        *figures = decode::overlay(figures, over, reader)?;
        Some(())
    }
}

/// Says what the computer bids, and why: more, the more units it has than the enemy.
pub fn advice(world: &World, side: Side) -> Advice<Order> {
    let count = |side| unit::units_on_board(world, side).count() as i32;
    let lead = count(side) - count(Side(1 - side.0));
    let courage = world
        .resource::<Setting>()
        .mission
        .catalog
        .part::<Figures>()
        .courage;
    let points = |order: &Order| match order {
        Order::Bid(bid) => (courage * lead + 15) * i32::from(*bid),
        Order::Lose(unit) => i32::from(unit.0),
    };
    let orders = SealedBids::legal_orders(world, side);
    let best = orders
        .iter()
        .max_by_key(|order| points(order))
        .expect("it owes one")
        .clone();
    let told = |order: &Order| match order {
        Order::Bid(bid) => format!("bid {bid}"),
        Order::Lose(unit) => format!("give up {}", unit::part::<Title>(world, *unit).0),
    };
    let weighed = orders.iter().map(|order| Weighed {
        order: told(order),
        purpose: "courage".into(),
        points: points(order),
        is_chosen: *order == best,
    });
    Advice::new(best.clone(), told(&best), weighed.collect())
}

/// What a battle came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Debrief {
    /// Bids of each side, summed.
    pub bid: [u32; 2],
}

impl Watcher<SealedBids> for Debrief {
    fn after(&mut self, _: &World, event: &Event) {
        if let Event::Sealed(side, bid) = event {
            self.bid[side.index()] += u32::from(*bid);
        }
    }
}

impl Game for SealedBids {
    type Onlooker = Clerk;
    type Debrief = Debrief;

    fn set_up(world: &mut World, mission: &Mission, seed: u64) {
        let (figures, board) = (mission.catalog.part::<Figures>(), &mission.board);
        let Scenario(bidders) = mission.asked();
        world.insert_resource(Bids::default());
        world.insert_resource(Setting::new(mission, seed));
        battle::set_up::<Self>(
            world,
            &BattleSetup {
                catalog: &mission.catalog,
                grid: board.grid,
                tiles: &board.tiles,
                elevation: &board.elevation,
                hexsides: &board.hexsides,
                sight: &figures.sight,
                units: bidders.iter().map(Vec::len).sum(),
                sides: bidders.len(),
                seed,
            },
        );
        let sides = (0..).map(Side).zip(bidders);
        let bidders = sides.flat_map(|(side, own)| own.iter().map(move |tile| (side, *tile)));
        for (id, (side, tile)) in (0..).map(UnitId).zip(bidders) {
            unit::enlist(world, id, side);
            unit::unit_mut(world, id).insert((
                Position(tile),
                Presence::OnBoard,
                Facing(Direction::new(0)),
                Health { now: 1, max: 1 },
                Title(format!("Bidder {}", id.0 + 1)),
                Vision(figures.vision),
            ));
        }
        declare_sides(world, &mission.sides);
        battle::open_up(world);
    }

    fn debrief(
        mission: &Mission,
        seed: u64,
        entries: &[Entry<Order>],
    ) -> Result<Debrief, Divergence> {
        let (mut world, mut debrief) = (World::new(), Debrief::default());
        Self::set_up(&mut world, mission, seed);
        replay::<Self>(&mut world, entries, &mut debrief)?;
        Ok(debrief)
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

    fn advise(world: &World, side: Side) -> Advice<Order> {
        advice(world, side)
    }
}

/// Writes down for the laboratory what happens.
pub struct Clerk {
    bids: [i64; 2],
    orders: [u32; 2],
    losses: Vec<Loss>,
}

/// The measure of its own: what a side bid in all.
const BID: MeasureRow = ("bid", "Bids", "points", false, "All its bids together");

impl Watcher<SealedBids> for Clerk {
    fn after(&mut self, world: &World, event: &Event) {
        match event {
            Event::Sealed(side, bid) => self.bids[side.index()] += i64::from(*bid),
            Event::Lost(id) => self.losses.push(Loss {
                turn: world.resource::<Turn>().number,
                unit: *id,
                kind: 0,
                side: unit::side_of(world, *id),
                at: unit::part::<Position>(world, *id).0,
                by: None,
                means: Some(0),
                act: None,
            }),
            _ => {}
        }
    }

    fn ordered(&mut self, _: &World, side: Side) {
        self.orders[side.index()] += 1;
    }
}

impl Witness for Clerk {
    type Rules = SealedBids;

    fn vocabulary(mission: &Mission) -> Vocabulary {
        let term = |key: &str, name: &str| Term {
            key: key.into(),
            name: name.into(),
        };
        let tiles = mission.board.tiles.iter();
        Vocabulary {
            sides: mission
                .sides
                .iter()
                .map(|side: &SideSetup| side.name.clone())
                .collect(),
            kinds: vec![term("bidder", "Bidder")],
            means: vec![Means {
                sort: Sort::Hazard,
                term: term("bid", "Bid"),
            }],
            grounds: (mission.catalog.terrains.iter())
                .map(|terrain| term(&terrain.key, &terrain.name))
                .collect(),
            measures: vec![Measure::from(&BID)],
            board: BoardRecord {
                grid: mission.board.grid,
                grounds: tiles.map(|tile| tile.terrain.0.into()).collect(),
                is_drawn_anew: false,
            },
            ..Vocabulary::default()
        }
    }

    fn begin(_: &World, _: &Mission) -> Self {
        Self {
            bids: [0; 2],
            orders: [0; 2],
            losses: Vec::new(),
        }
    }

    fn close(self, world: &World) -> BattleRecord {
        let ids = world.resource::<unit::Roster>().ids();
        let member = |id| Member {
            side: unit::side_of(world, id),
            kind: 0,
            means: 0,
            fate: SealedBids::fate(world, id),
        };
        let members: Vec<_> = ids.map(member).collect();
        let side = |side: Side| {
            let measures = vec![Some(self.bids[side.index()])];
            SideRecord::new(side, &members, self.orders[side.index()], measures)
        };
        BattleRecord {
            turns: world.resource::<Turn>().number,
            sides: [Side(0), Side(1)].map(side).to_vec(),
            losses: self.losses,
            members,
            ..BattleRecord::default()
        }
    }
}

/// Vectors: `Bids(name: "a tie", bids: [2, 2], lose: "Bidder 1", expect: (turn: 2))`.
const KINDS: [Kind; 1] = [("Bids", run)];

/// The mission that vectors are played on.
static MISSION: LazyLock<String> = LazyLock::new(|| super::mission(""));

fn run(mut vector: Vector) -> Option<Vec<String>> {
    let reader = vector.reader;
    let bids = vector.fields.need(reader, "bids")?;
    let bids: Vec<_> = (reader.list(bids, "bids").iter())
        .filter_map(|bid| reader.int(bid, "bid", 0..=9_u8))
        .collect();
    let lose = vector.fields.get("lose");
    let why = vector
        .fields
        .get("why")
        .and_then(|node| reader.text(node, "why"));
    let expect = vector.fields.get("expect");
    vector.fields.done(reader);
    let terms = hexscape::mission::Terms::default();
    let mission = hexscape::mission::parse("", &MISSION, &vector.catalog, terms).expect("sound");
    let names = (1..=4).map(|number| format!("Bidder {number}")).collect();
    let mut scene = Scene::<SealedBids>::set_up(reader, &mission, names, vector.tape);
    for (side, bid) in (0..).map(Side).zip(bids) {
        let given = scene.order(side, Order::Bid(bid), why);
        scene
            .failures
            .extend(given.err().map(|refusal| refusal.to_string()));
    }
    if let Some(unit) = lose.and_then(|node| scene.unit(node)) {
        let asked = scene.world.resource::<Pending<SealedBids>>().0.as_ref();
        let side = asked.map_or(Side(0), |waiting| waiting.side);
        let given = scene.order(side, Order::Lose(unit), None);
        scene
            .failures
            .extend(given.err().map(|refusal| refusal.to_string()));
    }
    let fields = expect.and_then(|node| scene.reader.members(node, "what is expected"));
    scene.compare(
        "",
        fields.unwrap_or_default(),
        &["turn", "over"],
        |scene, name| {
            Some(match name {
                "turn" => scene.world.resource::<Turn>().number.to_string(),
                "over" => scene.world.resource::<Verdict>().0.is_some().to_string(),
                _ => return None,
            })
        },
    );
    scene.note_draws("ai(2)");
    Some(scene.finish())
}
