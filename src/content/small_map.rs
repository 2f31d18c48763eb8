//! Figures by a handful of keys, such as one for each weapon class.
//!
//! **Invariant:** keys are in order and each is there once. A handful is looked through from the front,
//! which takes less time than any search; figures are asked for in every shot that is weighed.

use std::collections::BTreeMap;
use std::ops::Index;

use serde::{Deserialize, Serialize};

/// A small map.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(
    from = "BTreeMap<K, V>",
    into = "BTreeMap<K, V>",
    bound(
        serialize = "K: Ord + Clone + Serialize, V: Clone + Serialize",
        deserialize = "K: Ord + Deserialize<'de>, V: Deserialize<'de>"
    )
)]
pub struct SmallMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SmallMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> SmallMap<K, V> {
    /// Makes an empty table.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Lists keys and values, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// Lists the keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// Lists the values, by key.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl<K: Ord, V> SmallMap<K, V> {
    /// Returns the value of a key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        self.0
            .iter()
            .find(|(other, _)| other == key)
            .map(|(_, value)| value)
    }

    /// Returns the value of a key for writing.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.0
            .iter_mut()
            .find(|(other, _)| other == key)
            .map(|(_, value)| value)
    }

    /// Whether a key is in it.
    pub fn contains_key(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    /// Gives a key a value; returns the one it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.0.binary_search_by(|(other, _)| other.cmp(&key)) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }
}

impl<K: Ord, V> Index<&K> for SmallMap<K, V> {
    type Output = V;

    /// # Panics
    /// If the key is not in it.
    fn index(&self, key: &K) -> &V {
        self.get(key).expect("the key is in the table")
    }
}

impl<K, V> From<BTreeMap<K, V>> for SmallMap<K, V> {
    fn from(map: BTreeMap<K, V>) -> Self {
        Self(map.into_iter().collect())
    }
}

impl<K: Ord, V> From<SmallMap<K, V>> for BTreeMap<K, V> {
    fn from(table: SmallMap<K, V>) -> Self {
        table.0.into_iter().collect()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SmallMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(items: I) -> Self {
        BTreeMap::from_iter(items).into()
    }
}

impl<'a, K, V> IntoIterator for &'a SmallMap<K, V> {
    type Item = &'a (K, V);
    type IntoIter = std::slice::Iter<'a, (K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_a_map_in_order() {
        let mut table: SmallMap<_, _> = [(3, 'c'), (1, 'a')].into_iter().collect();
        assert_eq!(table.insert(2, 'b'), None);
        assert_eq!(table.insert(3, 'd'), Some('c'));
        assert_eq!(
            table.iter().collect::<Vec<_>>(),
            [(&1, &'a'), (&2, &'b'), (&3, &'d')]
        );
        assert_eq!((table.get(&2), table.get(&4)), (Some(&'b'), None));
        let text = ron::to_string(&table).unwrap();
        assert_eq!(text, "{1:'a',2:'b',3:'d'}");
        assert_eq!(
            ron::from_str::<SmallMap<u8, char>>(&text)
                .unwrap()
                .values()
                .count(),
            3
        );
    }
}
