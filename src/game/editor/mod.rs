//! The board editor: missions are painted, test-played and saved as the files an author would write.
//!
//! **Invariant:** everything that changes a mission goes through its
//! [`Draft`](crate::mission::edit::Draft); what is shown is read from it.

mod bar;
mod dialogs;
mod hand;
mod palette;
mod pictures;
mod pointer;
mod properties;
mod show;
mod strokes;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::input::egui_wants_any_keyboard_input;

use self::dialogs::Dialog;
use self::hand::Hand;
use self::pictures::Props;
use self::strokes::Going;
use crate::battle::grid::{Direction, Layout, TileId};
use crate::content::form::{Field, texts_at};
use crate::content::{self, Catalog, ContentText};
use crate::game::Screen;
use crate::game::shell::menus::close_all;
use crate::game::shell::session::{Request, Session, with_packs};
use crate::game::shell::settings::Settings;
use crate::game::table::camera;
use crate::game::table::input::is_on_panels;
use crate::mission::edit::outline::{mission_fields, side_fields};
use crate::mission::edit::{self, Draft, Edit, Findings, Forms, OpenedFile, Role, Spot, fresh};
use crate::mission::{BoardSetup, MissionSource, RuleSet};

/// The mission that is being edited, and what the author has in hand.
#[derive(Resource)]
pub struct Editor {
    page: Page,
    hand: Hand,
    /// Hex under the pointer or the keys.
    cursor: Option<TileId>,
    /// Side of that hex that is nearest.
    side: Option<Direction>,
    /// Unit whose fields are shown: side and index.
    chosen: Option<(usize, usize)>,
    going: Option<Going>,
    dialog: Option<Dialog>,
    /// Sentence to show, and whether it is bad news.
    notice: Option<(String, bool)>,
    /// Whether a battle is played to try the draft.
    is_testing: bool,
    /// Hex to look at next.
    look: Option<TileId>,
    /// Whether the whole board is to be looked at.
    fits: bool,
    /// Whether the mission is given up once the screen is left.
    is_left: bool,
}

/// An opened draft.
struct Page {
    draft: Draft,
    file: Option<OpenedFile>,
    /// Where it is to be saved first, if the author said so.
    target: Option<PathBuf>,
    /// Text with which nothing would be lost, if there is no file.
    first: String,
    catalog: Arc<Catalog>,
    /// What missions of its rules can say.
    forms: Forms,
    /// What all missions can say, and their sides.
    mission_fields: Vec<Field>,
    side_fields: Vec<Field>,
    /// Grows with every change.
    revision: u32,
    findings: Findings,
    /// Revision that the findings are of.
    checked: u32,
    /// The board of seed 0, where it is not drawn.
    made: Option<BoardSetup>,
}

/// Adds the editor.
pub fn plugin(app: &mut App) {
    app.init_resource::<show::Shown>()
        .init_resource::<Props>()
        .add_systems(Startup, show::load)
        .add_systems(OnEnter(Screen::Editor), enter)
        .add_systems(OnExit(Screen::Editor), (show::remove, leave))
        .add_systems(
            Update,
            (
                camera::zoom_and_drag.run_if(not(is_on_panels).and_then(pointer::may_zoom)),
                pointer::keys.run_if(not(egui_wants_any_keyboard_input)),
                pointer::pan.run_if(not(egui_wants_any_keyboard_input)),
                pointer::pointer,
                check,
                show::fill,
                show::lines,
                show::units,
                show::marks,
            )
                .chain()
                .run_if(in_state(Screen::Editor).and_then(resource_exists::<Editor>)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.run_if(in_state(Screen::Editor).and_then(resource_exists::<Editor>)),
        );
}

/// Opens a mission file in the editor, or what was edited last, or a new mission.
///
/// # Errors
/// A sentence why the file cannot be edited.
pub fn open(world: &mut World, file: Option<&Path>) -> Result<(), String> {
    let packs = world.resource::<Session>().packs.clone();
    let editor = world.get_resource_mut::<Editor>();
    match (file, editor) {
        (None, Some(_)) => {}
        (None, None) => {
            world.insert_resource(Editor::blank(&packs)?);
        }
        (Some(file), Some(editor)) if editor.is_of(file) => {}
        (Some(file), Some(mut editor)) if editor.is_unsaved() => {
            editor.dialog = Some(Dialog::Unsaved(dialogs::Then::Open(file.to_owned())));
        }
        (Some(file), _) => world.insert_resource(Editor::of_file(file, &packs)?),
    }
    world
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Editor);
    Ok(())
}

