//! Figures on tokens, each a drawing: what it carries, and how it holds itself.
//!
//! **Invariant:** figures face right; a figure without a drawing of its own for a pose is pressed flat or
//! laid on its back.

use resvg::usvg::Tree;
use tiny_skia::{Pixmap, Transform};

use super::{CANVAS, MIDDLE, hex, mixed, new_token, shift};
use crate::content::picture::Picture;
use crate::content::silhouette::{Machine, Silhouette};
use crate::game::table::art::drawing::{
    PORTRAIT, POSES, Style, is_varied, painted, read, shipped, tinted,
};
use crate::game::table::art::person::{Person, varies};

/// Pixels of a unit of the drawing of a weapon that is shown alone.
const WEAPON: f32 = 3.0;

/// What a figure is drawn from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Drawing {
    /// A file of `assets/art/units`, by its name.
    Shipped(&'static str),
    /// A file of a pack.
    Brought(Picture),
}

impl Drawing {
    /// Returns the drawing that a definition brings, or else that of a silhouette.
    pub fn of(picture: Option<&Picture>, silhouette: Silhouette) -> Self {
        let (name, _) = Silhouette::CHOICES[silhouette as usize];
        Self::or_shipped(picture, name)
    }

    /// Returns the drawing that a definition brings, or else a shipped one: where there is none or it cannot
    /// be drawn.
    pub fn or_shipped(picture: Option<&Picture>, name: &'static str) -> Self {
        let sound = picture.filter(|picture| picture.verdict().is_ok());
        sound.map_or(Self::Shipped(name), |picture| {
            Self::Brought(picture.clone())
        })
    }

    /// Returns the drawing that a definition brings, or else that of a machine.
    pub fn of_machine(picture: Option<&Picture>, machine: Machine) -> Self {
        let (name, _) = Machine::CHOICES[machine as usize];
        Self::or_shipped(picture, name)
    }

    /// Returns whom it shows of somebody: nobody in particular where it shows all people alike.
    pub fn shows(&self, person: Person) -> Person {
        let is_varied = match self {
            Self::Shipped(name) => is_varied(name),
            Self::Brought(picture) => varies(picture.svg()),
        };
        match is_varied {
            true => person,
            false => Person::default(),
        }
    }

    pub(super) fn svg(&self) -> &str {
        match self {
            Self::Shipped(name) => shipped("units", name),
            Self::Brought(picture) => picture.svg(),
        }
    }

    /// Whether it has a pose.
    fn has(&self, pose: &str) -> bool {
        self.svg().contains(&format!("id=\"{pose}\""))
    }
}

/// How a figure holds itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Pose {
    /// Upright.
    #[default]
    Stand,
    /// Walking: one of four moments.
    Step(u8),
    /// On one knee, behind cover.
    Kneel,
    /// On the belly.
    Prone,
    /// Out of action.
    Down,
}

impl Pose {
    /// Returns the id of its group in drawings.
    pub(super) fn id(self) -> &'static str {
        POSES[match self {
            Self::Stand => 0,
            Self::Step(moment) => 1 + usize::from(moment % 4),
            Self::Kneel => 5,
            Self::Prone => 6,
            Self::Down => 7,
        }]
    }

    /// Returns how somebody who stands is changed to show the pose.
    fn pressed(self) -> Transform {
        let flat = |share| Transform::from_row(1.0, 0.0, 0.0, share, 0.0, 107.0 * (1.0 - share));
        match self {
            Self::Stand | Self::Step(_) => Transform::identity(),
            Self::Kneel => flat(0.82),
            Self::Prone => flat(0.62),
            Self::Down => {
                flat(0.8).pre_concat(Transform::from_rotate_at(172.0, MIDDLE, MIDDLE + 6.0))
            }
        }
    }
}

/// What a weapon fires, to the eye and ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Round {
    /// Bullets, and blows.
    Bullet,
    /// Beams of light.
    Beam,
    /// Bolts of hot gas.
    Bolt,
    Acid,
    /// Arrows, and stones of a sling.
    Arrow,
}

/// What a weapon looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arm {
    pub shape: ArmShape,
    /// What it fires; its accent.
    pub round: Round,
}

