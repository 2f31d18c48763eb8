//! Content and missions, put into the program.

use hexscape::content::shipped::File;

/// Lists files of `assets` with their texts.
macro_rules! shipped {
    ($($file:literal,)*) => {
        &[$(($file, include_str!(concat!("../../assets/", $file)))),*]
    };
}

/// All that a battle needs. A test tells what is missing here.
pub const FILES: &[File] = shipped![
    "content/abilities.ron",
    "content/ai.ron",
    "content/battlescape.ron",
    "content/fleet.ron",
    "content/hexsides.ron",
    "content/items.ron",
    "content/suits.ron",
    "content/terrain.ron",
    "content/units.ron",
    "content/weapons.ron",
    "missions/bare_knuckles.ron",
    "missions/breakthrough.ron",
    "missions/cinder_stair.ron",
    "missions/cold_start.ron",
    "missions/first_contact.ron",
    "missions/first_steps.ron",
    "missions/hot_metal.ron",
    "missions/last_light.ron",
    "missions/long_watch.ron",
    "missions/night_call.ron",
    "missions/open_season.ron",
    "missions/ore_train.ron",
    "missions/salt_quay.ron",
    "missions/skirmish_6v8.ron",
    "missions/spring_tide.ron",
    "missions/the_retort.ron",
    "missions/the_shallows.ron",
    "missions/vigil.ron",
];
