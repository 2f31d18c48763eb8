//! Maps of Tiled that become missions: four staggers in both formats, and files that are no maps.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hexscape::battle::grid::Layout;
use hexscape::check::check_path;
use hexscape::content::{self, Catalog};
use hexscape::headless::Arena;
use hexscape::mission::import::{Imported, import};
use hexscape::mission::{self, Mission, RuleSet, Terms};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

const MAPS: [(&str, Layout); 4] = [
    ("pointy_odd", Layout::PointyOddRows),
    ("pointy_even", Layout::PointyEvenRows),
    ("flat_odd", Layout::FlatOddColumns),
    ("flat_even", Layout::FlatEvenColumns),
];

fn map(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/maps")
        .join(name)
}

fn catalog() -> Catalog {
    content::load_default().unwrap_or_else(|problems| panic!("{problems}"))
}

fn rules(name: &str) -> RuleSet {
    RuleSet::named(name).expect("there are such rules")
}

fn imported(name: &str) -> Imported {
    let file = map(name);
    import(
        &file,
        Path::new("map.ron"),
        rules("Battlescape"),
        &catalog(),
    )
    .unwrap_or_else(|error| panic!("{error}"))
}

fn built(text: &str) -> Mission {
    mission::parse("map.ron", text, &catalog(), Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

/// Imports a text as a file of a name in a folder of its own; returns what is wrong with it.
fn refused(name: &str, text: impl AsRef<[u8]>) -> String {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("it can be written");
    let error = import(
        &file,
        Path::new("map.ron"),
        rules("Battlescape"),
        &catalog(),
    );
    let error = error.expect_err("it is refused");
    assert_eq!(error.file, file);
    error.why
}

fn text_of(name: &str) -> String {
    fs::read_to_string(map(name)).expect("it is a map of the tests")
}

#[test]
fn maps_of_all_staggers_and_both_formats_become_the_same_boards() {
    let catalog = catalog();
    for (name, layout) in MAPS {
        let xml = imported(&format!("{name}.tmx"));
        let json = imported(&format!("{name}.tmj"));
        // But for the line that names the file.
        let rest = |text: &str| text.split_once('\n').expect("it has lines").1.to_owned();
        assert_eq!(rest(&xml.text), rest(&json.text), "{name}");
        let mission = built(&xml.text);
        let board = &mission.board;
        assert_eq!(board.grid.layout, layout);
        assert_eq!((board.grid.width, board.grid.height), (6, 7));
        assert_eq!(mission.name, "A \"valley\"");
        assert!(mission.doubts.is_empty(), "{:?}", mission.doubts);
        let at = |column, row| board.grid.from_offset(column, row).expect("on the board");
        let key = |column, row| {
            let tile = board.tiles[at(column, row).index()];
            catalog.terrain(tile.terrain).key.as_str()
        };
        assert_eq!(key(0, 0), "grass", "named by its class");
        assert_eq!(
            [key(2, 2), key(2, 3)],
            ["wall"; 2],
            "named by a property, one turned"
        );
        assert_eq!(key(4, 2), "tree", "named by its picture");
        assert_eq!(
            [key(2, 0), key(1, 1)],
            ["grass"; 2],
            "plain ground until they are chosen"
        );
        let height = |column, row| board.elevation[at(column, row).index()];
        assert_eq!(
            [height(0, 0), height(1, 0), height(5, 4), height(4, 4)],
            [30, 12, -9, 0]
        );
        assert_eq!((xml.known.len(), xml.open.len()), (3, 2), "{}", xml.text);
        for comment in [
            "// CHOOSE: \"terrain\" tile 2 \"swamp\"",
            "// CHOOSE: \"terrain\" tile 3",
        ] {
            assert!(xml.text.contains(comment), "{}", xml.text);
        }
        let zone = ["zones: {", "\"pond\": [Rect((3, 3), (4, 3))]"];
        assert!(
            zone.iter().all(|part| xml.text.contains(part)),
            "{}",
            xml.text
        );
        for unit in [
            "(kind: \"medic\", at: (1, 3))",
            "(kind: \"sectoid\", at: (4, 1))",
        ] {
            assert!(xml.text.contains(unit), "{}", xml.text);
        }
        let notes = xml.notes.join("\n");
        assert!(notes.contains("layer \"plan\" is hidden"), "{notes}");
        assert!(notes.contains("the object \"nobody\""), "{notes}");
        let mut arena = Arena::default();
        arena.set_up(&mission, 1);
        assert!(arena.play(1).ending.is_some());
    }
}

#[test]
fn every_rule_set_makes_a_mission_of_a_map() {
    for rules in RuleSet::all() {
        for (name, _) in MAPS {
            let file = map(&format!("{name}.tmx"));
            let imported = import(&file, Path::new("map.ron"), *rules, &catalog());
            let imported = imported.unwrap_or_else(|error| panic!("{}: {error}", rules.name()));
            assert_eq!(built(&imported.text).rules, *rules);
        }
    }
}

#[test]
fn the_drawn_rows_look_like_the_map() {
    let text = imported("pointy_even.tmx").text;
    let rows = r#"        rows: [
            " . . A A . .",
            ". B . . . .",
            " . . # . T .",
            ". . # . . .",
            " . . . . . .",
            ". . . . . .",
            " . . . . . .",
        ],
        heights: [
            " U C . . . .",
            ". . . . . .",
            " . . . . . .",
            ". . . . . .",
            " . . . . . i",
            ". . . . . .",
            " . . . . . .",
        ],
"#;
    assert!(text.contains(rows), "{text}");
}

#[test]
fn a_tileset_that_is_missing_leaves_tiles_with_numbers_only() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("lonely.tmx");
    fs::write(&file, text_of("pointy_odd.tmx")).expect("it can be written");
    let imported = import(
        &file,
        Path::new("map.ron"),
        rules("Battlescape"),
        &catalog(),
    )
    .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((imported.known.len(), imported.open.len()), (0, 5));
    assert!(
        imported.text.contains("// CHOOSE: \"terrain\" tile 1\n"),
        "{}",
        imported.text
    );
    let notes = imported.notes.join("\n");
    assert!(
        notes.contains("tileset \"terrain.tsx\": cannot read:"),
        "{notes}"
    );
    built(&imported.text);
}

