//! What characters can do to each other, as the planner counts it.
//!
//! **Invariant:** chances are those of the fight; harm counts in hundredths of a hit point.

use crate::battle::grid::Grid;
use crate::rules::kit::arc::Arc;
use crate::rules::party::attack::{Fighter, reckon};
use crate::rules::party::character::{Lasting, Mana, POINT, Sheet};
use crate::rules::party::content::{ItemId, PartyContent, Spell, SpellId};

/// Most blows in a turn that a chance to kill is reckoned for.
const MOST_BLOWS: usize = 16;

/// Blows of one character at another, or spells that harm, one like the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blows {
    /// Chance to hit in percent, by the arc that it comes from.
    chances: [i64; Arc::ALL.len()],
    least: i64,
    most: i64,
    cost: i64,
    /// Most of them, as far as mana goes.
    times: i64,
    /// Fewest and most hexes off.
    pub range: [u32; 2],
}

impl Blows {
    /// Reckons blows with the weapon in hand.
    pub fn of(content: &PartyContent, grid: &Grid, fighters: [Fighter; 2]) -> Self {
        let figures = &content.figures;
        let mut odds = reckon(content, grid, fighters);
        let is_ranged = fighters[0].is_ranged(content);
        let chances = Arc::ALL.map(|arc| {
            odds.turn(figures, if is_ranged { Arc::Front } else { arc });
            odds.chance.into()
        });
        let dice = i32::from(odds.blow.count);
        let ends = [dice, dice * i32::from(odds.blow.sides)];
        let [least, most] = ends.map(|rolled| odds.blow.damage(figures, rolled).into());
        Self {
            chances,
            least,
            most,
            cost: fighters[0].attack_cost(content).into(),
            times: i64::MAX,
            range: if is_ranged { [2, u32::MAX] } else { [1, 1] },
        }
    }

    /// Returns what harms most in a turn of so many AP: these or a spell.
    pub fn or_spell(self, content: &PartyContent, sheet: &Sheet, mana: Mana, ap: i64) -> Self {
        let spells = spells(content, sheet, mana).map(|(_, magic)| magic.blows());
        let harm = |blows: &Self| blows.expected(Arc::Front, blows.count(ap));
        spells.fold(self, |best, spell| match harm(&spell) > harm(&best) {
            true => spell,
            false => best,
        })
    }

    /// Returns how many of them so many AP pay for.
    pub fn count(&self, ap: i64) -> i64 {
        match ap < self.cost {
            true => 0,
            // What costs nothing is done as often as it can be.
            false => (ap.checked_div(self.cost)).map_or(self.times, |count| count.min(self.times)),
        }
    }

    /// Returns AP that are left of a turn's once the target is in range, so many hexes off; to come into
    /// sight is taken to cost half of them.
    pub fn ap_in_range(&self, ap: i64, step: i64, far: u32, is_seen: impl Fn() -> bool) -> i64 {
        let [fewest, most] = self.range;
        let steps = far.saturating_sub(most).max(fewest.saturating_sub(far));
        let ap = if most > 1 && !is_seen() { ap / 2 } else { ap };
        ap - i64::from(steps) * step
    }

    /// Returns the harm to expect of so many.
    pub fn expected(&self, arc: Arc, count: i64) -> i64 {
        count.min(1 << 20) * self.chances[arc as usize] * (self.least + self.most) / 200
    }

    /// Returns the chance in percent that so many kill a target with these hit points; the harm of several
    /// hits is taken to be spread evenly.
    pub fn kills(&self, arc: Arc, count: i64, health: i64) -> i64 {
        let most_hits = (count as usize).min(MOST_BLOWS);
        if self.most * (most_hits as i64) < health {
            return 0;
        }
        // Of each number of hits the chance, in millionths.
        let mut hits = [0; MOST_BLOWS + 1];
        hits[0] = 1_000_000;
        for blow in 0..most_hits {
            for number in (0..=blow).rev() {
                let more = hits[number] * self.chances[arc as usize] / 100;
                hits[number] -= more;
                hits[number + 1] += more;
            }
        }
        let kills = (0..).zip(&hits[..=most_hits]).map(|(number, chance)| {
            let (low, high) = (self.least * number, self.most * number);
            let over = (high - health + 1).clamp(0, high - low + 1);
            chance * over / (high - low + 1)
        });
        kills.sum::<i64>() / 10_000
    }
}

/// A spell as a caster works it, or an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Magic<'c> {
    pub spell: &'c Spell,
    pub rank: u8,
    /// AP of each time.
    pub cost: i64,
    /// Most hexes off.
    pub range: u32,
    /// How often, as far as mana goes.
    pub times: i64,
}

impl<'c> Magic<'c> {
    /// Returns a spell of a rank of a caster with so much mana.
    pub fn of_spell(spell: &'c Spell, rank: u8, Mana(mana): Mana) -> Self {
        Self {
            spell,
            rank,
            cost: i64::from(spell.ap).max(1),
            range: spell.range.into(),
            times: mana.checked_div(spell.mp).unwrap_or(u8::MAX).into(),
        }
    }

    /// Returns what an item works, once, and for that so many AP more.
    pub fn of_item(content: &'c PartyContent, id: ItemId, fee: i64) -> Self {
        let item = content.item(id);
        let spell = content.spell(item.spell);
        Self {
            spell,
            rank: item.rank,
            cost: i64::from(content.figures.costs.item) + fee,
            range: item.range.unwrap_or(spell.range).into(),
            times: 1,
        }
    }

    /// Returns its harm as blows.
    pub fn blows(&self) -> Blows {
        let [rank, sides, point] = [self.rank, self.spell.harm, POINT as u8].map(i64::from);
        let does = i64::from(sides > 0);
        Blows {
            chances: [100; Arc::ALL.len()],
            least: rank * point * does,
            most: rank * sides * point,
            cost: self.cost,
            times: self.times,
            range: [1, self.range],
        }
    }
}

/// Lists the spells that a character has mana for, each with how it casts it.
pub(super) fn spells<'c>(
    content: &'c PartyContent,
    sheet: &'c Sheet,
    mana: Mana,
) -> impl Iterator<Item = (SpellId, Magic<'c>)> {
    sheet.spells.spells().filter_map(move |id| {
        let rank = sheet.spells.of(id)?;
        let magic = Magic::of_spell(content.spell(id), rank, mana);
        (magic.times > 0).then_some((id, magic))
    })
}

/// Returns what an effect is worth to whoever is under it, harm done or kept off, for a character that does
/// and suffers so much each turn.
pub(super) fn boon(content: &PartyContent, one: &Lasting, does: i64, suffers: i64) -> i64 {
    let effect = content.effect(one.effect);
    let per_turn = does * i64::from(effect.ap) * i64::from(one.rank)
        / i64::from(content.figures.base_ap)
        + does * i64::from(effect.to_hit) / 100
        + does * (i64::from(effect.to_hit_percent) - 100) / 100
        + suffers * i64::from(effect.parry) / 100
        // Half of it is about as much as most can parry.
        + suffers * (i64::from(effect.parry_percent) - 100) / 200
        + suffers * i64::from(effect.armor) / 100
        + (i64::from(effect.mend) - i64::from(effect.harm)) * i64::from(POINT)
        - does * i64::from(effect.sleep);
    per_turn * i64::from(one.turns) - i64::from(effect.last_harm) * i64::from(POINT)
}
