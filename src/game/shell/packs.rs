//! The content packs of the player: which there are, which are switched on, in what order, and what they
//! change.
//!
//! **Invariant:** the settings say what the player chose, and the folder what there is; a broken pack is left
//! out of every battle, whatever was chosen.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::fingerprint::stable_hash;
use crate::content::changes::{Changes, Clash, compare};
use crate::content::problem::{Problem, Problems};
use crate::content::{self, ContentText, MISSIONS, PackText, read_text, tree};
use crate::game::shell::folders;
use crate::game::shell::session::{Session, list_missions};
use crate::game::shell::settings::Settings;
use crate::mission;

/// A pack in its place in the order, and whether the player switched it on; kept in the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackChoice {
    /// Name of its folder.
    pub folder: String,
    /// Whether it is switched on.
    pub is_on: bool,
}

/// A pack of the player.
#[derive(Clone, Debug)]
pub struct Pack {
    /// Its folder.
    pub folder: PathBuf,
    /// Its name, made of that of its folder.
    pub name: String,
    /// Whether it is switched on; a broken one is left out all the same.
    pub is_wanted: bool,
    /// Names of the missions it brings.
    pub missions: Vec<String>,
    /// What it changes, or what is wrong with it.
    pub changes: Result<Changes, Problems>,
}

impl Pack {
    /// Whether battles are begun with it.
    pub fn is_on(&self) -> bool {
        self.is_wanted && self.changes.is_ok()
    }

    /// Summarizes what it brings in a line.
    pub fn sum(&self) -> String {
        let Ok(changes) = &self.changes else {
            return "broken".to_owned();
        };
        let parts = [
            ("changes", changes.changed.len(), "figure"),
            ("adds", changes.added.len(), "definition"),
            ("has", self.missions.len(), "mission"),
            ("has", changes.pictures.len(), "picture"),
        ];
        let parts = parts.into_iter().filter(|(_, count, _)| *count > 0);
        let parts: Vec<_> = parts
            .map(|(does, count, what)| {
                let many = if count == 1 { "" } else { "s" };
                format!("{does} {count} {what}{many}")
            })
            .collect();
        match parts.is_empty() {
            true => "no changes".to_owned(),
            false => parts.join(", "),
        }
    }
}

/// All packs of the player, in their order.
#[derive(Resource, Clone, Debug, Default)]
pub struct Packs {
    /// Each pack.
    pub all: Vec<Pack>,
    /// A number for what is in those that are switched on.
    pub edition: u64,
    clashes: Vec<Clash>,
}

/// One side of a conflict between packs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// What is in conflict, and who wins, in a sentence.
    pub text: String,
    /// Whether the pack wins that is asked about.
    pub is_won: bool,
}

impl Packs {
    /// Finds the packs of the player's folder and, of other names, those that come with the game: those chosen
    /// before in their order, others after them and off. Also returns the names of those that are gone.
    ///
    /// # Errors
    /// Why the player's folder cannot be read.
    pub fn find(
        own: &Path,
        shipped: &Path,
        base: &ContentText,
        chosen: &[PackChoice],
    ) -> Result<(Self, Vec<String>), String> {
        // A program may have been installed without any.
        let mut left = within(shipped).unwrap_or_default();
        left.extend(
            within(own).map_err(|error| format!("cannot read {}: {error}", own.display()))?,
        );
        let (mut places, mut gone) = (Vec::new(), Vec::new());
        for PackChoice { folder, is_on } in chosen {
            match left.remove(folder) {
                Some(place) => places.push((place, *is_on)),
                None => gone.push(name_of(Path::new(folder))),
            }
        }
        places.extend(left.into_values().map(|place| (place, false)));
        Ok((Self::read(places, base), gone))
    }

