//! How plans are cut into blocks, the least that is played and kept.
//!
//! **Invariant:** blocks depend on the plan alone, so shards, threads and interruptions cannot change
//! what a run writes.

/// A plan is cut into about so many blocks, whatever its size.
const BLOCKS: u64 = 2048;
/// Most battles of a block.
const MOST_IN_BLOCK: u64 = 256;

/// How a plan is cut: a block is some battles of one case with seeds that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    cases: u64,
    battles: u64,
    size: u64,
}

/// One block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number.
    pub number: u64,
    /// The case.
    pub case: usize,
    /// First battle of the case in it, from 0; the first seed of the plan is added to it.
    pub first: u64,
    /// Battles in it.
    pub battles: u64,
}

impl Blocks {
    /// Cuts so many cases of so many battles.
    pub fn new(cases: u64, battles: u64) -> Self {
        Self {
            cases,
            battles,
            size: (cases * battles).div_ceil(BLOCKS).clamp(1, MOST_IN_BLOCK),
        }
    }

    fn per_case(self) -> u64 {
        self.battles.div_ceil(self.size)
    }

    /// Returns the number of blocks.
    pub fn count(self) -> u64 {
        self.cases * self.per_case()
    }

    /// Returns the number of battles in all blocks.
    pub fn battles(self) -> u64 {
        self.cases * self.battles
    }

    /// Lists the numbers of a case's blocks in the order of seeds.
    pub fn of_case(self, case: usize) -> impl Iterator<Item = u64> {
        let first = case as u64 * self.per_case();
        first..first + self.per_case()
    }

    /// Returns the block of a number.
    pub fn get(self, number: u64) -> Block {
        let first = number % self.per_case() * self.size;
        Block {
            number,
            case: (number / self.per_case()) as usize,
            first,
            battles: self.size.min(self.battles - first),
        }
    }
}