#[test]
fn maps_of_old_versions_of_tiled_are_read() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("old.json");
    let text = r#"{"type": "map", "orientation": "hexagonal", "width": 4, "height": 3,
        "properties": {"name": "Old", "uid": 7}, "propertytypes": {"name": "string"},
        "tilesets": [{"firstgid": 1, "name": "set",
            "tiles": {"0": {"image": "grass.png"}, "1": {"terrain": [0, 0, 0, 0]}},
            "tileproperties": {"1": {"terrain": "wall", "height": 2}}}],
        "layers": [{"type": "tilelayer", "name": "ground", "width": 4, "height": 3,
            "data": [1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1]}]}"#;
    fs::write(&file, text).expect("it can be written");
    let catalog = catalog();
    let imported = import(&file, Path::new("map.ron"), rules("Battlescape"), &catalog)
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(imported.open.is_empty(), "{}", imported.text);
    let mission = built(&imported.text);
    assert_eq!(mission.name, "Old");
    assert_eq!(mission.board.grid.layout, Layout::PointyOddRows);
    let wall = mission.board.tiles[5].terrain;
    assert_eq!(catalog.terrain(wall).key, "wall");
    assert_eq!(mission.board.elevation[5], 2);
}

#[test]
fn maps_that_cannot_become_boards_say_why() {
    let xml = text_of("pointy_odd.tmx");
    let changed = |from: &str, to: &str| {
        assert!(xml.contains(from), "{from}");
        refused("changed.tmx", xml.replace(from, to))
    };
    for (from, to, why) in [
        (
            "\"hexagonal\"",
            "\"orthogonal\"",
            "is orthogonal: only hexagonal",
        ),
        (
            "\"hexagonal\"",
            "\"staggered\"",
            "is staggered: only hexagonal",
        ),
        ("infinite=\"0\"", "infinite=\"1\"", "the map is infinite"),
        (
            "staggeraxis=\"y\"",
            "staggeraxis=\"z\"",
            "its stagger axis is \"z\"",
        ),
        (
            "staggerindex=\"odd\"",
            "staggerindex=\"third\"",
            "its stagger index \"third\"",
        ),
        (
            "width=\"6\" height=\"7\" tile",
            "width=\"4000000000\" height=\"7\" tile",
            "is 4000000000×7 hexes",
        ),
        (
            "width=\"6\" height=\"7\" tile",
            "width=\"-6\" height=\"7\" tile",
            "\"-6\", not a whole number",
        ),
        (
            "width=\"6\" height=\"7\" tile",
            "width=\"1\" height=\"7\" tile",
            "from 2 to 512",
        ),
        (
            "width=\"6\" height=\"7\" tile",
            "width=\"512\" height=\"512\" tile",
            "it has 6×7 hexes",
        ),
        (
            "1,1,3,3,1,1,\n",
            "",
            "it has 36 tiles, but the map has 42 hexes",
        ),
        ("1,4,1,1", "1,4,x,1", "\"x\" is not the number of a tile"),
        ("1,4,1,1", "1,4,-1,1", "\"-1\" is not the number of a tile"),
        (
            "1,4,1,1",
            "1,4,99999999999,1",
            "is not the number of a tile",
        ),
        (
            "1,4,1,1",
            "1,4,200,1",
            "layer \"ground\", hex (2, 1): tile 200 is in no tileset",
        ),
        (
            "firstgid=\"101\"",
            "firstgid=\"1\"",
            "two tilesets begin with the same tile",
        ),
        ("\"-9\"", "\"-10\"", "hex (5, 4) has the height \"-10\""),
        ("\"-9\"", "\"31\"", "whole numbers from -9 to 30"),
        (
            "<data encoding=\"base64\">",
            "<data encoding=\"base64\" compression=\"zstd\">",
            "Zstandard",
        ),
        (
            "<data encoding=\"base64\">",
            "<data encoding=\"base64\" compression=\"zlib\">",
            "not valid zlib",
        ),
        ("gwAAAHEA", "gwAAAHE*", "is not Base64"),
        ("</map>", "", "is not valid XML"),
        ("<map ", "<tileset ", "is not valid XML"),
        (
            "?>\n<map",
            "?>\n<!DOCTYPE map [<!ENTITY a \"aaaa\">]>\n<map",
            "document type definition",
        ),
        ("value=\"A &quot;", "value=\"A &bomb;", "is not valid XML"),
        ("x=\"64.0\"", "x=\"NaN\"", "x of <object>"),
    ] {
        let told = changed(from, to);
        assert!(told.contains(why), "{to}: {told}");
    }
    let json = text_of("pointy_odd.tmj");
    for (from, to, why) in [
        (
            "\"type\": \"map\"",
            "\"type\": \"world\"",
            "its \"type\" is \"world\"",
        ),
        (
            "\"infinite\": false",
            "\"infinite\": true",
            "the map is infinite",
        ),
        (
            "\"infinite\": false",
            "\"infinite\": 3",
            "is not a Tiled map as JSON",
        ),
        (
            "\"data\": [1, 1",
            "\"data\": [1, -1",
            "is not a Tiled map as JSON",
        ),
        (
            "\"data\": [1, 1",
            "\"chunks\": [], \"data\": [1, 1",
            "the map is infinite",
        ),
        ("\"width\": 6", "\"width\": 60000", "is 60000×7 hexes"),
    ] {
        assert!(json.contains(from), "{from}");
        let told = refused("changed.tmj", json.replacen(from, to, 1));
        assert!(told.contains(why), "{to}: {told}");
    }
}

