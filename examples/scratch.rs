use hexscape::{
    content,
    headless::{Arena, vocabulary},
    lab::{findings::Tally, record::*, stats::Confidence, table},
    mission,
};
fn main() {
    let args: Vec<_> = std::env::args().collect();
    let n: u64 = args[1].parse().unwrap();
    let catalog = content::load(std::path::Path::new("assets/content")).unwrap();
    let _ = catalog;
    let mut cases = vec![];
    let mut missions = vec![];
    for name in &args[2..] {
        let src = mission::MissionSource::read(
            std::path::Path::new(&format!("assets/missions/{name}.ron")),
            std::path::Path::new("assets/content"),
        )
        .unwrap();
        let m = src.build(1).unwrap();
        cases.push(Case {
            mission: m.name.clone(),
            file: name.clone(),
            label: m.name.clone(),
            factors: vec![Factor {
                name: "mission".into(),
                value: m.name.clone(),
            }],
            replay: format!("hexscape sim assets/missions/{name}.ron --log"),
            vocabulary: vocabulary(&m),
        });
        missions.push((src, m));
    }
    let run = Run {
        cases,
        first_seed: 1,
        battles: n,
    };
    let mut tally = Tally::new(&run);
    let mut arena = Arena::default();
    for (c, (src, m)) in missions.iter().enumerate() {
        for seed in 1..=n {
            let m2;
            let mm = if m.drawn_anew {
                m2 = src.build(seed).unwrap();
                &m2
            } else {
                m
            };
            let r = BattleRecord {
                case: c as u32,
                ..arena.record(mm, seed)
            };
            tally.add(&r);
        }
    }
    let f = tally.findings(Confidence::default());
    std::fs::write(
        "/tmp/hx/s_report.html",
        hexscape::lab::report::page(&f, &[]),
    )
    .unwrap();
    print!("{}", table::text(&f));
}