/// Shapes of weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArmShape {
    /// Bare hands.
    None,
    /// A handgun.
    Pistol,
    /// A short automatic.
    Short,
    Rifle,
    /// A long gun with a scope.
    Long,
    /// A crew weapon with a drum.
    Heavy,
    /// A tube over the shoulder.
    Tube,
    /// Blades.
    Claws,
    Dagger,
    Sword,
    Axe,
    Mace,
    Spear,
    Staff,
    Bow,
    Sling,
}

impl Arm {
    /// Returns what a weapon of a shape that fires such rounds looks like.
    pub const fn new(shape: ArmShape, round: Round) -> Self {
        Self { shape, round }
    }

    /// Whether it strikes who is beside, and sends nothing off.
    pub fn is_blow(self) -> bool {
        use ArmShape::{Axe, Claws, Dagger, Mace, None, Spear, Staff, Sword};
        match self.shape {
            None => self.round == Round::Bullet,
            shape => matches!(shape, Claws | Dagger | Sword | Axe | Mace | Spear | Staff),
        }
    }

    /// Returns the classes shown in a drawing of a weapon or of who holds it: as a gun what the drawing has
    /// no hold of its own for.
    fn classes(self, svg: &str) -> [&'static str; 2] {
        use ArmShape::{Axe, Bow, Claws, Dagger, Mace, None, Sling, Spear, Staff, Sword};
        let held = match self.shape {
            None => "bare",
            Claws => "claws",
            Dagger | Sword | Axe | Mace | Sling => "blade",
            Spear | Staff => "pole",
            Bow => "bow",
            _ => "gun",
        };
        let held = [held, "gun", "pole"]
            .into_iter()
            .find(|held| svg.contains(&format!("class=\"{held}")));
        let fired = match self.round {
            Round::Bullet | Round::Arrow => "bullet",
            Round::Beam | Round::Bolt | Round::Acid => "energy",
        };
        [held.unwrap_or("gun"), fired]
    }

    /// Returns its drawing, colored by what it fires; bare hands have none.
    fn svg(self) -> Option<String> {
        let accent = match self.round {
            Round::Bullet | Round::Arrow => 0xD9_B45A,
            Round::Beam => 0xFF_5A48,
            Round::Bolt => 0x62_F08A,
            Round::Acid => 0xC8_DC3C,
        };
        let shape = (self.shape != ArmShape::None).then(|| format!("{:?}", self.shape));
        shape.map(|shape| tinted(shipped("weapons", &shape), accent, None))
    }
}

/// Paints a figure that faces right.
pub fn figure_picture(
    drawing: &Drawing,
    arm: Arm,
    color: [u8; 3],
    pose: Pose,
    person: Person,
) -> Pixmap {
    let (shown, place) = match drawing.has(pose.id()) {
        true => (pose, Transform::identity()),
        false => (Pose::Stand, pose.pressed()),
    };
    posed(drawing, arm, color, shown.id(), person, place)
}

/// Paints head and shoulders of a figure, as large as a token.
pub fn portrait_picture(drawing: &Drawing, arm: Arm, color: [u8; 3], person: Person) -> Pixmap {
    let (shown, place) = match drawing.has(PORTRAIT) {
        true => (PORTRAIT, Transform::identity()),
        // The upper middle of who stands.
        false => (
            Pose::Stand.id(),
            Transform::from_translate(-0.24 * CANVAS, -0.1 * CANVAS).post_scale(1.9, 1.9),
        ),
    };
    posed(drawing, arm, color, shown, person, place)
}

fn posed(
    drawing: &Drawing,
    arm: Arm,
    color: [u8; 3],
    pose: &str,
    person: Person,
    place: Transform,
) -> Pixmap {
    let weapon = arm.svg();
    let style = Style {
        tint: mixed(hex(color), 0xC8_C4BC, 0.2),
        pose,
        classes: &arm.classes(drawing.svg()),
        weapon: weapon.as_deref(),
        person: Some(person),
        ..Style::default()
    };
    over_token(read(drawing.svg(), style).ok(), place)
}

/// Paints a weapon alone, its muzzle at the right; bare hands are not painted.
pub fn weapon_picture(arm: Arm) -> Option<Pixmap> {
    arm.svg().map(|svg| {
        let style = Style {
            classes: &arm.classes(&svg),
            ..Style::default()
        };
        painted(&svg, WEAPON, style)
    })
}