/// Begins a new mission that is to become a file: asks for its rules and its size.
///
/// # Errors
/// A sentence why there is no new mission.
pub fn begin(world: &mut World, file: PathBuf) -> Result<(), String> {
    let mut editor = Editor::blank(&world.resource::<Session>().packs)?;
    editor.dialog = Some(Dialog::New(dialogs::Wanted::of_file(
        editor.page.draft.rules(),
        file,
    )));
    world.insert_resource(editor);
    world
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Editor);
    Ok(())
}

/// Whether the battle that is played tries a draft.
pub fn is_tried(world: &World) -> bool {
    let editor = world.get_resource::<Editor>();
    editor.is_some_and(|editor| editor.is_testing)
}

/// What leads back from a battle that tries a draft.
pub const BACK: &str = "Back to the editor";

/// Goes back to the editor from a battle that tries a draft, which is as its author left it: nothing is asked.
pub fn back(world: &mut World) {
    close_all(world);
    world.resource_mut::<Session>().request = Some(Request::Leave);
}

/// Returns the screen to go to from a battle: the editor, if the battle tried a draft.
pub fn home(world: &mut World) -> Screen {
    let editor = world.get_resource_mut::<Editor>();
    match editor.is_some_and(|mut editor| std::mem::take(&mut editor.is_testing)) {
        true => Screen::Editor,
        false => Screen::Missions,
    }
}

/// Gives up a mission that was left.
fn leave(mut commands: Commands, editor: Option<Res<Editor>>, mut props: ResMut<Props>) {
    *props = Props::default();
    if editor.is_some_and(|editor| editor.is_left) {
        commands.remove_resource::<Editor>();
    }
}

fn enter(mut shown: ResMut<show::Shown>, mut editor: ResMut<Editor>) {
    *shown = show::Shown::default();
    editor.going = None;
    editor.fits = true;
}

/// Works out problems and doubts anew when the draft has changed, but not within a stroke.
fn check(mut editor: ResMut<Editor>) {
    let page = &editor.page;
    if page.checked != page.revision && !page.draft.is_stroke() {
        let page = &mut editor.page;
        page.findings = page.draft.findings(&page.catalog);
        page.checked = page.revision;
    }
}

fn draw(world: &mut World) {
    let Some(context) = crate::game::kit::context(world) else {
        return;
    };
    world.resource_scope(|world, mut editor: Mut<Editor>| {
        let editor = &mut *editor;
        let layout = &world.resource::<Settings>().layout;
        editor.hand.layout.clone_from(layout);
        world.resource_scope(|world, mut props: Mut<Props>| {
            let is_typing = context.text_edit_focused();
            if !is_typing && editor.dialog.is_none() {
                // Keys belong to the board: Tab must not walk through the buttons.
                context.memory_mut(|memory| {
                    if let Some(focused) = memory.focused() {
                        memory.surrender_focus(focused);
                    }
                });
            }
            let is_dragging = context.egui_is_using_pointer();
            let is_idle = !is_typing && !is_dragging && editor.going.is_none();
            if is_idle {
                // A field that went away while it was typed in does not tell that it lost the keys.
                editor.page.draft.end_stroke();
            }
            palette::palette(&context, editor, &mut props);
            properties::properties(&context, editor);
            bar::status(&context, editor);
            bar::top(world, &context, editor);
            dialogs::show(world, &context, editor);
        });
    });
}

impl Editor {
    fn sheet_grid(&self) -> crate::battle::grid::Grid {
        self.page.draft.sheet().board.grid
    }

