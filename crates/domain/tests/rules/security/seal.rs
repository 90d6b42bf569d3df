use chrono::{DateTime, TimeDelta, Utc};
use domain::security::seal::{Month, Seal, SealVerification, SealViolation, TrailEntry, seal};
use rstest::rstest;

/// Computes a fake MAC with FNV-1a. Different messages or keys give different MACs.
fn mac(key: i32, message: &[u8]) -> Option<[u8; 32]> {
    let key = u64::try_from(key).ok().filter(|key| *key > 0)?;
    let mut mac = [0; 32];
    for (part, beginning) in mac.chunks_mut(8).zip(1_u64..) {
        let begun = 0xcbf2_9ce4_8422_2325_u64 ^ (key << 8 | beginning);
        let end = message
            .iter()
            .fold(begun, |state, byte| (state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
        part.copy_from_slice(&end.to_be_bytes());
    }
    Some(mac)
}

fn on_day(day: i64) -> DateTime<Utc> {
    "2026-11-22T12:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::days(day)
}

fn entry(id: i32, day: i64) -> TrailEntry {
    TrailEntry {
        id,
        actor: Some(1),
        action: "item_changed".to_owned(),
        subject_kind: "ticket".to_owned(),
        subject_id: 7,
        before: r#"{"amount": "150"}"#.to_owned(),
        after: r#"{"amount": "15"}"#.to_owned(),
        address: None,
        at: on_day(day),
    }
}

/// Returns ten audit entries of November and December with a gap in their ids, and the seals over them. The
/// entries are sealed in three steps.
fn sealed_entries() -> (Vec<TrailEntry>, Vec<Seal>) {
    let days = [0, 1, 2, 3, 8, 9, 8, 9, 10, 11];
    let entries: Vec<TrailEntry> =
        days.iter().zip([1, 2, 3, 5, 6, 7, 8, 9, 10, 11]).map(|(day, id)| entry(id, *day)).collect();
    let mut seals: Vec<Seal> = vec![];
    for part in [&entries[..3], &entries[3..8], &entries[8..]] {
        seals.extend(seal(&mac, 1, seals.clone().last(), part, on_day(20)).unwrap());
    }
    (entries, seals)
}

fn verify(entries: &[TrailEntry], seals: &[Seal], dropped: Option<Month>) -> SealVerification {
    let mut verification = SealVerification::new(dropped);
    for seal in seals {
        let within: Vec<TrailEntry> =
            entries.iter().filter(|entry| (seal.first..=seal.last).contains(&entry.id)).cloned().collect();
        verification.verify_next(&mac, seal, &within);
    }
    verification
}

#[test]
fn an_unchanged_audit_trail_verifies() {
    let (entries, seals) = sealed_entries();
    let ranges: Vec<_> =
        seals.iter().map(|seal| (seal.number, seal.first, seal.last, seal.month.0)).collect();
    // The ids of entries around midnight can be in another order than their times.
    let expected = [
        (1, 1, 3, 202611),
        (2, 4, 6, 202611),
        (3, 7, 7, 202612),
        (4, 8, 8, 202611),
        (5, 9, 9, 202612),
        (6, 10, 11, 202612),
    ];
    assert_eq!(ranges, expected);
    let found = verify(&entries, &seals, None);
    assert_eq!((found.violations.len(), found.entries, found.covered), (0, 10, 11));
    assert_eq!(found.last_seal, Some((6, seals[5].mac)));
}

#[rstest]
#[case::action(|entry: &mut TrailEntry| entry.action = "item_removed".to_owned())]
#[case::actor(|entry: &mut TrailEntry| entry.actor = Some(2))]
#[case::no_actor(|entry: &mut TrailEntry| entry.actor = None)]
#[case::kind(|entry: &mut TrailEntry| entry.subject_kind = "toll".to_owned())]
#[case::subject(|entry: &mut TrailEntry| entry.subject_id = 8)]
#[case::before(|entry: &mut TrailEntry| entry.before = "{}".to_owned())]
#[case::after(|entry: &mut TrailEntry| entry.after = "{}".to_owned())]
#[case::address(|entry: &mut TrailEntry| entry.address = Some(String::new()))]
#[case::time(|entry: &mut TrailEntry| entry.at += TimeDelta::microseconds(1))]
#[case::month(|entry: &mut TrailEntry| entry.at -= TimeDelta::days(60))]
fn any_change_to_an_entry_is_detected(#[case] change: impl Fn(&mut TrailEntry)) {
    let (mut entries, seals) = sealed_entries();
    change(&mut entries[4]);
    assert_eq!(verify(&entries, &seals, None).violations, [SealViolation::Changed(6)]);
}

#[test]
fn removed_and_inserted_entries_are_reported() {
    let (mut entries, seals) = sealed_entries();
    entries.remove(1);
    entries.insert(2, entry(4, 1));
    assert_eq!(
        verify(&entries, &seals, None).violations,
        [SealViolation::Removed(2), SealViolation::Inserted(4)]
    );
}

#[test]
fn a_removed_shortened_or_forged_seal_is_detected() {
    let (entries, seals) = sealed_entries();
    let mut fewer = seals.clone();
    fewer.remove(1);
    assert_eq!(verify(&entries, &fewer, None).violations, [SealViolation::SealRemoved(2)]);
    let mut shorter = seals.clone();
    shorter[1].leaves.pop();
    assert_eq!(verify(&entries, &shorter, None).violations, [SealViolation::SealChanged(2)]);
    // An attacker who doesn't have our key made this seal with another key.
    let mut forged = seals.clone();
    forged[5] = seal(&mac, 2, Some(&seals[4]), &entries[8..], on_day(21)).unwrap().remove(0);
    forged[5].key = 1;
    assert_eq!(verify(&entries, &forged, None).violations, [SealViolation::SealChanged(6)]);
    assert_eq!(seal(&mac, 0, None, &entries, on_day(20)), None);
}

#[test]
fn a_month_without_audit_entries_is_a_violation_unless_it_was_dropped_whole_and_its_seals_exist() {
    let (mut entries, seals) = sealed_entries();
    entries.retain(|entry| Month::of(entry.at) != Month(202611));
    let november = seals.iter().rev().find(|seal| seal.month == Month(202611)).unwrap().number;
    let found = verify(&entries, &seals, Some(Month(202611)));
    assert!(found.violations.is_empty(), "{:?}", found.violations);
    assert_eq!(found.dropped[&Month(202611)].1, november);
    assert!(!verify(&entries, &seals, None).violations.is_empty(), "the month was not declared as dropped");
    let (mut some, _) = sealed_entries();
    let first = some.iter().position(|entry| Month::of(entry.at) == Month(202611)).unwrap();
    let removed = some.remove(first).id;
    let violations = verify(&some, &seals, Some(Month(202611))).violations;
    assert_eq!(violations, [SealViolation::Removed(removed)], "a month can only be dropped completely");
    let mut without = seals;
    without.remove(0);
    assert_eq!(verify(&entries, &without, Some(Month(202611))).violations, [SealViolation::SealRemoved(1)]);
}
