//! Seals of journal files, so that what is altered behind a seal can be tried.

use std::hash::Hasher;

use hexscape::battle::fingerprint::StableHasher;

/// Seals lines as the program does.
pub fn sealed(lines: impl Iterator<Item = String>) -> String {
    let mut hasher = StableHasher::default();
    lines
        .map(|line| {
            hasher.write(line.as_bytes());
            hasher.write_u8(b'\n');
            format!("{line} #{:016x}\n", hasher.finish())
        })
        .collect()
}
