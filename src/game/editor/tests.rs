//! The editor in a window without a screen.

use super::*;
use crate::game::Start;
use crate::game::shell::wander::{ask, blind, go_on, screen};
use crate::game::table::board_view::Scenery;

fn change(world: &mut World, change: impl FnOnce(&mut Editor, &mut World)) {
    world.resource_scope(|world, mut editor: Mut<Editor>| change(&mut editor, world));
}

#[test]
fn a_new_mission_of_other_rules_is_drawn_with_its_own_ground() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    ask(&mut app, Request::Edit(None));
    let board = (Layout::PointyOddRows, 28, 20);
    let mut grounds = Vec::new();
    for &set in RuleSet::all().iter().chain(RuleSet::all()) {
        let text = fresh(set, "New mission", board).expect("it has new missions");
        let other = Editor::of_text(text, &[]).expect("it is sound");
        app.world_mut().insert_resource(other);
        go_on(&mut app, 2);
        let world = app.world();
        let (page, scenery) = (
            &world.resource::<Editor>().page,
            world.resource::<Scenery>(),
        );
        let board = &page.draft.sheet().board;
        for tile in board.grid.tiles() {
            let ground = board
                .terrain(tile)
                .and_then(|key| page.catalog.terrain_named(key));
            assert_eq!(
                Some(scenery.look(tile).terrain),
                ground,
                "{} {tile:?}",
                set.name()
            );
        }
        grounds.extend(board.terrain(TileId(0)).map(str::to_owned));
    }
    grounds.sort();
    grounds.dedup();
    assert!(
        grounds.len() > 1,
        "rules begin on different ground: {grounds:?}"
    );
}

#[test]
fn a_test_is_left_by_one_step_and_nothing_is_asked() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    ask(&mut app, Request::Edit(None));
    let world = app.world_mut();
    change(world, |editor, world| editor.test_play(world));
    go_on(&mut app, 3);
    let notice = &app.world().resource::<Editor>().notice;
    assert_eq!((screen(app.world()), notice), (Screen::Battle, &None));
    assert!(is_tried(app.world()));
    back(app.world_mut());
    go_on(&mut app, 3);
    assert_eq!(screen(app.world()), Screen::Editor);
    assert!(!is_tried(app.world()));
}

#[test]
fn a_mission_that_is_to_become_a_file_is_called_after_it_and_saved_there() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("dry_ford.ron");
    let mut app = blind(Start::EditNew(file.clone()));
    go_on(&mut app, 4);
    assert_eq!(screen(app.world()), Screen::Editor);
    let dialog = app.world_mut().resource_mut::<Editor>().dialog.take();
    let Some(Dialog::New(wanted)) = dialog else {
        panic!("it asks what the mission is like");
    };
    let answer = wanted.answer().expect("the usual size is allowed");
    change(app.world_mut(), |editor, world| {
        dialogs::carry_out(world, editor, answer);
    });
    change(app.world_mut(), |editor, _| dialogs::save(editor, false));
    let editor = app.world().resource::<Editor>();
    assert_eq!(editor.page.draft.sheet().name, "Dry ford");
    let Some(Dialog::SaveAs(path)) = &editor.dialog else {
        panic!("it asks where it is saved");
    };
    assert_eq!(Path::new(path), file);
}
