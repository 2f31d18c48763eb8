//! The whole way of a rule set, on one as small as can be: it uses what squads do not, since both sides
//! order in secret at once, the plan stops in mid-flight to ask the loser, and the answer resumes it.
//!
//! *Sealed bids*: each side bids its strength in secret. When both have bid, the bids are shown, a
//! die decides a tie, and the side that loses picks which of its units goes.
//!
//! `rules.rs` has the rules, `game.rs` missions, content, words, records and vectors; the guide *How to
//! add a rule set* in the crate docs goes through them.

mod game;
mod rules;

use std::{
    fs,
    path::PathBuf,
    sync::{Mutex, atomic::AtomicBool},
};

use bevy::{prelude::*, state::app::StatesPlugin};
use hexscape::{
    battle::{
        journal::{Divergence, Journal, replay},
        order::{Pending, fingerprint, submit},
        phase::{Turn, Verdict},
        rules::Rules,
        snapshot::Snapshot,
        step::{BattlePlugin, Reporting, begin_mirroring, step},
        unit::{Side, UnitId},
    },
    check::check_path,
    content::{ContentText, assets_folder},
    headless::Arena,
    lab::{
        identity::Identity,
        output::{Questions, Results},
        part::Parts,
        plan::{Plan, Request},
        run::Job,
    },
    mission::{Mission, MissionSource},
    playing::Game,
    replay::Replay,
    save::{JournalFile, SaveKind},
    vectors::run_text,
};
use tempfile::TempDir;

use self::rules::{Bids, Event, Muddled, Order, Refusal, SealedBids};

/// The content file, as its author writes it.
const BIDS: &str = "(
    most: 3,
    vision: 5,
    sight: (
        tree_penalty: 2, trees_block: 3, smoke_percent: 50, night_percent: 50, light_bonus: 4,
        height: EyeLine, units_block: false, smoke: Once,
    ),
)";

