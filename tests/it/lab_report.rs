//! Findings, tables, the page, explanations and comparisons, from battles that were really fought.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use hexscape::chronicle::record::BattleRecord;
use hexscape::content::assets_folder;
use hexscape::headless::Arena;
use hexscape::lab::against::{Against, Which, compare};
use hexscape::lab::case::{Keep, Run};
use hexscape::lab::explain::Explainer;
use hexscape::lab::findings::{Counter, Findings};
use hexscape::lab::plan::{Request, RunPlan};
use hexscape::lab::settings::FigureSetting;
use hexscape::lab::stage::Stage;
use hexscape::lab::stats::Confidence;
use hexscape::lab::{part, report};

/// A run that was played.
struct Played {
    run: Run,
    records: Vec<BattleRecord>,
}

fn played(request: Request) -> Played {
    let assets = assets_folder().expect("the assets are found");
    let missions = assets.join("missions").join("first_contact.ron");
    let request = Request {
        missions: vec![missions.display().to_string()],
        seed: 1,
        ..request
    };
    let plan = RunPlan::new(&request, &assets.join("content")).unwrap_or_else(|e| panic!("{e}"));
    let run = plan.describe().unwrap_or_else(|error| panic!("{error}"));
    let mut arena = Arena::default();
    let mut records = Vec::new();
    for case in 0..run.cases.len() {
        let stage = Stage::new(&plan, &run, case).unwrap_or_else(|error| panic!("{error}"));
        for seed in 1..=run.battles {
            let record = stage.play(&mut arena, seed);
            records.push(record.unwrap_or_else(|error| panic!("{error}")));
        }
    }
    Played { run, records }
}

/// Two difficulties, taking turns at beginning.
fn sweep() -> &'static Played {
    static SWEEP: OnceLock<Played> = OnceLock::new();
    SWEEP.get_or_init(|| {
        played(Request {
            battles: 24,
            difficulty: vec![75, 150],
            first: vec!["alternate".into()],
            ..Request::default()
        })
    })
}

fn findings<'a>(run: &Run, records: impl Iterator<Item = &'a BattleRecord>) -> Findings {
    let mut tally = Counter::new(run);
    records.for_each(|record| tally.add(record));
    tally.findings(Confidence::default())
}

#[test]
fn findings_do_not_depend_on_the_order_of_battles() {
    let Played { run, records } = sweep();
    let forwards = findings(run, records.iter());
    let backwards = findings(run, records.iter().rev());
    assert_eq!(forwards, backwards);
    let page = |found: &Findings| report::page(found, &[], None);
    assert_eq!(page(&forwards), page(&backwards));
}

#[test]
fn parts_without_shots_are_smaller_and_count_the_same() {
    let Played { run, records } = sweep();
    let halves = |keep| {
        let case = &run.cases[0];
        let (some, others) = records[..24].split_at(9);
        [some, others].map(|battles| part::Played::of(battles.to_vec(), case, keep))
    };
    let size = |keep| -> usize {
        let sealed = halves(keep).map(|played| part::seal(0, 0, &played).expect("it is small"));
        sealed.iter().map(Vec::len).sum()
    };
    let (all, few) = (size(Keep::Shots), size(Keep::Battles));
    assert!(2 * few < all, "{few} bytes of {all}");
    let mut tally = Counter::new(run);
    for played in halves(Keep::Battles) {
        assert!(played.battles.iter().all(|battle| battle.acts.is_empty()));
        tally.add_counted(&played.battles, &played.acts.expect("they were counted"));
    }
    let counted = tally.findings(Confidence::default());
    assert_eq!(counted, findings(run, records[..24].iter()));
}

