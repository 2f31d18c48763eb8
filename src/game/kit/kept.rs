//! What takes working out and is shown frame after frame, kept until something it depends on changes.
//!
//! **Invariant:** what is kept is what would be worked out now, as long as its key names all that
//! bears on it.

use bevy::prelude::*;

/// A value, and what it was worked out for; before it was, its default for nothing.
#[derive(Resource)]
pub struct Kept<K: Send + Sync + 'static, V: Send + Sync + 'static> {
    key: Option<K>,
    value: V,
    revision: u32,
}

impl<K: Send + Sync, V: Default + Send + Sync> Default for Kept<K, V> {
    fn default() -> Self {
        Self {
            key: None,
            value: V::default(),
            revision: 0,
        }
    }
}

impl<K: PartialEq + Send + Sync, V: Send + Sync> Kept<K, V> {
    /// Works the value out, unless it is kept for the same key already; whether it was worked out.
    pub fn renew(world: &mut World, key: K, work: impl FnOnce(&World) -> V) -> bool {
        Self::rework(world, key, |world, _| work(world))
    }

    /// Does what [`renew`](Self::renew) does, and hands over the value before, whose memory can be used again.
    pub fn rework(world: &mut World, key: K, work: impl FnOnce(&World, Option<V>) -> V) -> bool {
        if Self::of_key(world, &key).is_some() {
            return false;
        }
        let before = world.remove_resource::<Self>();
        let revision = before.as_ref().map_or(0, |kept| kept.revision) + 1;
        let value = work(world, before.map(|kept| kept.value));
        let key = Some(key);
        world.insert_resource(Self {
            key,
            value,
            revision,
        });
        true
    }

    /// Marks the value to be computed again at the next request; until then it stays.
    pub fn forget(&mut self) {
        self.key = None;
    }

    /// Returns what the value was worked out for, if it need not be worked out again whatever it is asked for.
    pub fn key(world: &World) -> Option<&K> {
        world.get_resource::<Self>()?.key.as_ref()
    }

    /// Returns how often the value was worked out.
    pub fn revision(world: &World) -> u32 {
        let kept = world.get_resource::<Self>();
        kept.map_or(0, |kept| kept.revision)
    }

    /// Returns the value if it was worked out for a key.
    pub fn of_key<'w>(world: &'w World, key: &K) -> Option<&'w V> {
        let kept = world.get_resource::<Self>();
        kept.filter(|kept| kept.key.as_ref() == Some(key))
            .map(|kept| &kept.value)
    }

    /// Returns the value, if there is any.
    pub fn of(world: &World) -> Option<&V> {
        world.get_resource::<Self>().map(|kept| &kept.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_worked_out_again_only_for_another_key() {
        let mut world = World::new();
        let mut works = 0;
        for key in [1_u8, 1, 2, 2, 1] {
            Kept::renew(&mut world, key, |_| {
                works += 1;
                u32::from(key) * 10
            });
            assert_eq!(Kept::<u8, u32>::of(&world), Some(&(u32::from(key) * 10)));
        }
        assert_eq!(works, 3);
        assert_eq!(Kept::<u8, u32>::revision(&world), 3);
    }

    #[test]
    fn a_forgotten_value_stays_until_it_is_worked_out_from_what_was_kept() {
        let mut world = World::new();
        world.init_resource::<Kept<u8, u32>>();
        assert_eq!(Kept::<u8, u32>::key(&world), None);
        assert!(Kept::rework(&mut world, 1_u8, |_, before| before
            .map_or(9, |before: u32| before + 1)));
        assert!(!Kept::renew(&mut world, 1_u8, |_| 7_u32));
        world.resource_mut::<Kept<u8, u32>>().forget();
        assert_eq!(Kept::<u8, u32>::of(&world), Some(&1));
        assert_eq!(Kept::<u8, u32>::of_key(&world, &1), None);
        assert!(Kept::rework(&mut world, 1_u8, |_, before| before
            .map_or(9, |before: u32| before + 1)));
        assert_eq!(Kept::<u8, u32>::of(&world), Some(&2));
    }
}
