//! Things a side knows of: carried, lying about, seen and heard.
//!
//! **Invariant:** what lies out of sight is not told, but for glows, which show through the fog.

use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::unit::UnitId;
use crate::rules::battlescape::content::items::{Charge, Item, ItemKind};
use crate::rules::battlescape::gear::{Carried, Light, Pack, Props, Trace};
use crate::rules::battlescape::objective::{Plot, zone_damage};
use crate::rules::battlescape::scenario::script::Object;
use crate::rules::battlescape::side_view::SideView;

impl<'w> SideView<'w> {
    /// Returns the item in a slot of one's own unit.
    pub fn item(self, id: UnitId, slot: u8) -> Option<&'w Item> {
        match self.units.part::<Pack>(id).get(slot)? {
            Carried::Item { item, .. } => Some(self.rulebook().content().item(item)),
            Carried::Weapon { .. } => None,
        }
    }

    /// Lists things that lie on a hex in sight.
    pub fn litter(self, tile: TileId) -> impl Iterator<Item = Carried> + 'w {
        let things = self.world.resource::<Props>().get();
        let is_seen = self.knowledge.sees(tile);
        let here = move |(at, _): &&(TileId, Carried)| is_seen && *at == tile;
        things.litter.iter().filter(here).map(|(_, thing)| *thing)
    }

    /// Lists the hexes in sight on which things lie.
    pub fn littered(self) -> impl Iterator<Item = TileId> + 'w {
        let things = self.world.resource::<Props>().get();
        let known = self.knowledge;
        let tiles = things.litter.iter().map(|(tile, _)| *tile);
        tiles.filter(move |&tile| known.sees(tile))
    }

    /// Lists the side's own mines.
    pub fn mines(self) -> impl Iterator<Item = TileId> + 'w {
        let things = self.world.resource::<Props>().get();
        let own = things
            .mines
            .iter()
            .filter(move |mine| mine.side == self.side);
        own.map(|mine| mine.tile)
    }

    /// Lists the side's own mines with what they do.
    pub fn charges(self) -> impl Iterator<Item = (TileId, Charge)> + 'w {
        let things = self.world.resource::<Props>().get();
        let content = self.rulebook().content();
        let own = things
            .mines
            .iter()
            .filter(move |mine| mine.side == self.side);
        own.filter_map(move |mine| match content.item(mine.item).kind {
            ItemKind::Mine(charge) => Some((mine.tile, charge)),
            _ => None,
        })
    }

    /// Whether danger zones were announced.
    pub fn has_zones(self) -> bool {
        !self.world.resource::<Props>().get().dangers.is_empty()
    }

    /// Returns the damage of announced danger zones on a hex at the end of this turn, if any does.
    pub fn zone_damage(self, tile: TileId) -> Option<u16> {
        zone_damage(self.world, tile, self.world.resource::<Turn>().number)
    }

    /// Lists flares in sight.
    pub fn lights(self) -> impl Iterator<Item = Light> + 'w {
        let things = self.world.resource::<Props>().get();
        let known = self.knowledge;
        (things.lights.iter().copied()).filter(move |light| known.sees(light.tile))
    }

    /// Lists burning hexes out of sight, which show through the fog as glows (§6).
    pub fn glows(self) -> impl Iterator<Item = TileId> + 'w {
        let (truth, known) = (&self.board.layers, self.knowledge);
        (self.board.grid.tiles()).filter(move |&tile| truth.fire(tile) > 0 && !known.sees(tile))
    }

    /// Lists what the side heard or measured this turn.
    pub fn traces(self) -> impl Iterator<Item = Trace> + 'w {
        let things = self.world.resource::<Props>().get();
        let own = things
            .traces
            .iter()
            .filter(move |trace| trace.side == self.side);
        own.copied()
    }

    /// Lists the objects that can still be interacted with, on hexes that were seen.
    pub fn objects(self) -> impl Iterator<Item = (TileId, &'w Object)> + 'w {
        let objects = &self.world.resource::<Plot>().0.objects;
        let known = &self.knowledge.layers;
        (objects.iter())
            .filter(move |object| known.is_known(object.tile) && !known.state(object.tile).spent)
            .map(|object| (object.tile, object))
    }
}