#[test]
fn findings_add_up() {
    let Played { run, records } = sweep();
    let found = findings(run, records.iter());
    assert_eq!((found.battles, found.planned), (48, 48));
    for (index, case) in found.cases.iter().enumerate() {
        let own: Vec<_> = (records.iter())
            .filter(|record| record.case as usize == index)
            .collect();
        let wins: u64 = case.sides.iter().map(|side| side.wins).sum();
        assert_eq!(wins, case.outcomes.decided());
        for (number, side) in case.sides.iter().enumerate() {
            let uses: u64 = side.means.iter().map(|means| means.uses).sum();
            for other in [
                &side.modes,
                &side.grounds,
                &side.covers,
                &side.arcs,
                &side.distances,
            ] {
                assert_eq!(other.iter().map(|found| found.uses).sum::<u64>(), uses);
            }
            let dead: u64 = own
                .iter()
                .map(|battle| u64::from(battle.sides[number].dead))
                .sum();
            let on_board: u64 = case
                .board
                .deaths
                .iter()
                .map(|hex| hex.by_side[number])
                .sum();
            assert_eq!(on_board, dead, "{}: every death is on one hex", side.name);
            let standing = side.survival.last().expect("battles have turns").value;
            let began: u64 = own
                .iter()
                .map(|battle| u64::from(battle.sides[number].began))
                .sum();
            let left: u64 = own
                .iter()
                .map(|battle| u64::from(battle.sides[number].standing))
                .sum();
            assert!(
                (standing - left as f64 / began as f64).abs() < 1e-9,
                "{}",
                side.name
            );
            let first = &side.first;
            assert!(first.advantage.is_some(), "both orders occur");
        }
    }
    let [difficulty] = found.sensitivity.as_slice() else {
        panic!("one factor varies: {:?}", found.sensitivity);
    };
    let values: Vec<_> = difficulty
        .values
        .iter()
        .map(|value| value.value.as_str())
        .collect();
    assert_eq!(
        (difficulty.factor.as_str(), values),
        ("difficulty", vec!["75", "150"])
    );
    let slope = difficulty.slope.expect("two values");
    assert!(
        slope.change.high < 0.0,
        "twice the enemies win more: {slope:?}"
    );
    assert_eq!((slope.per, slope.is_dice), (75.0, false));
    let [base, harder] = difficulty.values.as_slice() else {
        panic!("two values");
    };
    let difference = harder.difference.as_ref().expect("it is not the base");
    assert!(base.difference.is_none() && difference.is_real);
    assert_eq!((difference.pairs, difference.base.as_str()), (24, "75"));
    assert!((difference.difference.value - slope.change.value).abs() < 1e-9);
}