#[test]
fn files_that_are_no_maps_are_refused_with_a_sentence() {
    for (text, why) in [
        (b"".as_slice(), "is empty"),
        (b" \n", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "UTF-8"),
        (
            b"Mission(name: \"x\")",
            "neither XML (.tmx) nor JSON (.tmj)",
        ),
        (b"{}", "its \"type\" is \"\""),
        (b"[1]", "neither XML"),
        (b"{\"type\": \"map\"}", "it has no orientation"),
        (b"<svg/>", "has <svg> where <map> belongs"),
        (b"<", "is not valid XML"),
    ] {
        let told = refused("any.tmx", text);
        assert!(told.contains(why), "{told}");
    }
    // What takes time or memory out of proportion to its size.
    let head = "<map orientation=\"hexagonal\" staggeraxis=\"y\" staggerindex=\"odd\" width=\"9\" height=\"9\"";
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=\"\"")).collect();
    let deep = "[".repeat(200_000);
    for text in [
        format!("{head}{attributes}/>"),
        format!("{head}>{}", "<group>".repeat(500_000)),
        format!(
            "{head}>{}{}</map>",
            "<group>".repeat(1_000),
            "</group>".repeat(1_000)
        ),
        format!("{head}>{}</map>", "<a/>".repeat(1_900_000)),
        format!("{{\"type\": \"map\", \"layers\": {deep}"),
        format!("{{\"type\": \"map\", \"properties\": {deep}"),
    ] {
        let begun = std::time::Instant::now();
        refused("large.tmx", &text);
        let took = begun.elapsed().as_secs();
        assert!(took < 10, "{took} s for {}", &text[..120]);
    }
}