/// A mission of two bidders a side, as its author writes it, with rule overrides.
fn mission(overrides: &str) -> String {
    format!(
        "Mission(
    name: \"Auction\",
    rules: SealedBids({overrides}),
    board: Drawn(
        layout: FlatOddColumns,
        legend: {{'.': \"floor\"}},
        rows: [\"......\", \"......\", \"......\", \"......\"],
    ),
    sides: [
        (name: \"House\", controller: Human, bidders: [(0, 0), (1, 0)]),
        (name: \"Rival\", controller: Ai(Aggressive), bidders: [(4, 3), (5, 3)]),
    ],
)"
    )
}

/// A folder as authors have them: shipped content, ours, and a mission.
struct Author {
    folder: TempDir,
}

impl Author {
    fn new(mission: &str, bids: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder of the test's own");
        let content = folder.path().join("content");
        fs::create_dir(&content).expect("it is new");
        let shipped = assets_folder()
            .expect("the assets are beside the crate")
            .join("content");
        for entry in fs::read_dir(&shipped).expect("it is shipped") {
            let entry = entry.expect("it can be listed");
            fs::copy(entry.path(), content.join(entry.file_name())).expect("copied");
        }
        fs::write(content.join("bids.ron"), bids).expect("written");
        fs::create_dir(folder.path().join("missions")).expect("it is new");
        fs::write(folder.path().join("missions/auction.ron"), mission).expect("written");
        Self { folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("missions/auction.ron")
    }

    fn source(&self) -> MissionSource {
        let content = self.folder.path().join("content");
        MissionSource::read(&self.file(), &content).unwrap_or_else(|error| panic!("{error}"))
    }

    fn mission(&self) -> Mission {
        self.source()
            .build(5)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns what `hexscape check` says of the mission.
    #[track_caller]
    fn complaint(mission: &str, bids: &str) -> String {
        let author = Self::new(mission, bids);
        check_path(&author.file(), &[])
            .expect_err("it is wrong")
            .to_string()
    }
}

/// Sets the auction up.
fn set_up(world: &mut World) {
    let author = Author::new(&mission(""), BIDS);
    SealedBids::set_up(world, &author.mission(), 5);
}

fn order(world: &mut World, side: u8, order: Order) -> Vec<Event> {
    submit::<SealedBids>(world, Side(side), order).expect("it passes")
}

#[test]
fn both_sides_owe_an_order_at_once_and_the_last_one_resolves_both() {
    let mut world = World::new();
    set_up(&mut world);
    let owing = |world: &World| [0, 1].map(|side| SealedBids::owes(world, Side(side)));
    assert_eq!(owing(&world), [true, true]);
    assert_eq!(
        order(&mut world, 1, Order::Bid(2)),
        [Event::Sealed(Side(1), 2)]
    );
    assert_eq!(owing(&world), [true, false]);
    let again = submit::<SealedBids>(&mut world, Side(1), Order::Bid(3));
    assert_eq!(again, Err(Refusal::NotNow));
    assert_eq!(
        order(&mut world, 0, Order::Bid(1)),
        [
            Event::Sealed(Side(0), 1),
            Event::Shown {
                bids: [1, 2],
                loser: Side(0)
            }
        ],
        "the plan stops to ask"
    );
    assert_eq!(owing(&world), [true, false], "only the loser is asked");
}

#[test]
fn a_computer_whose_order_is_refused_gives_the_last_legal_one() {
    let mut app = App::new();
    app.add_plugins((StatesPlugin, BattlePlugin::<SealedBids>::default()));
    let world = app.world_mut();
    set_up(world);
    world.insert_resource(Muddled);
    // One order a step.
    world.insert_resource(Reporting(true));
    begin_mirroring(world);
    step(world);
    step(world);
    assert_eq!(*world.resource::<Bids>(), Bids([Some(3), None]));
}

#[test]
fn an_answer_resumes_the_plan_that_asked() {
    let mut world = World::new();
    set_up(&mut world);
    order(&mut world, 0, Order::Bid(0));
    order(&mut world, 1, Order::Bid(3));
    let waiting = fingerprint::<SealedBids>(&mut world);
    for (side, answer, refusal) in [
        (1, Order::Lose(UnitId(2)), Refusal::NotNow),
        (0, Order::Lose(UnitId(2)), Refusal::NotYours),
        (0, Order::Bid(1), Refusal::NotNow),
    ] {
        let refused = submit::<SealedBids>(&mut world, Side(side), answer);
        assert_eq!(refused, Err(refusal));
    }
    assert_eq!(
        fingerprint::<SealedBids>(&mut world),
        waiting,
        "refusals change nothing"
    );
    assert_eq!(
        order(&mut world, 0, Order::Lose(UnitId(1))),
        [Event::Lost(UnitId(1)), Event::TurnBegan]
    );
    assert!(world.resource::<Pending<SealedBids>>().0.is_none());
    assert_eq!(world.resource::<Turn>().number, 2);
}

#[test]
fn a_snapshot_taken_while_a_plan_waits_goes_on_from_the_question() {
    let mut world = World::new();
    set_up(&mut world);
    order(&mut world, 0, Order::Bid(2));
    order(&mut world, 1, Order::Bid(2));
    let snapshot = Snapshot::<SealedBids>::take(&world);
    let text = ron::to_string(&snapshot).expect("snapshots are plain data");
    let loser = snapshot_loser(&world);
    let answer = Order::Lose(UnitId(2 * u16::from(loser)));
    let straight = order(&mut world, loser, answer.clone());
    let straight = (straight, fingerprint::<SealedBids>(&mut world));

    let mut other = World::new();
    set_up(&mut other);
    let read: Snapshot<SealedBids> = ron::from_str(&text).expect("it was just written");
    read.restore(&mut other);
    let resumed = order(&mut other, loser, answer);
    assert_eq!((resumed, fingerprint::<SealedBids>(&mut other)), straight);
}

fn snapshot_loser(world: &World) -> u8 {
    let waiting = world.resource::<Pending<SealedBids>>().0.as_ref();
    waiting.expect("the loser of a tie is asked").side.0
}

#[test]
fn a_whole_battle_of_answers_replays_and_a_changed_bid_is_caught() {
    let mut world = World::new();
    set_up(&mut world);
    while world.resource::<Verdict>().0.is_none() {
        let side = (0..2)
            .map(Side)
            .find(|&side| SealedBids::owes(&world, side));
        let side = side.expect("a battle that is not over waits for an order");
        let choice = SealedBids::decide(&mut world, side);
        order(&mut world, side.0, choice);
    }
    let played = fingerprint::<SealedBids>(&mut world);
    let mut entries = world.resource::<Journal<SealedBids>>().entries.clone();
    let mut again = World::new();
    set_up(&mut again);
    assert_eq!(replay::<SealedBids>(&mut again, &entries, &mut ()), Ok(()));
    assert_eq!(fingerprint::<SealedBids>(&mut again), played);

    entries[1].order = Order::Bid(1);
    set_up(&mut again);
    let caught = replay::<SealedBids>(&mut again, &entries, &mut ());
    assert!(
        matches!(caught, Err(Divergence::Fingerprint { order: 2, .. })),
        "{caught:?}"
    );
}

#[test]
fn missions_and_content_are_checked_with_places() {
    let author = Author::new(&mission(""), BIDS);
    assert_eq!(check_path(&author.file(), &[]), Ok(1));
    for (right, wrong, told) in [
        ("(4, 3), (5, 3)", "(4, 3), (9, 3)", "auction.ron:11:71"),
        (
            "(4, 3), (5, 3)",
            "(4, 3), (4, 3)",
            "two bidders begin on this hex",
        ),
        (
            "bidders: [(0, 0)",
            "bidder: [(0, 0)",
            "did you mean `bidders`?",
        ),
        ("SealedBids()", "SealedBids((most: 12))", "most"),
        ("SealedBids()", "SealedBid()", "did you mean `SealedBids`?"),
    ] {
        let complaint = Author::complaint(&mission("").replace(right, wrong), BIDS);
        assert!(complaint.contains(told), "{wrong}: {complaint}");
    }
    let bare = Author::new(&mission(""), BIDS);
    fs::remove_file(bare.folder.path().join("content/bids.ron")).expect("it was there");
    let refused = bare
        .source()
        .build(1)
        .expect_err("it needs its figures")
        .to_string();
    assert!(refused.contains("the content has no bids.ron"), "{refused}");
    let complaint = Author::complaint(&mission(""), &BIDS.replace("most: 3", "most: 30"));
    assert!(complaint.contains("bids.ron:2:11"), "{complaint}");
}

#[test]
fn figures_of_content_and_mission_hold_in_battle() {
    let author = Author::new(&mission("(most: 1)"), BIDS);
    let mut world = World::new();
    SealedBids::set_up(&mut world, &author.mission(), 5);
    let refused = submit::<SealedBids>(&mut world, Side(0), Order::Bid(2));
    assert_eq!(refused, Err(Refusal::TooMuch(1)));
    assert_eq!(SealedBids::legal_orders(&world, Side(0)).len(), 2);
}

#[test]
fn computers_play_it_headless_and_say_why() {
    let mission = Author::new(&mission(""), BIDS).mission();
    let mut arena = Arena::default();
    let mut winners = Vec::new();
    for seed in 1..=20 {
        arena.set_up(&mission, seed);
        let advice = SealedBids::advise(arena.world_mut(), Side(0));
        assert_eq!(
            advice.line().as_deref(),
            Some(
                "bid 3 <- bid 3 (courage, 45); bid 2 (courage, 30); bid 1 (courage, 15); bid 0 (courage, 0)"
            )
        );
        let report = arena.play(seed);
        assert_eq!(report.sides[0].standing + report.sides[0].dead, 2);
        winners.push(report.ending.expect("it ends").winner);
        arena.set_up(&mission, seed);
        assert_eq!(arena.play(seed), report, "same seed, same battle");
    }
    assert!(
        winners.contains(&Side(0)) && winners.contains(&Side(1)),
        "ties fall to either"
    );
}

#[test]
fn the_laboratory_counts_what_the_rule_set_counts() {
    let author = Author::new(&mission(""), BIDS);
    let request = Request {
        missions: vec![author.file().display().to_string()],
        battles: 30,
        seed: 1,
        ..Request::default()
    };
    let plan = Plan::new(&request, &author.folder.path().join("content"));
    let plan = plan.unwrap_or_else(|error| panic!("{error}"));
    let run = plan.describe().unwrap_or_else(|error| panic!("{error}"));
    let identity = Identity::of(&plan, &run)
        .unwrap_or_else(|error| panic!("{error}"))
        .hash();
    let blocks: Vec<_> = (0..run.blocks().count()).collect();
    let results = Results {
        run,
        identity,
        parts: Parts::Memory(Mutex::default()),
    };
    let job = Job {
        plan: &plan,
        run: &results.run,
        identity,
        blocks: &blocks,
        jobs: 1,
        stop: &AtomicBool::new(false),
        watch: &|_| {},
    };
    job.play(&results.parts)
        .unwrap_or_else(|error| panic!("{error}"));
    let told = results
        .tell(&Questions::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let (text, page) = (told.text(), told.page());
    assert!(
        text.contains("House") && text.contains("30 battles"),
        "{text}"
    );
    assert!(
        page.contains("All its bids together"),
        "its own measure is in the report"
    );
}

#[test]
fn vectors_state_the_rules() {
    let author = Author::new(&mission(""), BIDS);
    let content = ContentText::read(&author.folder.path().join("content")).expect("it reads");
    let text = "[
        Bids(name: \"more wins\", bids: [1, 2], lose: \"Bidder 2\", expect: (turn: 2, over: false)),
        Bids(name: \"a tie\", bids: [2, 2], dice: [ai(1)], lose: \"Bidder 1\", expect: (turn: 2)),
        Bids(name: \"too much\", bids: [4], why: \"at most 3\", expect: (turn: 1)),
        Bids(name: \"figures\", rules: (most: 9), bids: [9, 8], lose: \"Bidder 4\", expect: (turn: 2)),
        Bids(name: \"wrong\", bids: [1, 2], lose: \"Bidder 2\", expect: (turn: 3)),
    ]";
    let findings = run_text("bids.ron", text, &content).unwrap_or_else(|error| panic!("{error}"));
    let failures: Vec<_> = findings
        .iter()
        .map(|finding| finding.failures.join("; "))
        .collect();
    assert_eq!(failures, ["", "", "", "", "expected turn 3, got 2"]);
}

#[test]
fn journals_and_saves_are_kept_in_files_and_gone_through() {
    let author = Author::new(&mission(""), BIDS);
    let mut arena = Arena::default();
    arena.set_up(&author.mission(), 5);
    let report = arena.play(5);
    let file = JournalFile::<SealedBids>::collect(arena.world_mut(), author.source(), 5, false);
    let path = author.folder.path().join("auction.hexjournal");
    fs::write(&path, file.to_text()).expect("written");
    let read = JournalFile::<SealedBids>::read(&path).expect("it is whole");
    assert_eq!(read, file);
    let debrief = SealedBids::debrief(&author.mission(), 5, &file.entries).expect("it plays again");
    assert!(debrief.bid.iter().all(|bid| *bid > 0), "{debrief:?}");

    let mut replay = Replay::new(read).expect("it leads where it led");
    let mut world = World::new();
    for order in [replay.len(), 1, 3] {
        replay
            .seek(&mut world, order)
            .expect("it leads where it led");
    }
    replay.seek(&mut world, report.orders).expect("the end");
    assert_eq!(fingerprint::<SealedBids>(&mut world), report.fingerprint);

    replay.seek(&mut world, 1).expect("one bid");
    let save =
        JournalFile::<SealedBids>::save(&world, author.source(), Side(0), SaveKind::Named, false);
    let text = save.to_text();
    let save = JournalFile::<SealedBids>::from_bytes(&path, text.as_bytes()).expect("it is whole");
    let mut again = World::new();
    save.restore(&mut again, &author.mission())
        .expect("it fits");
    assert_eq!(
        fingerprint::<SealedBids>(&mut again),
        fingerprint::<SealedBids>(&mut world)
    );
}
