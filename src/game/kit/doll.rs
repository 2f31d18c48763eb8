//! A doll: the parts of a unit as a figure, with the damage to each and what it owes.
//!
//! **Invariant:** a doll is plain data; its parts are any number of outlines in a frame.

use bevy_egui::egui::{
    self, Align2, Color32, FontId, Pos2, Rect, Sense, Shape, Stroke, pos2, vec2,
};

use super::piece::{Ask, Ink};
use super::theme::{BAD, SAND, SMALLEST, TEXT};

/// A convex outline in permille of the frame: across and down.
pub type Outline = &'static [[i16; 2]];

/// The right arm of a machine that faces the player, so at the left.
pub const RIGHT_ARM: &[Outline] = &[&[[30, 190], [270, 160], [285, 330], [225, 640], [70, 640]]];
/// Its left arm.
pub const LEFT_ARM: &[Outline] = &[&[[970, 190], [930, 640], [775, 640], [715, 330], [730, 160]]];
/// Its chassis, with the head.
pub const CHASSIS: &[Outline] = &[
    &[[420, 20], [580, 20], [600, 120], [400, 120]],
    &[
        [310, 140],
        [690, 140],
        [700, 330],
        [630, 560],
        [370, 560],
        [300, 330],
    ],
];
/// Its legs.
pub const LEGS: &[Outline] = &[
    &[[360, 585], [640, 585], [650, 670], [350, 670]],
    &[[330, 690], [480, 690], [465, 980], [295, 980]],
    &[[520, 690], [670, 690], [705, 980], [535, 980]],
];

/// A part of a doll.
#[derive(Clone, Debug, Default)]
pub struct Part {
    pub name: String,
    /// What it looks like.
    pub outlines: &'static [Outline],
    pub damage: u16,
    /// How much damage changes its state, in order, and the words for these states.
    pub thresholds: Vec<(u16, String)>,
    /// What it still owes, such as cards; 0 is not shown.
    pub owed: u16,
    /// Whether it stands out, such as the part that is aimed at.
    pub is_marked: bool,
    /// What is said when it is pointed at.
    pub about: String,
    pub click: Option<Ask>,
}

/// The parts of a unit as a figure.
#[derive(Clone, Debug, Default)]
pub struct Doll {
    pub parts: Vec<Part>,
    /// Width and height, points.
    pub size: [u16; 2],
}

impl Part {
    /// Returns how many thresholds its damage has reached.
    pub fn reached(&self) -> usize {
        let damage = self.damage;
        self.thresholds
            .iter()
            .filter(|(at, _)| damage >= *at)
            .count()
    }

    /// Returns the word for its state; nothing if it is as good as new.
    pub fn state(&self) -> &str {
        let last = self.reached().checked_sub(1);
        last.map_or("", |at| self.thresholds[at].1.as_str())
    }

    /// Returns its damage against the last threshold; nothing if it has none.
    pub fn count(&self) -> String {
        match self.thresholds.last() {
            _ if self.damage == 0 => String::new(),
            Some((at, _)) => format!("{}/{at}", self.damage),
            None => self.damage.to_string(),
        }
    }

    /// Returns the color of its state.
    pub fn ink(&self) -> Ink {
        match (self.reached(), self.thresholds.len()) {
            (0, _) if self.damage == 0 => Ink::Whole,
            (reached, all) if reached == all && all > 0 => Ink::Bad,
            _ => Ink::Worn,
        }
    }

    /// Returns what is said when it is pointed at.
    pub fn told(&self) -> String {
        let mut lines = vec![format!("{}: {} damage", self.name, self.damage)];
        if !self.state().is_empty() {
            lines[0] += &format!(", {}", self.state());
        }
        let reached = self.reached();
        let next = self.thresholds.iter().skip(reached);
        lines.extend(next.map(|(at, word)| format!("{word} at {at}")));
        if self.owed > 0 {
            lines.push(format!("{} owed", self.owed));
        }
        lines.extend((!self.about.is_empty()).then(|| self.about.clone()));
        lines.join("\n")
    }

    /// Returns its outlines in a frame.
    fn placed(&self, frame: Rect) -> Vec<Vec<Pos2>> {
        let at = |[across, down]: &[i16; 2]| {
            let share = vec2(f32::from(*across), f32::from(*down)) / 1000.0;
            frame.min + share * frame.size()
        };
        let outlines = self.outlines.iter();
        outlines
            .map(|outline| outline.iter().map(at).collect())
            .collect()
    }

    /// Returns the rectangle around it in a frame.
    fn bounds(&self, frame: Rect) -> Rect {
        let all = self.placed(frame).into_iter().flatten();
        all.fold(Rect::NOTHING, |mut bounds, point| {
            bounds.extend_with(point);
            bounds
        })
    }
}