#[test]
fn the_table_fits_a_terminal_and_says_who_wins_first() {
    let Played { run, records } = sweep();
    let text = report::text(&findings(run, records.iter()));
    // A command stays in one line, so that it can be copied.
    for line in text.lines().filter(|line| !line.ends_with("--seed SEED")) {
        assert!(line.chars().count() <= 100, "too long: {line}");
        assert!(!line.contains("NaN") && !line.ends_with(' '), "{line:?}");
    }
    assert!(
        text.starts_with("Win rate and losses of the first side\n"),
        "{text}"
    );
    for part in [
        "Squad wins ",
        "Squad: weapons",
        "Moving first is worth ",
        "--seed SEED",
    ] {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
    let part = report::text(&findings(run, records.iter().take(7)));
    assert!(part.starts_with("PARTIAL: 7 of 48 battles\n"), "{part}");
}

#[test]
fn the_page_stands_alone() {
    let Played { run, records } = sweep();
    let mut explainer = Explainer::new(run);
    records.iter().for_each(|record| explainer.add(record));
    let reasons = explainer.explanations(Confidence::default());
    let same = compared(sweep(), sweep());
    let page = report::page(&findings(run, records.iter()), &reasons, Some(&same));
    for foreign in ["http:", "https:", "src=", "url(", "@import", "NaN", "inf\""] {
        assert!(!page.contains(foreign), "{foreign} is in the page");
    }
    let links = page.matches("href=\"").count();
    assert_eq!(
        links,
        page.matches("href=\"#case").count(),
        "links lead to the page itself"
    );
    for (open, close) in [
        ("<svg", "</svg>"),
        ("<table", "</table>"),
        ("<details", "</details>"),
    ] {
        assert_eq!(
            page.matches(open).count(),
            page.matches(close).count(),
            "{open}"
        );
    }
    for plot in [
        "Win rate of the first side in each case",
        "Share of units standing by turn",
        "Promised chances and actual results",
        "Damage of hits of Squad",
        "Where units of Sectoids die",
        "Win rate by difficulty",
    ] {
        assert!(
            page.contains(&format!("aria-label=\"{plot}\"")),
            "{plot} is not drawn"
        );
    }
}

#[test]
fn a_run_without_battles_is_told_as_such() {
    let Played { run, .. } = sweep();
    let nothing = findings(run, std::iter::empty());
    let text = report::text(&nothing);
    assert!(text.contains("no battle reached an outcome"), "{text}");
    let page = report::page(&nothing, &[], None);
    assert!(page.contains("Partial: 0 of 48 battles"));
}

#[test]
fn names_of_missions_are_text_in_the_page_and_steer_no_terminal() {
    let Played { run, records } = sweep();
    let mut found = findings(run, records.iter());
    found.cases.truncate(1);
    found.sensitivity.clear();
    found.cases[0].label = "<b>\u{1b}[2J".into();
    found.cases[0].sides[0].name = "<i>'\"&".into();
    let page = report::page(&found, &[], None);
    assert!(page.contains("<h1>&lt;b&gt;"), "the title is text");
    assert!(!page.contains("<b>\u{1b}") && !page.contains("<i>'"));
    let text = report::text(&found);
    assert!(
        text.contains("<b>\u{fffd}[2J") && !text.contains('\u{1b}'),
        "{text}"
    );
}

#[test]
fn explanations_say_that_they_are_no_causes() {
    let Played { run, records } = sweep();
    let mut explainer = Explainer::new(run);
    records.iter().for_each(|record| explainer.add(record));
    let reasons = explainer.explanations(Confidence::default());
    let text = report::text_of_reasons(&reasons);
    let page = report::page(&findings(run, records.iter()), &reasons, None);
    for told in [&text, &page] {
        assert!(told.contains("Correlation is not causation"), "{told}");
        assert!(
            told.contains("What separates wins from defeats of Squad"),
            "{told}"
        );
        assert!(told.contains("(check: the seed, scrambled)"), "{told}");
    }
}

/// Compares two runs.
fn compared(before: &Played, after: &Played) -> Against {
    let records = |which, case| {
        let of = match which {
            Which::Before => before,
            Which::After => after,
        };
        let own = of
            .records
            .iter()
            .filter(move |record| record.case as usize == case);
        own.cloned().map(Ok::<_, std::convert::Infallible>)
    };
    let found = compare(&before.run, &after.run, Confidence::default(), records);
    found.unwrap_or_else(|never| match never {})
}

#[test]
fn a_run_against_itself_differs_in_nothing() {
    let same = compared(sweep(), sweep());
    assert_eq!(same.cases.len(), 2);
    for case in &same.cases {
        assert_eq!((case.pairs, case.same), (24, 24));
        for row in &case.rows {
            assert!(!row.is_real && row.difference.value == 0.0, "{row:?}");
        }
    }
    assert!(same.only_after.is_empty() && same.only_before.is_empty());
}

#[test]
fn a_changed_weapon_is_found_and_told_in_plain_words() {
    let plain = |settings| {
        played(Request {
            battles: 40,
            settings,
            ..Request::default()
        })
    };
    let key = "weapons.plasma_rifle.damage";
    let weak = FigureSetting::new(key, "d6").expect("it is a setting");
    let against = compared(&plain(Vec::new()), &plain(vec![weak]));
    let text = report::text_against(&against);
    let [case] = against.cases.as_slice() else {
        panic!("the only cases of a mission are matched:\n{text}");
    };
    let real: BTreeMap<_, _> = (case.rows.iter())
        .filter(|row| row.is_real)
        .map(|row| ((row.side.as_str(), row.what.as_str()), row))
        .collect();
    let wins = real
        .get(&("Squad", "wins"))
        .unwrap_or_else(|| panic!("{text}"));
    assert!(wins.is_paired && wins.difference.low > 0.0, "{wins:?}");
    let sentence = wins.sentence();
    assert!(
        sentence.starts_with("Squad wins ") && sentence.contains(" points more ("),
        "{sentence}"
    );
    assert!(sentence.contains("), real: "), "{sentence}");
    assert!(
        real.contains_key(&("Sectoids", "Plasma Rifle: damage")),
        "{text}"
    );
    for line in text.lines() {
        assert!(line.chars().count() <= 110, "too long: {line}");
    }
}
