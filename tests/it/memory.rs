//! Memory of the process, where the system tells it.

/// Memory that is in use, KiB.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Now.
    pub now: u64,
    /// The most there ever was.
    pub peak: u64,
}

/// Returns the memory of this process; nothing but on Linux.
pub fn memory() -> Option<Memory> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let figure = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    };
    Some(Memory {
        now: figure("VmRSS:")?,
        peak: figure("VmHWM:")?,
    })
}
