//! Pictures on the faces of cards: the files of `assets/art/cards`, named by the key of the card.
//!
//! **Invariant:** every card has a picture; one without a drawing of its own shows that of its kind.

use tiny_skia::Pixmap;

use super::drawing::{Style, found, painted, shipped};

/// What sort of card it is; the icon of the same name tells it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardKind {
    /// A blow at who is beside.
    Melee,
    /// A shot.
    Ranged,
    Spell,
    /// What is done on one's own turn and is no attack.
    Utility,
    /// An answer to an attack.
    Reactive,
    /// What works while it lies in any pile.
    Passive,
    /// A wound that is drawn with the other cards.
    Damage,
}

#[cfg(test)]
impl CardKind {
    const ALL: [Self; 7] = [
        Self::Melee,
        Self::Ranged,
        Self::Spell,
        Self::Utility,
        Self::Reactive,
        Self::Passive,
        Self::Damage,
    ];
}

impl CardKind {
    /// Returns the name of the drawing of its cards that have none of their own.
    fn drawing(self) -> &'static str {
        match self {
            Self::Melee => "any_melee",
            Self::Ranged => "any_ranged",
            Self::Spell => "any_spell",
            Self::Utility => "any_utility",
            Self::Reactive => "any_reactive",
            Self::Passive => "any_passive",
            Self::Damage => "any_damage",
        }
    }
}

/// Paints the picture of a card, by its key, or that of its kind: 100 by 70 units, with so many pixels for each.
pub fn card_picture(key: &str, kind: CardKind, scale: f32) -> Pixmap {
    let own = found("cards", key);
    let svg = own.unwrap_or_else(|| shipped("cards", kind.drawing()));
    painted(svg, scale, Style::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::theme::icon::Icon;

    /// Largest file of a card, bytes.
    const MOST: usize = 1536;

    /// Keys of all cards of the rules.
    const KEYS: &str = "desperate_lunge slewing_turn headlong_drive unyielding_bulwark second_skin \
        guardians_defiance bleed_heat bench_weld second_wind cast_away faithful_thrust guarded_cut \
        sweeping_edge answering_blade darting_jab triple_nick slip_and_cut crushing_descent \
        groundbreaker full_weight haft_guard swift_arrow steady_draw loose_in_haste long_vigil \
        nocked_and_ready heavy_bolt needle_bolt pinning_volley bursting_bolt marked_bolt ember_dart \
        ring_of_embers glowing_grip burning_pit glancing_boss boss_guard rim_shove walled_stance \
        covering_step locked_rim unbroken_face high_bound falling_blow side_burst shed_plate \
        packed_hull spare_plate fan_spin cold_reserve blow_off bench_repair lashed_struts \
        long_overhaul bent_plate uneasy_core shattered_plating leaking_channels bleeding_core \
        blind_sensors stiff_servos seized_drive sundered_servos grinding_knees stuck_knees \
        snapped_strut";

    #[test]
    fn every_card_of_the_rules_has_a_small_drawing_of_its_own() {
        let mut seen = Vec::new();
        let kinds = CardKind::ALL.map(CardKind::drawing);
        for key in KEYS.split_whitespace().chain(kinds) {
            assert!(found("cards", key).is_some(), "{key}");
            let bytes = shipped("cards", key).len();
            assert!(bytes <= MOST, "{key} has {bytes} bytes");
            let picture = card_picture(key, CardKind::Melee, 0.5);
            assert_eq!((picture.width(), picture.height()), (50, 35), "{key}");
            let light = |pixel: &&tiny_skia::PremultipliedColorU8| {
                pixel.red().max(pixel.green()).max(pixel.blue()) > 110
            };
            let count = picture.pixels().iter().filter(light).count();
            assert!(count > 60, "{key} is dark: {count}");
            let picture = picture.take();
            let alike = seen.iter().find(|(_, other)| *other == picture);
            assert!(
                alike.is_none(),
                "{key} is like {:?}",
                alike.map(|one| one.0)
            );
            seen.push((key, picture));
        }
    }

    #[test]
    fn a_card_without_a_drawing_shows_its_kind() {
        let mut seen = Vec::new();
        for kind in CardKind::ALL {
            for key in ["no_such_card", "", "../units/Wolf", "a/b"] {
                let picture = card_picture(key, kind, 0.5);
                let own = card_picture(kind.drawing(), CardKind::Melee, 0.5);
                assert_eq!(picture, own, "{kind:?} {key:?}");
            }
            let picture = card_picture("no_such_card", kind, 0.5);
            assert!(!seen.contains(&picture), "{kind:?}");
            seen.push(picture);
        }
    }

    #[test]
    fn every_kind_has_an_icon() {
        for kind in CardKind::ALL {
            assert!(Icon::named(&format!("{kind:?}")).is_some(), "{kind:?}");
        }
    }
}