    /// Begins with a mission, and the first of everything in hand.
    fn new(page: Page) -> Self {
        Self {
            hand: Hand::of(&page),
            page,
            cursor: None,
            side: None,
            chosen: None,
            going: None,
            dialog: None,
            notice: None,
            is_testing: false,
            look: None,
            fits: true,
            is_left: false,
        }
    }

    /// Begins a mission of the usual rules and size.
    fn blank(packs: &[PathBuf]) -> Result<Self, String> {
        let board = (Layout::PointyOddRows, 28, 20);
        let text = fresh(RuleSet::default(), "New mission", board);
        Self::of_text(
            text.ok_or("these rules have no template for a new mission")?,
            packs,
        )
    }

    /// Begins a mission from a text of its own.
    fn of_text(text: String, packs: &[PathBuf]) -> Result<Self, String> {
        let draft =
            Draft::from_text("new mission", text.clone()).map_err(|problem| problem.to_string())?;
        let catalog = catalog_of(Path::new("new mission.ron"), &text, packs)?;
        Ok(Self::new(Page::new(draft, None, text, catalog)))
    }

    fn of_file(path: &Path, packs: &[PathBuf]) -> Result<Self, String> {
        let (file, draft) = OpenedFile::open(path).map_err(|problem| problem.to_string())?;
        let text = draft.text().to_owned();
        let catalog = catalog_of(path, &text, packs)?;
        Ok(Self::new(Page::new(draft, Some(file), text, catalog)))
    }

    /// Whether this is the file that is edited.
    fn is_of(&self, path: &Path) -> bool {
        (self.page.file.as_ref()).is_some_and(|file| file.path() == path)
    }

    /// Whether leaving would lose something.
    fn is_unsaved(&self) -> bool {
        match &self.page.file {
            Some(file) => file.is_behind(&self.page.draft),
            None => self.page.draft.text() != self.page.first,
        }
    }

    /// Makes an edit and reports the result; whether it was made.
    fn apply(&mut self, edit: &Edit) -> bool {
        let page = &mut self.page;
        let made = page.draft.apply(edit);
        let is_made = made.is_ok();
        match made {
            Ok(notes) if notes.is_empty() => {}
            Ok(notes) => self.notice = Some((notes.join("; "), true)),
            Err(why) => self.notice = Some((why, true)),
        }
        self.changed();
        is_made
    }

    /// Returns a free hex for something new: in the start zone of the side that is edited, if it has one, else as
    /// near the middle of the board as possible.
    fn free_hex(&self) -> (i32, i32) {
        let page = &self.page;
        let sheet = page.draft.sheet();
        let side = self.chosen.map_or(self.hand.side, |(side, _)| side);
        let starts = page.start_zones(side);
        let zones = sheet
            .zones
            .iter()
            .filter(|zone| starts.contains(&zone.name));
        let mut hexes = zones.flat_map(|zone| zone.hexes.iter().copied());
        let grid = sheet.board.grid;
        let is_free = |tile: &TileId| sheet.unit_at(*tile).is_none();
        let middle = grid.from_offset(i32::from(grid.width) / 2, i32::from(grid.height) / 2);
        let off = |tile: &TileId| middle.map_or(0, |middle| grid.distance(*tile, middle));
        let free = hexes
            .find(is_free)
            .or_else(|| grid.tiles().filter(is_free).min_by_key(off));
        free.map_or((0, 0), |tile| grid.to_offset(tile))
    }

    /// Notes that the draft may have changed.
    fn changed(&mut self) {
        self.page.revision += 1;
        let sides = &self.page.draft.sheet().sides;
        let exists = |&(side, index): &(usize, usize)| {
            sides.get(side).is_some_and(|side| index < side.units.len())
        };
        self.chosen = self.chosen.filter(exists);
        self.hand.side = self.hand.side.min(sides.len().saturating_sub(1));
    }

    fn undo(&mut self) {
        if !self.page.draft.undo() {
            self.notice = Some(("nothing to undo".into(), true));
        }
        self.changed();
    }

    fn redo(&mut self) {
        if !self.page.draft.redo() {
            self.notice = Some(("nothing to redo".into(), true));
        }
        self.changed();
    }