/// Shows a doll; what is clicked is added.
pub fn show(ui: &mut egui::Ui, doll: &Doll, asks: &mut Vec<Ask>) {
    let size = vec2(f32::from(doll.size[0]), f32::from(doll.size[1]));
    let (frame, _) = ui.allocate_exact_size(size, Sense::hover());
    let base = ui.id().with("doll").with(frame.min.x as i32);
    for (at, part) in doll.parts.iter().enumerate() {
        let sense = match part.click.is_some() {
            true => Sense::click(),
            false => Sense::hover(),
        };
        let response = ui.interact(part.bounds(frame), base.with(at), sense);
        response.widget_info(|| {
            let text = part.told();
            egui::WidgetInfo::labeled(egui::WidgetType::Label, true, text)
        });
        draw(ui.painter(), frame, part, response.hovered());
        if response.clicked() {
            asks.extend(part.click.clone());
        }
        response.on_hover_text(part.told());
    }
    // Over all parts, so that none covers a badge.
    for part in doll.parts.iter().filter(|part| part.owed > 0) {
        let at = part.bounds(frame).right_top() + vec2(-4.0, 6.0);
        ui.painter()
            .circle(at, 8.5, BAD, Stroke::new(1.0, Color32::BLACK));
        let font = FontId::proportional(SMALLEST);
        let center = Align2::CENTER_CENTER;
        ui.painter()
            .text(at, center, part.owed, font, Color32::BLACK);
    }
}

/// Draws a part, with its damage and state on it.
fn draw(painter: &egui::Painter, frame: Rect, part: &Part, is_lit: bool) {
    let color = part.ink().color();
    let edge = match () {
        () if part.is_marked => Stroke::new(2.0, SAND),
        () if is_lit => Stroke::new(1.5, TEXT),
        () => Stroke::new(1.2, color),
    };
    let fill = color.gamma_multiply(0.38);
    for outline in part.placed(frame) {
        painter.add(Shape::convex_polygon(outline, fill, edge));
    }
    let bounds = part.bounds(frame);
    // The last outline of several is no place for words: legs stand apart.
    let middle = pos2(bounds.center().x, bounds.center().y);
    let write = |off: f32, text: &str, color| {
        let font = FontId::proportional(SMALLEST);
        let galley = painter.layout_no_wrap(text.to_owned(), font, color);
        let place = Rect::from_center_size(middle + vec2(0.0, off), galley.size());
        let ground = Color32::from_black_alpha(150);
        painter.rect_filled(place.expand2(vec2(2.0, 0.0)), 2.0, ground);
        painter.galley(place.min, galley, color);
    };
    let state = part.state();
    let up = if state.is_empty() { 0.0 } else { -7.0 };
    if part.damage > 0 {
        write(up, &part.count(), TEXT);
    }
    if !state.is_empty() {
        write(7.0, state, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arm(damage: u16) -> Part {
        Part {
            name: "Right arm".to_owned(),
            outlines: RIGHT_ARM,
            damage,
            thresholds: vec![(2, "degraded".to_owned()), (4, "disabled".to_owned())],
            ..Part::default()
        }
    }

    #[test]
    fn a_part_says_what_its_damage_comes_to() {
        let told = |damage| {
            let part = arm(damage);
            (part.state().to_owned(), part.count(), part.ink())
        };
        assert_eq!(told(0), (String::new(), String::new(), Ink::Whole));
        assert_eq!(told(1), (String::new(), "1/4".to_owned(), Ink::Worn));
        assert_eq!(told(2), ("degraded".into(), "2/4".into(), Ink::Worn));
        assert_eq!(told(5), ("disabled".into(), "5/4".into(), Ink::Bad));
        let owing = Part { owed: 2, ..arm(2) };
        assert!(owing.told().contains("2 owed"), "{}", owing.told());
        assert!(owing.told().contains("disabled at 4"), "{}", owing.told());
    }

    #[test]
    fn the_parts_of_a_machine_lie_in_its_frame_and_on_no_other_part() {
        let frame = Rect::from_min_size(pos2(0.0, 0.0), vec2(120.0, 150.0));
        let parts = [RIGHT_ARM, LEFT_ARM, CHASSIS, LEGS].map(|outlines| Part {
            outlines,
            ..Part::default()
        });
        let bounds = parts.map(|part| part.bounds(frame));
        for (at, one) in bounds.iter().enumerate() {
            assert!(frame.contains_rect(*one), "{one:?}");
            let mut others = bounds[at + 1..].iter();
            assert!(!others.any(|other| other.intersects(*one)), "{one:?}");
        }
        // The right arm of a figure that looks at the player.
        assert!(bounds[0].center().x < bounds[2].center().x);
    }
}
