//! Lands events on a duel: the only writer of its state.
//!
//! **Invariant:** neither rolls nor decides.

use crate::battle::board::TileState;
use crate::battle::grid::TileId;
use crate::battle::unit::{Health, Presence, UnitId};
use crate::rules::casket::content::Trait;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Event, How};
use crate::rules::casket::machine::{CardNo, Frame, Lasting, Physical, Piles, Until};
use crate::rules::casket::order::Source;
use crate::rules::casket::progress::Progress;

impl Duel<'_> {
    /// Lands an event.
    pub(super) fn land(&mut self, event: &Event) {
        match event {
            Event::RoundBegan { number, order } => {
                self.round = *number;
                let progress = self.progress_mut();
                (progress.is_dealt, progress.in_round) = (true, true);
                progress.order = order.iter().map(|one| one.unit).collect();
            }
            Event::TurnBegan { unit } => self.turn_began(*unit),
            Event::StrikeDrawn { unit, card, .. } => self.body(*unit).strike = Some(*card),
            Event::Moved { unit, to, how, sp } => self.moved(*unit, *to, *how, *sp),
            Event::Turned {
                unit, facing, sp, ..
            } => {
                self.get_mut(*unit).now.facing = *facing;
                self.spend(*unit, *sp);
            }
            Event::Braced { unit, points, sp } => {
                self.spend(*unit, *sp);
                self.give(*unit, Trait::Braced(*points), Until::OwnTurn);
            }
            Event::Played {
                unit,
                source,
                sp,
                card,
                ..
            } => self.played(*unit, *source, *sp, self.content.card(*card).is_attack()),
            Event::Reacted { unit, no, .. } => {
                self.take(*unit, &[*no], |piles| &mut piles.hand);
                self.piles(*unit).in_play.push(*no);
            }
            Event::Returned { unit, no, .. } => {
                self.take(*unit, &[*no], |piles| &mut piles.in_play);
                self.piles(*unit).hand.push(*no);
            }
            Event::Battered { tile, state, .. } | Event::Ground { tile, state, .. } => {
                self.set_tile(*tile, *state);
            }
            Event::Lost {
                unit,
                hand,
                deck,
                by,
                ..
            } => {
                self.body(*unit).hurt_by = *by;
                self.discard(*unit, hand, deck);
            }
            Event::Struck { unit, points, by } => {
                let machine = self.get_mut(*unit);
                machine.now.body.hurt_by = *by;
                let health = &mut machine.now.health;
                health.now = health.now.saturating_sub(*points);
            }
            Event::Marked {
                unit,
                part,
                damage,
                by,
            } => {
                let body = self.body(*unit);
                let wear = &mut body.parts[part.index()];
                wear.damage = wear.damage.saturating_add(*damage).min(999);
                body.hurt_by = *by;
            }
            Event::Heated { unit, by, .. } => {
                let body = self.body(*unit);
                body.heat = (i16::from(body.heat) + by).clamp(0, 200) as u8;
            }
            Event::Tainted { unit, by } => {
                let most = self.content.figures.most_taint;
                let body = self.body(*unit);
                body.taint = body.taint.saturating_add(*by).min(most);
            }
            Event::Given { unit, given, until } => self.give(*unit, *given, *until),
            Event::Spent { unit, given } => {
                let lasting = &mut self.body(*unit).lasting;
                if let Some(at) = lasting.iter().position(|one| one.given == *given) {
                    lasting.remove(at);
                }
            }
            Event::Absorbed { unit, points } => self.absorbed(*unit, *points),
            Event::Drew { unit, cards } => {
                self.take(*unit, cards, |piles| &mut piles.deck);
                self.piles(*unit).hand.extend(cards);
            }
            Event::Reshuffled { unit, wounds, deck } => self.reshuffled(*unit, wounds, deck),
            Event::Discarded {
                unit, hand, deck, ..
            } => self.discard(*unit, hand, deck),
            Event::Settled { unit, no } => {
                self.take(*unit, &[*no], |piles| &mut piles.in_play);
                self.piles(*unit).discard.push(*no);
            }
            Event::Repaired { unit, cards } => {
                self.take(*unit, cards, |piles| &mut piles.discard);
                self.piles(*unit).deleted.extend(cards);
            }
            Event::Disabled { unit, .. } => {
                self.get_mut(*unit).now.presence = Presence::Dead;
                let progress = self.progress_mut();
                progress.order.retain(|id| id != unit);
            }
            Event::Scored { side, points, .. } => {
                let all = &mut self.progress_mut().points;
                if let Some(sum) = all.get_mut(side.index()) {
                    *sum = sum.saturating_add((*points).into());
                }
            }
            Event::Held { held } => self.progress_mut().held.clone_from(held),
            Event::TurnEnded { unit } => self.turn_ended(*unit),
            Event::RoundEnded => self.round_ended(),
            Event::Ended(_) => self.is_over = true,
            Event::Guarded { .. }
            | Event::Attacked(_)
            | Event::Backfired { .. }
            | Event::Rolled { .. }
            | Event::Passed { .. }
            | Event::Renewed { .. } => {}
            Event::BoiledOver { unit, skips } => {
                if *skips {
                    self.body(*unit).heat = 0;
                }
            }
        }
        self.count_cards(event);
    }

    fn body(&mut self, unit: UnitId) -> &mut Frame {
        &mut self.get_mut(unit).now.body
    }

    fn piles(&mut self, unit: UnitId) -> &mut Piles {
        self.get_mut(unit).piles_mut()
    }

    pub(super) fn progress_mut(&mut self) -> &mut Progress {
        self.progress.to_mut()
    }

    /// Keeps the health of caskets, which counts their cards.
    fn count_cards(&mut self, event: &Event) {
        let unit = match event {
            Event::Played { unit, .. }
            | Event::Reacted { unit, .. }
            | Event::Returned { unit, .. }
            | Event::Lost { unit, .. }
            | Event::Drew { unit, .. }
            | Event::Reshuffled { unit, .. }
            | Event::Discarded { unit, .. }
            | Event::Settled { unit, .. } => *unit,
            _ => return,
        };
        if self.build(unit).is_casket() {
            let machine = self.get_mut(unit);
            let piles = machine.piles();
            let whole = piles.cards.len() - piles.deleted.len();
            machine.now.health = Health {
                now: piles.life() as u16,
                max: whole as u16,
            };
        }
    }

    /// Takes cards out of a pile.
    fn take(&mut self, unit: UnitId, cards: &[CardNo], pile: fn(&mut Piles) -> &mut Vec<CardNo>) {
        pile(self.piles(unit)).retain(|no| !cards.contains(no));
    }

    fn discard(&mut self, unit: UnitId, hand: &[CardNo], deck: &[CardNo]) {
        self.take(unit, hand, |piles| &mut piles.hand);
        self.take(unit, deck, |piles| &mut piles.deck);
        let discard = &mut self.piles(unit).discard;
        discard.extend(hand);
        discard.extend(deck);
    }

    fn spend(&mut self, unit: UnitId, sp: u8) {
        let body = self.body(unit);
        body.spent = body.spent.saturating_add(sp);
        body.orders = body.orders.saturating_add(1);
    }

    fn give(&mut self, unit: UnitId, given: Trait, until: Until) {
        self.body(unit).lasting.push(Lasting { given, until });
    }

    fn set_tile(&mut self, tile: TileId, state: TileState) {
        self.changed.retain(|(other, _)| *other != tile);
        self.changed.push((tile, state));
    }

    fn moved(&mut self, unit: UnitId, to: TileId, how: How, sp: u8) {
        self.pay_steps(unit, sp, how);
        let steps = self.grid.distance(self.get(unit).tile(), to).min(100) as u8;
        let machine = self.get_mut(unit);
        machine.now.tile = to;
        machine.now.body.moved = true;
        if matches!(how, How::Walked | How::Flew) {
            let hexes = &mut machine.now.body.hexes;
            *hexes = hexes.saturating_add(steps);
        }
        // Bracing as an action ends with a move.
        if self.content.figures.switches.brace_action {
            let braced = |one: &Lasting| {
                one.until == Until::OwnTurn && matches!(one.given, Trait::Braced(_))
            };
            self.body(unit).lasting.retain(|one| !braced(one));
        }
    }

    fn pay_steps(&mut self, unit: UnitId, sp: u8, how: How) {
        // Steps that cost nothing count as orders, too, so that no turn goes on for ever.
        if how == How::Walked {
            self.spend(unit, sp);
        }
    }

    fn turn_began(&mut self, unit: UnitId) {
        let progress = self.progress_mut();
        progress.acting = Some(unit);
        progress.order.retain(|id| *id != unit);
        let machine = self.get_mut(unit);
        let body = &mut machine.now.body;
        body.lasting.retain(|one| one.until != Until::OwnTurn);
        for one in &mut body.lasting {
            if one.until == Until::NextTurn {
                one.until = Until::Turn;
            }
        }
        (body.spent, body.hexes, body.orders) = (0, 0, 0);
        (body.moved, body.attacked, body.strike) = (false, false, None);
        if !machine.piles().played.is_empty() {
            machine.piles_mut().played.clear();
        }
    }

    fn turn_ended(&mut self, unit: UnitId) {
        let progress = self.progress_mut();
        progress.acting = None;
        progress.order.retain(|id| *id != unit);
        for index in 0..self.all().len() {
            let id = self.all()[index].id;
            let ends = |one: &Lasting| one.until == Until::Turn;
            if self.get(id).body().lasting.iter().any(ends) {
                self.body(id).lasting.retain(|one| !ends(one));
            }
        }
    }

    fn round_ended(&mut self) {
        self.progress_mut().in_round = false;
        for index in 0..self.all().len() {
            let id = self.all()[index].id;
            let counts = |one: &Lasting| matches!(one.until, Until::Rounds(_));
            if !self.get(id).body().lasting.iter().any(counts) {
                continue;
            }
            let lasting = &mut self.body(id).lasting;
            lasting.retain(|one| one.until != Until::Rounds(1));
            for one in lasting {
                if let Until::Rounds(left) = &mut one.until {
                    *left -= 1;
                }
            }
        }
    }

    fn played(&mut self, unit: UnitId, source: Source, sp: u8, is_attack: bool) {
        self.spend(unit, sp);
        match source {
            Source::Hand(no) => {
                self.take(unit, &[no], |piles| &mut piles.hand);
                let piles = self.piles(unit);
                piles.in_play.push(no);
                piles.played.push(no);
            }
            Source::Ability(_) => self.body(unit).used += 1,
            Source::Strike => {}
        }
        self.body(unit).attacked |= is_attack;
    }

    /// Takes what was absorbed off the traits that absorb, the oldest first.
    fn absorbed(&mut self, unit: UnitId, points: u16) {
        let mut left = points.min(1000).cast_signed();
        let lasting = &mut self.body(unit).lasting;
        for one in lasting.iter_mut() {
            if let Trait::Absorb(points) = &mut one.given {
                let taken = left.min(*points);
                *points -= taken;
                left -= taken;
            }
        }
        lasting.retain(|one| one.given != Trait::Absorb(0));
    }

    fn reshuffled(&mut self, unit: UnitId, wounds: &[Physical], deck: &[CardNo]) {
        let is_first = !self.progress.is_dealt;
        let body = self.body(unit);
        for wound in wounds {
            if let Some(part) = wound.arm {
                body.parts[part.index()].issued += 1;
            }
        }
        if !is_first {
            body.reshuffles = body.reshuffles.saturating_add(1);
        }
        let piles = self.piles(unit);
        piles.cards.extend(wounds);
        piles.discard.retain(|no| !deck.contains(no));
        piles.deck = deck.to_vec();
    }
}
