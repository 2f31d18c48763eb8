//! Pictures of the boards of missions, painted in the background when the list is first looked at.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy_egui::egui::{self, ColorImage, TextureHandle, TextureOptions};
use tiny_skia::Pixmap;

use crate::game::rules::playable::Playable;
use crate::game::shell::packs::Packs;
use crate::game::shell::session::{Session, read_mission};
use crate::game::table::film::{Stock, board_picture};
use crate::game::table::palette::Meaning;
use crate::mission::AS_WRITTEN;
use crate::{content, with_rules};

/// Pixels that a picture is wide.
const WIDTH: u32 = 320;

/// A mission file, and when it was last changed.
type Version = (PathBuf, Option<SystemTime>);

/// Pictures that were painted and are not yet taken over.
type Painted = Arc<Mutex<Vec<(PathBuf, Pixmap)>>>;

/// The pictures of all boards.
#[derive(Resource, Default)]
pub struct Boards {
    of: Vec<Version>,
    /// The packs it was painted with.
    edition: u64,
    pictures: BTreeMap<PathBuf, TextureHandle>,
    painted: Painted,
    painting: Option<Task<()>>,
}

fn keep(painted: &Painted, file: PathBuf, picture: Pixmap) {
    let mut painted = painted.lock().unwrap_or_else(PoisonError::into_inner);
    painted.push((file, picture));
}

impl Boards {
    /// Paints boards that are new or changed.
    pub fn begin(mut boards: ResMut<Self>, session: Res<Session>, packs: Res<Packs>) {
        if std::mem::replace(&mut boards.edition, packs.edition) != packs.edition {
            boards.of.clear();
        }
        let files = session.listed.iter().filter(|entry| entry.mission.is_ok());
        let versions: Vec<Version> = files
            .map(|entry| {
                let changed = entry.file.metadata().and_then(|about| about.modified());
                (entry.file.clone(), changed.ok())
            })
            .collect();
        let is_new = |version: &&Version| !boards.of.contains(version);
        let new: Vec<_> = versions
            .iter()
            .filter(is_new)
            .map(|(file, _)| file.clone())
            .collect();
        boards.of = versions;
        if new.is_empty() {
            return;
        }
        let painted = boards.painted.clone();
        let packs = session.packs.clone();
        boards.painting = Some(AsyncComputeTaskPool::get().spawn(async move {
            let mut stock: Option<Arc<Stock>> = None;
            let Ok(usual) = content::load_default() else {
                return;
            };
            for file in new {
                let Ok((_, mission)) = read_mission(&file, &packs, 0, AS_WRITTEN) else {
                    continue;
                };
                let orientation = mission.board.grid.layout.orientation();
                let stock = match stock
                    .take()
                    .filter(|stock| stock.orientation() == orientation)
                {
                    Some(known) => stock.insert(known),
                    None => stock.insert(Arc::new(Stock::new(orientation))),
                };
                let poster = with_rules!(mission.rules, R => R::poster(&mission, &usual));
                let starts = poster
                    .starts
                    .into_iter()
                    .map(|tile| (tile, Meaning::OwnSide));
                let exits = poster.exits.into_iter().map(|tile| (tile, Meaning::Exit));
                let picture = board_picture(stock, &mission, starts.chain(exits), WIDTH);
                keep(&painted, file, picture);
                // Whoever has left need not wait for the rest.
                yield_now().await;
            }
        }));
    }

    /// Takes over what was painted since.
    pub fn collect(&mut self, context: &egui::Context) {
        let painted = self.painted.clone();
        let mut painted = painted.lock().unwrap_or_else(PoisonError::into_inner);
        for (file, picture) in painted.drain(..) {
            let size = [picture.width(), picture.height()].map(|side| side as usize);
            let image = ColorImage::from_rgba_premultiplied(size, picture.data());
            let name = file.display().to_string();
            let texture = context.load_texture(name, image, TextureOptions::LINEAR);
            self.pictures.insert(file, texture);
        }
    }

    /// Returns the picture of a mission's board, once it is painted.
    pub fn get(&self, file: &PathBuf) -> Option<&TextureHandle> {
        self.pictures.get(file)
    }
}
