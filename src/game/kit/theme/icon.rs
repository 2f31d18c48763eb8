//! Icons of the interface and emblems of rule sets, drawn in the files of `assets/art/icons` and
//! `assets/art/emblems`.
//!
//! **Invariant:** an icon is told by its shape; its color is that of the text beside it.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_egui::egui::{
    Color32, ColorImage, Context, Id, Painter, Rect, TextureHandle, TextureOptions, Vec2, pos2,
};

use crate::game::table::art;

/// Declares icons by the names of their files.
macro_rules! icons {
    ($($name:ident,)*) => {
        /// A picture on a button or before a line.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Icon {
            $($name,)*
        }

        impl Icon {
            /// Returns its name.
            fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// Returns the icon of a name.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($name) => Some(Self::$name),)*
                    _ => None,
                }
            }
        }

        #[cfg(test)]
        const ALL: &[Icon] = &[$(Icon::$name,)*];
    };
}

icons! {
    TakeCover, Prone, Stand, Disengage, Reload, Watch, PinDown, Door, Interact, Leave, EndUnit,
    EndTurn, Undo, Single, Aimed, Head, Burst, Auto, Blade, Ground, Walk, Run, Sneak, Crawl,
    Grenade, Mine, Medikit, Box, Gun, Star, HalfShield, FullShield, OpenShield, Eye, Crosshair,
    Clock, Book, Help, Menu, Save, List, Reserve, Skull, Play, Pause, StepBack, StepForward,
    ToStart, ToEnd, Melee, Ranged, Spell, Utility, Reactive, Passive, Damage, Heat, Taint, Sp, Hand,
    Deck, Discard, JumpJets, SpallPlates, Vents, ToolChest,
}

/// Width of the drawings.
const SIDE: f32 = 100.0;

/// Color of what is purple in emblems, as `0xRRGGBB`: sand.
const TINT: u32 = 0xE2_C484;

/// A drawing by folder and name.
type Drawing = (&'static str, &'static str);

/// Drawings by size in pixels, painted when they are first shown.
type Painted = Arc<BTreeMap<(Drawing, u32), TextureHandle>>;

/// Draws an icon in a square.
pub fn draw(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    put(painter, rect, ("icons", icon.name()), color);
}

/// Draws an emblem in a square, by its name.
pub fn emblem(painter: &Painter, rect: Rect, name: &'static str) {
    put(painter, rect, ("emblems", name), Color32::WHITE);
}

fn put(painter: &Painter, rect: Rect, drawing: Drawing, color: Color32) {
    let side = rect.width().min(rect.height());
    let pixels = (side * painter.ctx().pixels_per_point()).round().max(1.0) as u32;
    let texture = texture(painter.ctx(), drawing, pixels);
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let square = Rect::from_center_size(rect.center(), Vec2::splat(side));
    painter.image(texture.id(), square, whole, color);
}

fn texture(context: &Context, drawing: Drawing, pixels: u32) -> TextureHandle {
    let id = Id::new("icons");
    let painted: Painted = context.data(|data| data.get_temp(id)).unwrap_or_default();
    if let Some(texture) = painted.get(&(drawing, pixels)) {
        return texture.clone();
    }
    let picture = picture(drawing, pixels);
    let size = [picture.width() as usize, picture.height() as usize];
    let image = ColorImage::from_rgba_premultiplied(size, picture.data());
    let texture = context.load_texture(drawing.1, image, TextureOptions::LINEAR);
    let mut painted = Arc::unwrap_or_clone(painted);
    painted.insert((drawing, pixels), texture.clone());
    context.data_mut(|data| data.insert_temp(id, Arc::new(painted)));
    texture
}

fn picture((folder, name): Drawing, pixels: u32) -> tiny_skia::Pixmap {
    art::picture(folder, name, pixels as f32 / SIDE, TINT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::playable::Playable;
    use crate::mission::RuleSet;
    use crate::with_rules;

    #[test]
    fn every_icon_has_a_drawing_that_shows_something() {
        for &icon in ALL {
            let picture = picture(("icons", icon.name()), 20);
            let most = picture.pixels().iter().map(|pixel| pixel.alpha()).max();
            assert!(most > Some(200), "{icon:?}");
            assert_eq!(Icon::named(icon.name()), Some(icon));
        }
    }

    #[test]
    fn every_rule_set_has_an_emblem_and_those_of_their_own_differ() {
        let mut seen = vec![picture(("emblems", "Plain"), 24).take()];
        for &rules in RuleSet::all() {
            let name = with_rules!(rules, R => R::EMBLEM);
            let emblem = picture(("emblems", name), 24);
            let shown = emblem.pixels().iter().filter(|pixel| pixel.alpha() > 200);
            assert!(shown.count() > 100, "{name}");
            let emblem = emblem.take();
            assert!(
                name == "Plain" || !seen.contains(&emblem),
                "{name} is like another"
            );
            seen.push(emblem);
        }
    }
}
