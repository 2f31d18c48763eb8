//! What takes working out and is shown frame after frame, kept until something it depends on changes.
//!
//! **Invariant:** what is kept is what would be worked out now, as long as its key names all that
//! bears on it.

use bevy::prelude::*;

/// A value, and what it was worked out for.
#[derive(Resource)]
pub struct Kept<K: Send + Sync + 'static, V: Send + Sync + 'static> {
    key: K,
    value: V,
}

impl<K: PartialEq + Send + Sync, V: Send + Sync> Kept<K, V> {
    /// Works the value out, unless it is kept for the same key already.
    pub fn renew(world: &mut World, key: K, work: impl FnOnce(&World) -> V) {
        let kept = world.get_resource::<Self>();
        if kept.is_none_or(|kept| kept.key != key) {
            let value = work(world);
            world.insert_resource(Self { key, value });
        }
    }

    /// Returns the value if it was worked out for a key.
    pub fn of_key<'w>(world: &'w World, key: &K) -> Option<&'w V> {
        let kept = world.get_resource::<Self>();
        kept.filter(|kept| kept.key == *key).map(|kept| &kept.value)
    }

    /// Returns the value, if one was ever worked out.
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
    }
}
