//! Settings of the laboratory laid over missions and content.

use std::path::Path;

use hexscape::content::assets_folder;
use hexscape::lab::settings::{DEFAULT, check_key, lay_over};
use hexscape::mission::{Mission, MissionSource};
use hexscape::rules::battlescape::content::BattlescapeContent;
use hexscape::rules::fleet::content::FleetContent;

fn source() -> MissionSource {
    let assets = assets_folder().unwrap();
    let mission: &Path = &assets.join("missions/skirmish_6v8.ron");
    MissionSource::read(mission, &assets.join("content")).unwrap()
}

fn varied(values: &[(&str, &str)]) -> Result<Mission, String> {
    let mut source = source();
    lay_over(&mut source, values).map_err(|error| error.to_string())?;
    source.build(1).map_err(|problems| problems.to_string())
}

#[test]
fn values_of_every_sort_are_laid_over_the_content() {
    let mission = varied(&[
        ("weapons.assault_rifle.damage", "3d7"),
        ("weapons.assault_rifle.blast", "1"),
        (
            "weapons.assault_rifle.ammo_burn",
            "(chance: 10, damage: \"d4\", turns: 3)",
        ),
        ("units.infantry.armor.rating", "9"),
        ("units.infantry.health", "77"),
        ("battlescape.tu.carry_max", "31"),
        ("battlescape.attack.Rifle.Snap.tu", "22"),
        ("battlescape.bands.Rifle.0.modifier", "7"),
        ("ai.threat.levels.Grunt", "35"),
        ("weapons.smg.accuracy", DEFAULT),
    ])
    .unwrap();
    let plain = source().build(1).unwrap();
    let content = mission.catalog.part::<BattlescapeContent>();
    let rifle = content.weapon(content.weapon_named("assault_rifle").unwrap());
    assert_eq!((rifle.dice.count, rifle.dice.sides, rifle.blast), (3, 7, 1));
    assert!(rifle.ammo_burn.is_some());
    let infantry = content.unit(content.unit_named("infantry").unwrap());
    assert_eq!((infantry.health, infantry.armor.rating), (77, 9));
    assert_eq!(content.figures.tu.carry_max, 31);
    let changed = |mission: &Mission| {
        let mut catalog = (*mission.catalog).clone();
        catalog.part_mut::<BattlescapeContent>().figures =
            plain.catalog.part::<BattlescapeContent>().figures.clone();
        catalog
    };
    assert_ne!(changed(&mission), *plain.catalog);
    assert_eq!(changed(&varied(&[]).unwrap()), *plain.catalog);
}

#[test]
fn values_are_laid_over_figures_and_definitions_of_the_fleet() {
    let assets = assets_folder().unwrap();
    let file = assets.join("missions/cold_start.ron");
    let mut source = MissionSource::read(&file, &assets.join("content")).unwrap();
    for key in ["fleet.ships.bomber.hull", "fleet.figures.torpedo.splash"] {
        check_key(&source.content, key).unwrap();
    }
    let values = [
        ("fleet.ships.bomber.hull", "9"),
        ("fleet.figures.torpedo.splash", "2"),
        ("fleet.options.single_occupancy", "false"),
        ("fleet.ships.gunship.regeneration", "0"),
    ];
    lay_over(&mut source, &values).unwrap();
    let mission = source.build(1).unwrap();
    let fleet = mission.catalog.part::<FleetContent>();
    let ship = |key| fleet.ship(fleet.ship_named(key).unwrap());
    assert_eq!((ship("bomber").hull, ship("bomber").attack), (9, 3));
    assert_eq!(ship("gunship").regeneration, 0);
    assert_eq!(fleet.figures.torpedo.splash, 2);
    assert!(!fleet.options.single_occupancy);
}

#[test]
fn rules_of_the_mission_give_way_to_settings() {
    let mut source = source();
    source.text = source.text.replace(
        "rules: Battlescape()",
        "rules: Battlescape((tu: (carry_max: 11, per_turn: 99)))",
    );
    lay_over(&mut source, &[("battlescape.tu.carry_max", "12")]).unwrap();
    let tu = source
        .build(1)
        .unwrap()
        .catalog
        .part::<BattlescapeContent>()
        .figures
        .tu
        .clone();
    assert_eq!((tu.carry_max, tu.per_turn), (12, 99));
}

#[test]
fn keys_that_name_nothing_are_told_with_what_may_be_meant() {
    let content = source().content;
    for (key, expected) in [
        (
            "weapon.smg.damage",
            "\"weapon\" is not a content file; did you mean `weapons`?",
        ),
        (
            "weapons.assalt_rifle.damage",
            "\"assalt_rifle\" is unknown; did you mean `assault_rifle`?",
        ),
        ("battlescape.tu.carry_mx", "did you mean `carry_max`?"),
        ("battlescape.tu", "is not a single figure"),
        ("battlescape.tu.walk.far", "has no parts"),
        ("weapons.smg", "is not a single figure"),
        ("weapons", "is not a definition"),
    ] {
        let error = check_key(&content, key).expect_err(key).to_string();
        assert!(error.contains(expected), "{key}: {error}");
    }
    for value in ["5", "2d9"] {
        let error = varied(&[("weapons.smg.acuracy", value)]).expect_err("no such field");
        assert!(error.contains("did you mean `accuracy`?"), "{error}");
    }
    let error = varied(&[("weapons.smg.damage", "-20%")]).expect_err("no dice");
    assert!(
        error.contains("\"-20%\"") && error.lines().count() == 1,
        "{error}"
    );
}