    fn read(places: Vec<(PathBuf, bool)>, base: &ContentText) -> Self {
        let texts: Vec<_> = places.iter().map(|(folder, _)| text_of(folder)).collect();
        let wanted = places.iter().map(|(_, is_wanted)| *is_wanted);
        let compared = compare(base, texts.iter().cloned().zip(wanted));
        let all = places.into_iter().zip(compared.packs);
        let all = all.map(|((folder, is_wanted), changes)| Pack {
            name: name_of(&folder),
            missions: missions_of(&folder),
            folder,
            is_wanted,
            changes,
        });
        let all: Vec<_> = all.collect();
        let on = all.iter().zip(texts).filter(|(pack, _)| pack.is_on());
        let on = on.map(|(pack, text)| (text.ok(), mission::files(&pack.folder.join(MISSIONS))));
        Self {
            edition: stable_hash(&on.collect::<Vec<_>>()),
            clashes: compared.clashes,
            all,
        }
    }

    /// Returns the folders of those that battles are begun with.
    pub fn folders(&self) -> Vec<PathBuf> {
        let on = self.all.iter().filter(|pack| pack.is_on());
        on.map(|pack| pack.folder.clone()).collect()
    }

    /// Returns what is kept of them in the settings.
    pub fn choices(&self) -> Vec<PackChoice> {
        let choice = |pack: &Pack| PackChoice {
            folder: folder_name(&pack.folder),
            is_on: pack.is_wanted,
        };
        self.all.iter().map(choice).collect()
    }

    /// Lists what a pack and others set differently.
    pub fn conflicts(&self, number: usize) -> Vec<Conflict> {
        let is_in = |clash: &&Clash| clash.set_by.iter().any(|(by, _)| *by == number);
        let told = |clash: &Clash| {
            let (winner, held) = clash.set_by.last()?;
            let sets = |(by, to): &(usize, String)| match *by == number {
                true => format!("overrides {to} of this pack"),
                false => format!("overrides {to} of {}", self.all[*by].name),
            };
            let is_won = *winner == number;
            let wins = match is_won {
                true => format!("this pack sets it to {held}"),
                false => format!("{} sets it to {held}", self.all[*winner].name),
            };
            let others: Vec<_> = clash.set_by[..clash.set_by.len() - 1]
                .iter()
                .map(sets)
                .collect();
            let text = format!("{}: {wins}; {}", clash.figure, others.join(", "));
            Some(Conflict { text, is_won })
        };
        self.clashes.iter().filter(is_in).filter_map(told).collect()
    }
}

/// Lists what is in a folder by name, but for hidden files.
fn within(folder: &Path) -> io::Result<BTreeMap<String, PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names = names.filter(|name| !name.starts_with('.'));
    Ok(names
        .map(|name| (name.clone(), folder.join(name)))
        .collect())
}

/// Reads a pack.
fn text_of(folder: &Path) -> Result<PackText, Problems> {
    match folder.is_dir() {
        true => PackText::read(folder),
        false => {
            let message = "is not a folder: a pack is a folder of content files; unpack it here";
            Err(Problem::of_file(&folder.display().to_string(), message).into())
        }
    }
}

/// Names the missions of a pack; one that cannot be read by its file.
fn missions_of(folder: &Path) -> Vec<String> {
    let files = mission::files(&folder.join(MISSIONS)).into_iter();
    let name = |file: &Path| {
        let root = tree::parse("", &read_text(file).ok()?).ok()?;
        Some(root.field("name")?.as_text()?.to_owned())
    };
    files
        .map(|file| name(&file).unwrap_or_else(|| name_of(&file.with_extension(""))))
        .collect()
}

