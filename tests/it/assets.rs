//! Every shipped asset loads.

use hexscape::{content, mission};

#[test]
fn every_shipped_mission_loads() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let catalog = content::load_default().expect("the shipped content is sound");
    let mut count = 0;
    for entry in std::fs::read_dir(folder.join("missions")).expect("missions are shipped") {
        let path = entry.expect("the folder can be read").path();
        if let Err(problems) = mission::load(&path, &catalog) {
            panic!("{problems}");
        }
        count += 1;
    }
    assert!(count >= 4, "only {count} missions");
}