    /// Jumps to what a problem or doubt is about.
    fn jump(&mut self, index: usize) {
        let page = &self.page;
        let spot =
            (page.findings.all().nth(index)).and_then(|problem| page.draft.locate(problem.place));
        let sheet = page.draft.sheet();
        let tile = match spot {
            Some(Spot::Hex(tile)) => Some(tile),
            Some(Spot::Unit(side, index)) => {
                self.chosen = Some((side, index));
                let unit = sheet.unit(side, index);
                unit.and_then(|unit| unit.tile(sheet.board.grid))
            }
            Some(Spot::Zone(name)) => {
                let first = sheet
                    .zone(&name)
                    .and_then(|zone| zone.hexes.first().copied());
                self.hand.zone = Some(name);
                self.hand.tool = hand::Tool::Zone;
                first
            }
            Some(Spot::Side(_) | Spot::Field(_)) | None => None,
        };
        if tile.is_some() {
            (self.cursor, self.look) = (tile, tile);
        }
    }

    /// Starts a battle with the draft as it is.
    fn test_play(&mut self, world: &mut World) {
        let page = &mut self.page;
        page.draft.end_stroke();
        let path = (page.file.as_ref()).map_or(Path::new("draft.ron"), OpenedFile::path);
        let source = content::assets_folder().and_then(|folder| {
            let text = page.draft.text().to_owned();
            let source = MissionSource::of_text(path, text, &folder.join("content"));
            let source = source.map_err(|problems| problems.to_string())?;
            with_packs(source, &world.resource::<Session>().packs)
        });
        match source {
            Ok(source) => {
                if let Some(problem) = page.draft.problems(&page.catalog).first() {
                    self.notice = Some((format!("not yet playable: {}", problem.message), true));
                    return;
                }
                self.is_testing = true;
                self.notice = None;
                world.resource_mut::<Session>().request = Some(Request::Begin {
                    source: Box::new(source),
                    seed: None,
                });
            }
            Err(why) => self.notice = Some((why, true)),
        }
    }
}

impl Page {
    fn new(draft: Draft, file: Option<OpenedFile>, first: String, catalog: Arc<Catalog>) -> Self {
        let mut page = Self {
            findings: draft.findings(&catalog),
            forms: draft.forms(&catalog),
            mission_fields: mission_fields(),
            side_fields: side_fields(draft.forms(&catalog).at_table),
            draft,
            file,
            target: None,
            first,
            catalog,
            revision: 1,
            checked: 1,
            made: None,
        };
        page.made = page.draft.made_board(&page.catalog, 0);
        page
    }

    /// Lists the zones that something names, with what they are for.
    fn zones_in_use(&self) -> Vec<(Role, String)> {
        Forms::zones_in_use(self.draft.root(), self.draft.sheet().outline)
    }

    /// Lists the zones in which a side begins.
    fn start_zones(&self, side: usize) -> Vec<String> {
        let root = self.draft.root();
        let starts =
            (self.draft.sheet().outline.zones.iter()).filter(|(role, _)| *role == Role::Start);
        let zones = starts.filter_map(|(_, names)| match names {
            ["sides", field] => edit::Path::of("sides").item(side).field(field).find(root),
            [field] if side == 0 => edit::Path::of(field).find(root),
            _ => None,
        });
        zones.flat_map(|node| texts_at(node, &[])).collect()
    }
}

/// Reads the definitions a mission plays with, packs over them.
fn catalog_of(path: &Path, text: &str, packs: &[PathBuf]) -> Result<Arc<Catalog>, String> {
    let content = content::assets_folder()?.join("content");
    let source = MissionSource::of_text(path, text.to_owned(), &content);
    let source = (source.map_err(|problems| problems.to_string()))
        .and_then(|source| with_packs(source, packs));
    // Packs that cannot be read are a problem of the mission, not of the editor.
    let texts = match source {
        Ok(source) => source.content,
        Err(_) => ContentText::read(&content).map_err(|problems| problems.to_string())?,
    };
    let catalog = texts
        .catalog("content")
        .map_err(|problems| problems.to_string())?;
    Ok(Arc::new(catalog))
}