fn folder_name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Names a pack by its folder: `long_rifles` is "Long rifles".
pub fn name_of(folder: &Path) -> String {
    let words = folder_name(folder).replace(['_', '-'], " ");
    let mut letters = words.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Looks which packs there are, and lists missions anew where what is switched on changed.
pub fn look(world: &mut World) {
    let chosen = world.resource::<Settings>().packs.clone();
    let found = folders::packs().and_then(|folder| {
        let assets = content::assets_folder()?;
        let base = ContentText::read(&assets.join("content"));
        Packs::find(
            &folder,
            &assets.join("packs"),
            &base.map_err(|problems| problems.to_string())?,
            &chosen,
        )
    });
    let (packs, gone) = match found {
        Ok(found) => found,
        Err(why) => {
            let mut session = world.resource_mut::<Session>();
            session.notice = Some((why, true));
            if session.listed.is_empty() {
                session.listed = list_missions(&[]);
            }
            return;
        }
    };
    if packs.choices() != chosen {
        world.resource_mut::<Settings>().packs = packs.choices();
    }
    let before = world.remove_resource::<Packs>();
    let (edition, folders) = (packs.edition, packs.folders());
    world.insert_resource(packs);
    let mut session = world.resource_mut::<Session>();
    if !gone.is_empty() {
        let text = format!(
            "removed from the list because the folder is gone: {}",
            gone.join(", ")
        );
        session.notice = Some((text, true));
    }
    let is_other = before.is_none_or(|before| before.edition != edition);
    if is_other || session.listed.is_empty() {
        session.packs = folders;
        session.listed = list_missions(&session.packs);
    }
}

/// Switches a pack on or off.
pub fn turn(world: &mut World, number: usize, is_on: bool) {
    let is_sound = |packs: &Packs| {
        packs
            .all
            .get(number)
            .is_some_and(|pack| pack.changes.is_ok())
    };
    if is_on && !is_sound(world.resource::<Packs>()) {
        let why = "fix the pack before you turn it on".to_owned();
        world.resource_mut::<Session>().notice = Some((why, true));
        return;
    }
    if let Some(choice) = world.resource_mut::<Settings>().packs.get_mut(number) {
        choice.is_on = is_on;
    }
    look(world);
}

/// Puts a pack one place up or down; returns where it is then.
pub fn shift(world: &mut World, number: usize, is_down: bool) -> usize {
    let to = match is_down {
        true => number + 1,
        false => number.saturating_sub(1),
    };
    let packs = &mut world.resource_mut::<Settings>().packs;
    if to >= packs.len() || number >= packs.len() {
        return number;
    }
    packs.swap(number, to);
    look(world);
    to
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shell::session::read_mission;
    use crate::headless::Arena;
    use crate::mission::AS_WRITTEN;
    use crate::save::JournalFile;
    use crate::with_rules;

    const TOUGH: &str = "[(key: \"medic\", health: 70)]";
    const FRAIL: &str = "[(key: \"medic\", health: 40)]";
    const BROKEN: &str = "[\n(key: \"medic\", health: -1)]";

    fn base() -> ContentText {
        let assets = content::assets_folder().expect("the assets are beside the crate");
        ContentText::read(&assets.join("content")).expect("the shipped content is there")
    }

    fn put(folder: &Path, name: &str, units: &str) -> PathBuf {
        let pack = folder.join(name);
        fs::create_dir_all(&pack).expect("a folder of the test's own");
        fs::write(pack.join("units.ron"), units).expect("a file of the test's own");
        pack
    }

    fn choices(chosen: &[(&str, bool)]) -> Vec<PackChoice> {
        let choice = |&(folder, is_on): &(&str, bool)| PackChoice {
            folder: folder.to_owned(),
            is_on,
        };
        chosen.iter().map(choice).collect()
    }

    fn find(folder: &Path, chosen: &[(&str, bool)]) -> (Packs, Vec<String>) {
        let shipped = folder.join("shipped");
        Packs::find(folder, &shipped, &base(), &choices(chosen)).expect("the folder is there")
    }

    fn texts(packs: &Packs, number: usize) -> Vec<(String, bool)> {
        let conflicts = packs.conflicts(number).into_iter();
        conflicts
            .map(|conflict| (conflict.text, conflict.is_won))
            .collect()
    }

    #[test]
    fn packs_stand_as_they_were_chosen_new_ones_after_them_and_those_gone_are_told() {
        let folder = tempfile::tempdir().expect("a folder of the test's own");
        put(folder.path(), "tough_medics", TOUGH);
        put(folder.path(), "frail", FRAIL);
        put(folder.path(), "another", FRAIL);
        let chosen = [
            ("tough_medics", true),
            ("lost-ones", true),
            ("frail", false),
        ];
        let (packs, gone) = find(folder.path(), &chosen);
        let kept = [("tough_medics", true), ("frail", false), ("another", false)];
        assert_eq!(packs.choices(), choices(&kept));
        assert_eq!(gone, ["Lost ones"]);
        assert_eq!(packs.all[0].name, "Tough medics");
        assert_eq!(packs.all[0].sum(), "changes 1 figure");
        assert_eq!(packs.folders(), [folder.path().join("tough_medics")]);
        let nowhere = folder.path().join("nowhere");
        assert!(Packs::find(&nowhere, &nowhere, &base(), &[]).is_err());
    }

    #[test]
    fn packs_of_the_game_are_listed_and_sound_until_the_player_has_one_of_that_name() {
        let folder = tempfile::tempdir().expect("a folder of the test's own");
        let shipped = content::assets_folder().map(|assets| assets.join("packs"));
        let shipped = shipped.expect("the assets are beside the crate");
        let find = || {
            let found = Packs::find(folder.path(), &shipped, &base(), &[]);
            found.expect("the folder is there").0.all
        };
        let packs = find();
        assert!(!packs.is_empty());
        for pack in &packs {
            let changes = pack.changes.as_ref();
            let changes = changes.unwrap_or_else(|problems| panic!("{problems}"));
            assert!(
                !changes.added.is_empty() && !changes.pictures.is_empty(),
                "{}",
                pack.name
            );
            assert!(!pack.is_wanted, "it changes no battle unasked");
        }
        let own = put(folder.path(), &folder_name(&packs[0].folder), TOUGH);
        assert_eq!(find()[0].folder, own);
        assert_eq!(find().len(), packs.len());
    }

    #[test]
    fn both_sides_of_a_conflict_are_told_who_wins() {
        let folder = tempfile::tempdir().expect("a folder of the test's own");
        put(folder.path(), "tough", TOUGH);
        put(folder.path(), "frail", FRAIL);
        let (packs, _) = find(folder.path(), &[("tough", true), ("frail", true)]);
        let lost = "medic health: Frail sets it to 40; overrides 70 of this pack".to_owned();
        let won = "medic health: this pack sets it to 40; overrides 70 of Tough".to_owned();
        assert_eq!(texts(&packs, 0), [(lost, false)]);
        assert_eq!(texts(&packs, 1), [(won, true)]);
        let (packs, _) = find(folder.path(), &[("frail", true), ("tough", true)]);
        let won = "medic health: this pack sets it to 70; overrides 40 of Frail".to_owned();
        assert_eq!(texts(&packs, 1), [(won, true)]);
        let (packs, _) = find(folder.path(), &[("frail", true), ("tough", false)]);
        assert_eq!(texts(&packs, 0), []);
    }

    #[test]
    fn a_broken_pack_is_left_out_until_it_is_mended() {
        let folder = tempfile::tempdir().expect("a folder of the test's own");
        let pack = put(folder.path(), "medics", BROKEN);
        fs::write(folder.path().join("packed.zip"), "PK").expect("a file of the test's own");
        let chosen = [("medics", true), ("packed.zip", true)];
        let (packs, _) = find(folder.path(), &chosen);
        let problems = |at: usize| {
            packs.all[at]
                .changes
                .as_ref()
                .expect_err("broken")
                .to_string()
        };
        assert!(problems(0).contains("units.ron:2:24: "), "{}", problems(0));
        assert!(problems(1).contains("unpack it"), "{}", problems(1));
        assert_eq!(packs.folders(), Vec::<PathBuf>::new());
        assert_eq!(packs.choices(), choices(&chosen));
        put(folder.path(), "medics", TOUGH);
        let (packs, _) = find(folder.path(), &chosen);
        assert_eq!(packs.folders(), [pack]);
    }

    #[test]
    fn turning_and_shifting_is_kept_in_the_settings_and_holds_for_missions() {
        let folder = folders::packs().expect("the tests have one");
        let tough = put(&folder, "tough_test", TOUGH);
        let frail = put(&folder, "frail_test", FRAIL);
        put(&folder, "broken_test", BROKEN);
        let mut world = World::new();
        let packs = choices(&[
            ("tough_test", false),
            ("frail_test", false),
            ("broken_test", false),
        ]);
        world.insert_resource(Settings {
            packs,
            ..Settings::default()
        });
        world.init_resource::<Session>();
        look(&mut world);
        let listed = |world: &World| world.resource::<Session>().listed.len();
        let shipped = listed(&world);
        assert!(shipped > 5);
        turn(&mut world, 0, true);
        turn(&mut world, 1, true);
        turn(&mut world, 2, true);
        let notice = world.resource_mut::<Session>().notice.take();
        assert!(notice.is_some_and(|(text, is_bad)| is_bad && text.contains("fix the pack")));
        assert_eq!(
            world.resource::<Session>().packs,
            [tough.clone(), frail.clone()]
        );
        assert_eq!(shift(&mut world, 0, true), 1);
        assert_eq!(world.resource::<Session>().packs, [frail, tough.clone()]);
        let kept = choices(&[
            ("frail_test", true),
            ("tough_test", true),
            ("broken_test", false),
        ]);
        let settings = world.resource::<Settings>();
        assert_eq!(settings.packs[..3], kept);
        assert_eq!(
            Settings::from_text(&settings.to_text()).as_ref(),
            Ok(settings)
        );
        assert_eq!(shift(&mut world, 0, false), 0);
        // A mission that it brings is listed while it is on.
        let assets = content::assets_folder().expect("the assets are beside the crate");
        let mission = mission::files(&assets.join("missions"))[0].clone();
        fs::create_dir(tough.join(MISSIONS)).expect("a folder of the test's own");
        fs::copy(&mission, tough.join(MISSIONS).join("tough.ron")).expect("it is copied");
        look(&mut world);
        assert_eq!(listed(&world), shipped + 1);
        let brought = world
            .resource::<Session>()
            .listed
            .iter()
            .find(|entry| entry.pack.is_some());
        assert_eq!(
            brought.and_then(|entry| entry.pack.as_deref()),
            Some("Tough test")
        );
        fs::remove_dir_all(&tough).expect("it was there");
        look(&mut world);
        assert_eq!(listed(&world), shipped);
        let notice = world.resource_mut::<Session>().notice.take();
        assert!(notice.is_some_and(|(text, _)| text.contains("the folder is gone: Tough test")));
    }

    #[test]
    fn a_battle_begun_with_a_pack_is_restored_after_the_pack_is_gone() {
        let folder = tempfile::tempdir().expect("a folder of the test's own");
        let pack = put(folder.path(), "tough", TOUGH);
        let assets = content::assets_folder().expect("the assets are beside the crate");
        for mission in mission::files(&assets.join("missions")).iter().take(2) {
            let packs = [put(folder.path(), "tough", TOUGH)];
            let (source, begun) =
                read_mission(mission, &packs, 7, AS_WRITTEN).expect("it is sound");
            let mut arena = Arena::default();
            arena.set_up(&begun, 7);
            let file = folder.path().join("kept.journal");
            with_rules!(begun.rules, R => {
                let journal = JournalFile::<R>::collect(arena.world_mut(), source, 7, false);
                journal.write(&file).expect("there is room");
                fs::remove_dir_all(&pack).expect("it was there");
                let kept = JournalFile::<R>::read(&file).expect("it is whole");
                let mission = kept.mission().expect("it has all it needs");
                assert_eq!(mission.catalog, begun.catalog);
                kept.restore(&mut World::new(), &mission).expect("holds");
            });
            let gone = read_mission(mission, &packs, 7, AS_WRITTEN).expect_err("it is gone");
            assert!(gone.contains("tough"), "{gone}");
        }
    }
}
