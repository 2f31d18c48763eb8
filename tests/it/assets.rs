//! Every shipped asset loads.

use hexscape::{content, mission};

#[test]
fn every_shipped_mission_loads() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let catalog = content::load_default().expect("the shipped content is sound");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder.join("missions")).expect("missions are shipped") {
        let path = entry.expect("the folder can be read").path();
        match mission::load(&path, &catalog) {
            Ok(mission) => names.push(mission.name),
            Err(problems) => panic!("{problems}"),
        }
    }
    names.sort();
    assert_eq!(
        names,
        [
            "Breakthrough",
            "First Contact",
            "Night Call",
            "Skirmish 6 v 8"
        ]
    );
}