/// Paints a ship or carrier seen from above, whose bow points right.
pub fn ship_picture(drawing: &Drawing, color: [u8; 3]) -> Pixmap {
    let style = Style {
        tint: mixed(hex(color), 0xF0_F2F4, 0.34),
        pose: Pose::Stand.id(),
        ..Style::default()
    };
    over_token(read(drawing.svg(), style).ok(), Transform::identity())
}

/// Paints a drawing of any size over a whole token; nothing where it could not be read, which is told where
/// its pack is.
pub(super) fn over_token(drawing: Option<Tree>, place: Transform) -> Pixmap {
    let mut picture = new_token();
    if let Some(drawing) = drawing {
        let (width, height) = (drawing.size().width(), drawing.size().height());
        let fit = CANVAS / width.max(height);
        let middle = Transform::from_translate(-width / 2.0, -height / 2.0)
            .post_scale(fit, fit)
            .post_translate(MIDDLE, MIDDLE);
        let place = middle.post_concat(place).post_concat(shift());
        resvg::render(&drawing, place, &mut picture.as_mut());
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::table::art::token::tests::{difference, outline};

    const COLOR: [u8; 3] = [80, 140, 200];
    const RIFLE: Arm = Arm::new(ArmShape::Rifle, Round::Bullet);

    fn drawn(kind: Silhouette, arm: Arm, pose: Pose) -> Vec<bool> {
        let drawing = Drawing::of(None, kind);
        outline(&figure_picture(
            &drawing,
            arm,
            COLOR,
            pose,
            Person::default(),
        ))
    }

    #[track_caller]
    fn check_apart(outlines: &[Vec<bool>], pixels: usize) {
        for (i, one) in outlines.iter().enumerate() {
            for (j, two) in outlines[..i].iter().enumerate() {
                assert!(difference(one, two) > pixels, "{i} looks like {j}");
            }
        }
    }

    /// What a kind carries in most missions.
    fn usual_arm(kind: Silhouette) -> Arm {
        let (shape, round) = match kind {
            Silhouette::Soldier | Silhouette::Officer => (ArmShape::Rifle, Round::Bullet),
            Silhouette::Marksman => (ArmShape::Long, Round::Bullet),
            Silhouette::Gunner => (ArmShape::Heavy, Round::Bullet),
            Silhouette::Medic => (ArmShape::Short, Round::Bullet),
            Silhouette::Psion | Silhouette::Drone => (ArmShape::Pistol, Round::Beam),
            Silhouette::Drifter => (ArmShape::Rifle, Round::Beam),
            Silhouette::Sectoid => (ArmShape::Short, Round::Bolt),
            Silhouette::SectoidLeader | Silhouette::Brute => (ArmShape::Rifle, Round::Bolt),
            Silhouette::Walker => (ArmShape::Heavy, Round::Bolt),
            Silhouette::Archer | Silhouette::Poacher => (ArmShape::Bow, Round::Arrow),
            Silhouette::Fighter | Silhouette::Chief => (ArmShape::Sword, Round::Bullet),
            Silhouette::Axeman | Silhouette::Thug => (ArmShape::Axe, Round::Bullet),
            Silhouette::Ranger | Silhouette::Bandit | Silhouette::Cutthroat => {
                (ArmShape::Dagger, Round::Bullet)
            }
            Silhouette::Healer | Silhouette::Mage => (ArmShape::Staff, Round::Bullet),
            Silhouette::Watchman => (ArmShape::Spear, Round::Bullet),
            Silhouette::Ripper
            | Silhouette::Wisp
            | Silhouette::Civilian
            | Silhouette::Brawler
            | Silhouette::Zombie
            | Silhouette::Rat
            | Silhouette::Wolf => (ArmShape::None, Round::Bullet),
        };
        Arm { shape, round }
    }

    #[test]
    fn kinds_poses_and_weapons_differ_in_outline_and_not_in_color_alone() {
        let kinds = Silhouette::ALL.map(|kind| drawn(kind, usual_arm(kind), Pose::Stand));
        check_apart(&kinds, 350);
        let poses = [0, 1].map(Pose::Step).into_iter();
        let poses = poses.chain([Pose::Stand, Pose::Kneel, Pose::Prone, Pose::Down]);
        let poses: Vec<_> = poses
            .map(|pose| drawn(Silhouette::Soldier, RIFLE, pose))
            .collect();
        check_apart(&poses, 150);
        let shapes = [
            ArmShape::None,
            ArmShape::Pistol,
            ArmShape::Short,
            ArmShape::Rifle,
            ArmShape::Long,
            ArmShape::Heavy,
            ArmShape::Tube,
            ArmShape::Claws,
        ];
        let arms = shapes.map(|shape| {
            let arm = Arm { shape, ..RIFLE };
            drawn(Silhouette::Soldier, arm, Pose::Stand)
        });
        check_apart(&arms, 150);
        let shapes = [
            ArmShape::None,
            ArmShape::Dagger,
            ArmShape::Sword,
            ArmShape::Axe,
            ArmShape::Mace,
            ArmShape::Spear,
            ArmShape::Staff,
            ArmShape::Bow,
            ArmShape::Sling,
            // Drawn without a hold for it: held somehow all the same.
            ArmShape::Rifle,
        ];
        let arms = shapes.map(|shape| {
            let arm = Arm { shape, ..RIFLE };
            drawn(Silhouette::Fighter, arm, Pose::Stand)
        });
        check_apart(&arms, 150);
        let sword = Arm::new(ArmShape::Sword, Round::Bullet);
        let armed = drawn(Silhouette::Soldier, sword, Pose::Stand);
        let bare = Arm::new(ArmShape::None, Round::Bullet);
        check_apart(&[armed, drawn(Silhouette::Soldier, bare, Pose::Stand)], 150);
    }

    #[test]
    fn soldiers_of_a_kind_differ_in_outline_on_the_board_and_all_over_in_portraits() {
        let people = ["Vega", "Okafor", "Brandt", "Ito", "Novak", "Reyes"];
        let people = (1..)
            .zip(people)
            .map(|(number, name)| Person::new(name, number));
        let people: Vec<_> = people.collect();
        let drawing = Drawing::of(None, Silhouette::Soldier);
        let figures = people
            .iter()
            .map(|&person| outline(&figure_picture(&drawing, RIFLE, COLOR, Pose::Stand, person)));
        check_apart(&figures.collect::<Vec<_>>(), 60);
        let faces = people.iter().map(|&person| {
            let portrait = portrait_picture(&drawing, RIFLE, COLOR, person);
            let pixels = portrait.pixels().iter();
            pixels.map(|pixel| pixel.red() > 100).collect()
        });
        check_apart(&faces.collect::<Vec<_>>(), 1500);
    }

    #[test]
    fn a_drawing_without_people_is_the_same_for_all() {
        let (vega, ito) = (Person::new("Vega", 1), Person::new("Ito", 2));
        let [ripper, soldier] =
            [Silhouette::Ripper, Silhouette::Soldier].map(|kind| Drawing::of(None, kind));
        assert_eq!(ripper.shows(vega), ripper.shows(ito));
        assert_ne!(soldier.shows(vega), soldier.shows(ito));
        let face = |drawing: &Drawing| portrait_picture(drawing, RIFLE, COLOR, vega).take();
        assert!(face(&ripper).iter().any(|&byte| byte > 40), "all have one");
    }

    #[test]
    fn ships_differ_in_outline() {
        let names = [
            "Interceptor",
            "Bomber",
            "Gunship",
            "Frigate",
            "Destroyer",
            "Scout",
            "Miner",
            "Carrier",
            "Leviathan",
        ];
        let ships = names.map(|name| outline(&ship_picture(&Drawing::Shipped(name), COLOR)));
        check_apart(&ships, 350);
    }

    #[test]
    fn a_drawing_of_any_size_fills_the_token_and_may_lack_poses() {
        let box_ = |pose| {
            let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='5 5 20 10'>\
                       <rect x='5' y='5' width='20' height='10' fill='#800080'/></svg>";
            let drawing = Drawing::Brought(Picture::new(svg));
            outline(&figure_picture(
                &drawing,
                RIFLE,
                COLOR,
                pose,
                Person::default(),
            ))
        };
        let filled = |pixels: Vec<bool>| pixels.into_iter().filter(|&is_filled| is_filled).count();
        let side = crate::game::table::art::TOKEN as usize;
        assert_eq!(filled(box_(Pose::Stand)), side * side / 2);
        assert_eq!(box_(Pose::Stand), box_(Pose::Step(2)));
        assert!(filled(box_(Pose::Prone)) < side * side / 3);
    }
}
