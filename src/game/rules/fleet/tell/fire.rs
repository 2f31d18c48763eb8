//! Shots, dogfights and strikes on carriers as a side sees them, and hull that is lost and regained.
//!
//! **Invariant:** all of an attack is told to those who see both units; to others, what it did to their
//! own. What is told of an attack names nobody who is out of sight, and what own units lose to somebody
//! out of sight is told without who it was.

use super::Telling;
use crate::battle::unit::{UnitId, part};
use crate::game::table::art::{Arm, ArmShape, Round};
use crate::game::table::playback::{End, Flesh, Tone};
use crate::rules::fleet::craft::{Armament, Class};
use crate::rules::fleet::event::{Attack, CarrierAttack, Cause, Event, Harm, Shot as Fire};
use crate::rules::fleet::setup;

/// What a round is to the eye where nobody sees who fires it.
const STRAY: Arm = Arm::new(ArmShape::Rifle, Round::Beam);

impl Telling<'_> {
    /// Tells an event of combat or of upkeep.
    pub(super) fn fight(&mut self, event: &Event) {
        match event {
            Event::FightBegan { hex, initiative }
                if initiative.iter().all(|one| self.sees(one.ship)) =>
            {
                self.note_at(self.board.center(*hex), "fight!", Tone::Bad);
                self.log(event, Some(*hex));
            }
            Event::Fought { .. } | Event::ShotFired { .. } | Event::CarrierFired { .. } => {
                self.attacks(event);
            }
            Event::Aimed { shots } => self.aimed(shots),
            Event::Dogfight(dogfight) => {
                if dogfight.ships.iter().all(|&ship| self.sees(ship)) {
                    let [one, two] = dogfight.hexes.map(|hex| self.board.center(hex));
                    self.note_at(one.midpoint(two), "dogfight", Tone::Plain);
                }
                self.attacks(event);
            }
            Event::ShotLost(shot) if self.is_own(shot.ship) => self.log(event, None),
            Event::Volley { harms, .. }
            | Event::PointDefense { harms, .. }
            | Event::HazardStruck { harms } => self.blows(event, harms),
            Event::CarrierAttacked(attack) => self.siege(event, attack),
            Event::HangarLost { ships } if ships.iter().any(|&ship| self.is_own(ship)) => {
                self.log(event, None);
            }
            Event::Regenerated { ships } => self.regenerated(ships),
            _ => {}
        }
    }

    /// Tells which own shots go nowhere.
    fn aimed(&mut self, shots: &[Fire]) {
        for shot in shots.iter().filter(|shot| shot.target.is_none()) {
            if !self.is_own(shot.ship) {
                continue;
            }
            self.note_wasted();
            self.note(shot.ship, "no target", Tone::Miss);
            let (name, place) = (self.name(shot.ship), Some(self.place(shot.ship)));
            self.say(format!("{name} fires without a target"), place);
        }
    }

    /// Tells the attacks of an event, which are a duel.
    pub(super) fn attacks(&mut self, event: &Event) {
        let Some(first) = event.attacks().first() else {
            return;
        };
        let sees_both = self.sees(first.attacker) && self.sees(first.defender);
        let place = self.place(first.defender);
        let (mut seen, mut rest) = (event.clone(), Vec::new());
        for attack in seen.attacks_mut() {
            rest.extend(self.keep_seen(attack, sees_both));
        }
        if sees_both {
            self.log(&seen, Some(place));
        }
        for attack in event.attacks() {
            if !sees_both {
                self.say_shot(attack);
            }
            self.strike(attack, event.is_held());
        }
        if !event.is_held() {
            self.say_losses(&rest);
        }
    }

    /// Leaves in an attack what may be told of it, nothing unless both are seen; returns what it did
    /// besides.
    fn keep_seen(&self, attack: &mut Attack, sees_both: bool) -> Vec<Harm> {
        let harms = std::mem::take(&mut attack.harms).into_iter();
        let (seen, rest) = harms.partition(|harm| sees_both && self.is_clear(harm));
        attack.harms = seen;
        attack.splash.retain(|&unit| self.sees(unit));
        rest
    }

    /// Writes down that an own unit fires at somebody out of sight.
    fn say_shot(&mut self, attack: &Attack) {
        if self.is_own(attack.attacker) && !self.sees(attack.defender) {
            let (name, place) = (self.name(attack.attacker), self.place(attack.attacker));
            self.say(format!("{name} fires at an unseen target"), Some(place));
        }
    }

    /// Shows an attack, and what it did unless that is held back.
    fn strike(&mut self, attack: &Attack, held: bool) {
        let damage = match held {
            true => attack.damage,
            false => (attack.harms.first()).map_or(0, |harm| harm.lost),
        };
        let end = match attack.evaded {
            true => hit(None, 0, false),
            // What is held back shows when it lands with all others.
            false => hit((!held).then_some(attack.defender), damage, attack.destroyed),
        };
        self.round([attack.attacker, attack.defender], end);
        if !held {
            self.note_harms(&attack.harms);
            self.show_harms(attack.harms.get(1..).unwrap_or_default());
            self.lose(&attack.harms);
        }
    }

    /// Shows a round from one unit at another, if either is in sight, and how it ends if that one is.
    fn round(&mut self, duel: [UnitId; 2], end: End) {
        let [from, at] = duel;
        let end = match self.sees(at) {
            true => end,
            false if self.sees(from) => End::Lost,
            false => return,
        };
        let arm = self.arms(from);
        self.shoot(duel, arm, STRAY, end);
    }

    /// Returns what the rounds of a unit are to eye and ear.
    fn arms(&self, unit: UnitId) -> Arm {
        let content = setup::content(self.world);
        let Class::Ship(ship) = *part(self.world, unit) else {
            return Arm::new(ArmShape::Heavy, Round::Bullet);
        };
        let weapon = content.weapon(part::<Armament>(self.world, unit).0);
        match (content.ship(ship).torpedoes, weapon.cooldown > 0) {
            (true, _) => Arm::new(ArmShape::Heavy, Round::Bolt),
            (false, true) => Arm::new(ArmShape::Heavy, Round::Acid),
            (false, false) => Arm::new(ArmShape::Rifle, Round::Beam),
        }
    }

    /// Tells damage that lands at once on several.
    fn blows(&mut self, event: &Event, harms: &[Harm]) {
        let by = match event {
            Event::PointDefense { carrier, .. } => Some(*carrier),
            _ => None,
        };
        let sees_by = by.is_none_or(|carrier| self.sees(carrier));
        let is_told = |harm: &Harm| sees_by && self.is_clear(harm);
        let (seen, rest): (Vec<Harm>, Vec<Harm>) = harms.iter().copied().partition(is_told);
        self.note_harms(harms);
        if let Some(first) = seen.first() {
            let place = Some(self.place(first.unit));
            let mut told = event.clone();
            if let Event::Volley { harms, .. }
            | Event::PointDefense { harms, .. }
            | Event::HazardStruck { harms } = &mut told
            {
                harms.clone_from(&seen);
            }
            self.log(&told, place);
        }
        self.say_losses(&rest);
        // Point defense fires at the first, whose spores may then hurt others.
        let shot = (harms.split_first()).zip(by.filter(|&carrier| self.sees(carrier)));
        let left = match shot {
            Some(((first, left), carrier)) if self.sees(first.unit) => {
                self.round(
                    [carrier, first.unit],
                    hit(Some(first.unit), first.lost, true),
                );
                left
            }
            _ => harms,
        };
        self.show_harms(left);
        self.lose(harms);
    }

    fn siege(&mut self, event: &Event, attack: &CarrierAttack) {
        let harm = attack.harm();
        self.note_harms(&[harm]);
        let end = hit(Some(attack.carrier), attack.lost, attack.destroyed);
        self.round([attack.attacker, attack.carrier], end);
        match self.sees(attack.attacker) && self.sees(attack.carrier) {
            true => self.log(event, Some(self.place(attack.carrier))),
            false => self.say_losses(&[harm]),
        }
        self.lose(&[harm]);
    }

    /// Whether all that is told of damage is known: whom it hurts, and what it comes from.
    pub(super) fn is_clear(&self, harm: &Harm) -> bool {
        let is_known = match harm.cause {
            Cause::Spores(from) => self.sees(from),
            Cause::Attack | Cause::Splash | Cause::PointDefense | Cause::Hazard => true,
        };
        is_known && self.sees(harm.unit)
    }

    /// Notes hull that units lost, for the turn in short.
    pub(super) fn note_harms(&mut self, harms: &[Harm]) {
        for harm in harms {
            self.note_harm(harm.unit, harm.lost, harm.destroyed);
        }
    }

    /// Shows hull that units lost.
    pub(super) fn show_harms(&mut self, harms: &[Harm]) {
        for harm in harms {
            self.hurt(harm.unit, harm.lost, harm.destroyed);
        }
    }

    /// Takes those off the board that were destroyed.
    pub(super) fn lose(&mut self, harms: &[Harm]) {
        let lost = harms.iter().filter(|harm| harm.destroyed);
        let lost: Vec<_> = lost.map(|harm| harm.unit).collect();
        self.destroy(&lost, Flesh::Machine);
    }

    /// Writes down what own units lost to somebody out of sight.
    pub(super) fn say_losses(&mut self, harms: &[Harm]) {
        for harm in harms.iter().filter(|harm| harm.damage > 0) {
            if !self.is_own(harm.unit) {
                continue;
            }
            let end = match harm.destroyed {
                true => " and is destroyed",
                false => "",
            };
            let (name, lost) = (self.name(harm.unit), harm.lost);
            let text = format!("{name} is hit by an unseen attacker and loses {lost}{end}");
            self.say(text, Some(self.place(harm.unit)));
        }
    }

    pub(super) fn repaired(&mut self, event: &Event, unit: UnitId, hull: u16) {
        if !self.sees(unit) {
            return;
        }
        self.note_action(unit, format!("was repaired by {hull}"));
        self.heal(unit, hull);
        self.log(event, Some(self.place(unit)));
    }

    pub(super) fn regenerated(&mut self, ships: &[(UnitId, u16)]) {
        let seen = ships.iter().copied().filter(|(ship, _)| self.sees(*ship));
        let ships: Vec<_> = seen.collect();
        for &(ship, hull) in &ships {
            self.heal(ship, hull);
        }
        if !ships.is_empty() {
            self.log(&Event::Regenerated { ships }, None);
        }
    }
}

/// Ends a round that hits: whom it hurts, if that shows now, by how much, and whether that is the end.
fn hit(target: Option<UnitId>, dealt: u16, is_crit: bool) -> End {
    End::Hit {
        target: target.map(|unit| (unit, Flesh::Machine)),
        dealt: dealt.into(),
        is_blocked: dealt == 0,
        is_crit,
    }
}