#[test]
fn what_is_left_of_a_map_that_was_cut_or_scrambled_never_panics() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder for the test");
    for name in ["terrain.tsx", "terrain.tsj"] {
        fs::copy(map(name), folder.path().join(name)).expect("it can be copied");
    }
    let file = folder.path().join("scrambled.tmx");
    let mut sound = 0;
    for (seed, (name, _)) in (0..).zip(MAPS) {
        for kind in ["tmx", "tmj"] {
            let whole = fs::read(map(&format!("{name}.{kind}"))).expect("it is a map of the tests");
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            for round in 0..150 {
                let mut bytes = whole.clone();
                for _ in 0..=round % 3 {
                    let at = dice.random_range(0..bytes.len());
                    let end = (at + dice.random_range(0..20)).min(bytes.len());
                    match dice.random_range(0..4) {
                        0 => bytes[at] = dice.random_range(0..=255),
                        1 => bytes[at] = b"\"<>&,0-9={}[]"[dice.random_range(0..13)],
                        2 => drop(bytes.drain(at..end)),
                        _ => bytes.truncate(at.max(1)),
                    }
                }
                fs::write(&file, &bytes).expect("it can be written");
                let result = import(&file, Path::new("map.ron"), rules("Battlescape"), &catalog);
                sound += usize::from(result.is_ok());
            }
        }
    }
    assert!(sound > 30, "some changes change little: {sound}");
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexscape"))
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the program was built for this test")
}

#[track_caller]
fn check_ends(output: &Output, status: i32, told: &str) {
    let (out, errors) = (&output.stdout, &output.stderr);
    let text = [out, errors].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let text = text.concat();
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(text.contains(told), "{text}");
    assert!(!text.contains("panicked"), "{text}");
}

#[test]
fn the_command_writes_a_mission_that_checks_and_never_replaces_a_file_unasked() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for name in ["terrain.tsx", "flat_even.tmx"] {
        fs::copy(map(name), folder.path().join(name)).expect("it can be copied");
    }
    let out = folder.path().join("flat_even.ron");
    let first = run(&folder, &["import", "flat_even.tmx"]);
    check_ends(&first, 0, "wrote flat_even.ron: 6×7 hexes, FlatEvenColumns");
    check_ends(&first, 0, "2 letters marked CHOOSE");
    check_ends(&first, 0, "hexscape check flat_even.ron");
    assert_eq!(check_path(&out, &[]).ok(), Some(1));
    check_ends(&run(&folder, &["check", "flat_even.ron"]), 0, "no problems");
    check_ends(
        &run(&folder, &["sim", "flat_even.ron", "--seed", "2"]),
        0,
        "",
    );
    fs::write(&out, "my own").expect("it can be written");
    check_ends(
        &run(&folder, &["import", "flat_even.tmx"]),
        1,
        "already exists",
    );
    assert_eq!(fs::read(&out).expect("it is there"), b"my own");
    check_ends(
        &run(&folder, &["import", "flat_even.tmx", "--force"]),
        0,
        "wrote",
    );
    assert_eq!(check_path(&out, &[]).ok(), Some(1));
    let itself = ["import", "flat_even.tmx", "-o", "flat_even.tmx", "--force"];
    check_ends(&run(&folder, &itself), 1, "is the map itself");
    let fleet = ["import", "flat_even.tmx", "-o", "f.ron", "--rules", "fleet"];
    check_ends(&run(&folder, &fleet), 0, "wrote f.ron");
    check_ends(
        &run(&folder, &["import", "flat_even.tmx", "--rules", "chess"]),
        2,
        "expected Battlescape",
    );
    check_ends(
        &run(&folder, &["import", "none.tmx"]),
        1,
        "none.tmx: cannot read",
    );
    check_ends(&run(&folder, &["import", "."]), 1, "is not a file");
    fs::write(folder.path().join("bad.tmx"), "<map").expect("it can be written");
    check_ends(
        &run(&folder, &["import", "bad.tmx"]),
        1,
        "bad.tmx: is not valid XML",
    );
    assert!(!folder.path().join("bad.ron").exists());
    let mut names: Vec<_> = (fs::read_dir(folder.path()).expect("it is there"))
        .map(|entry| entry.expect("it can be listed").file_name())
        .collect();
    names.sort();
    let expected = [
        "bad.tmx",
        "f.ron",
        "flat_even.ron",
        "flat_even.tmx",
        "terrain.tsx",
    ];
    assert_eq!(names, expected);
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_as_map_or_tileset_are_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let pipe = |name: &str| {
        let made = Command::new("mkfifo")
            .arg(folder.path().join(name))
            .status();
        assert!(made.is_ok_and(|made| made.success()));
    };
    pipe("pipe.tmx");
    check_ends(
        &run(&folder, &["import", "pipe.tmx"]),
        1,
        "pipe.tmx: is not a file",
    );
    fs::copy(map("flat_odd.tmx"), folder.path().join("map.tmx")).expect("it can be copied");
    pipe("terrain.tsx");
    let imported = run(&folder, &["import", "map.tmx"]);
    check_ends(
        &imported,
        0,
        "note: tileset \"terrain.tsx\": is not a file; its tiles are known by number only",
    );
}
