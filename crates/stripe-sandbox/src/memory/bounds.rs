//! Limits on memory use: a cleanup deletes all but the newest objects of each kind.

use std::collections::{BTreeMap, BTreeSet};

/// Number of objects of each kind that a cleanup keeps, such as intents or idempotency keys. Kinds with another limit
/// have their own constants below.
pub(crate) const OBJECTS: usize = 20_000;
/// Number of events, and of pending deliveries, that a cleanup keeps.
pub(crate) const EVENTS: usize = 5_000;
/// Number of disputes, and of payouts, that a cleanup keeps. Disputes can contain long strings.
pub(crate) const DISPUTES_AND_PAYOUTS: usize = 2_000;
/// Maximum number of faults that are switched on at the same time.
pub(crate) const FAULTS: usize = 200;

/// Returns whether `count` exceeds `bound` by more than a quarter. Only then does the sandbox clean up.
pub(crate) fn is_full(count: usize, bound: usize) -> bool {
    count > bound + bound / 4
}

/// Deletes the oldest entries, so that at most `bound` entries remain. `seq` returns an entry's sequence
/// number, which is higher for newer entries.
pub(crate) fn keep_newest<T>(things: &mut BTreeMap<String, T>, bound: usize, seq: impl Fn(&T) -> u64) {
    keep_newest_and_protected(things, bound, seq, &BTreeSet::new());
}

/// Deletes all entries except the newest `bound` entries and those whose ids are in `protected`. `seq`
/// returns an entry's sequence number.
pub(crate) fn keep_newest_and_protected<T>(
    things: &mut BTreeMap<String, T>,
    bound: usize,
    seq: impl Fn(&T) -> u64,
    protected: &BTreeSet<&str>,
) {
    let mut newest: Vec<u64> = things.values().map(&seq).collect();
    newest.sort_unstable_by_key(|seq| std::cmp::Reverse(*seq));
    let Some(oldest) = newest.get(bound.saturating_sub(1)).copied() else { return };
    things.retain(|id, thing| seq(thing) >= oldest || protected.contains(id.as_str()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleanup_keeps_the_newest_entries_and_the_protected_entries() {
        let mut things: BTreeMap<String, u64> = (1..=10).map(|seq| (format!("x{seq}"), seq)).collect();
        keep_newest_and_protected(&mut things, 3, |seq| *seq, &BTreeSet::from(["x2"]));
        assert_eq!(things.keys().collect::<Vec<_>>(), ["x10", "x2", "x8", "x9"]);
        keep_newest(&mut things, 5, |seq| *seq);
        assert_eq!(things.len(), 4);
    }
}
