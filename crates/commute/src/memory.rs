//! How much memory there is, and how much this process has.

/// The limit on memory if the user gives none. Without one the kernel would kill the process, and the user would learn nothing.
pub fn usual_limit(physical: Option<u64>) -> Option<u64> {
    physical.map(|bytes| bytes / 5 * 4)
}

/// Bytes of physical memory that this process may use: the machine's, or its control group's if less.
pub fn physical() -> Option<u64> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| bytes(&text, "MemTotal:"));
    let group =
        std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    machine.into_iter().chain(group).min()
}

/// Bytes of memory that this process really uses, where that can be found out.
pub fn resident() -> Option<u64> {
    std::fs::read_to_string("/proc/self/status").ok().and_then(|text| bytes(&text, "VmRSS:"))
}

/// A line such as `MemTotal:  16303428 kB`.
fn bytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::{bytes, resident};

    #[test]
    fn memory_is_read_from_meminfo() {
        let total = |text| bytes(text, "MemTotal:");
        assert_eq!(total("MemTotal:       16303428 kB\nMemFree:  1 kB\n"), Some(16_303_428 * 1024));
        assert_eq!(total("MemFree:  1 kB\n"), None);
        assert_eq!(total("MemTotal: many\n"), None);
    }

    #[test]
    fn what_this_process_uses_grows_with_what_it_keeps() {
        let Some(before) = resident() else { return };
        let kept = vec![1u8; 64 << 20];
        let after = resident().expect("it was known before");
        assert!(after - before > 60 << 20, "{before} before, {after} after {} bytes", kept.len());
    }
}
