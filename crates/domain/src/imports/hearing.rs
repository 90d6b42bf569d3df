//! Outcomes of parking ticket hearings, as cities publish them.

/// Outcomes after which the driver owes nothing although the driver paid nothing. The first three are from
/// New York City's data.
const CLEARED: &[&str] = &[
    "HEARING HELD-NOT GUILTY",
    "ADMIN CLAIM GRANTED",
    "APPEAL REVERSED",
    "NOT GUILTY",
    "NOT LIABLE",
    "DISMISSED",
];

/// Whether a hearing outcome clears the driver. After other outcomes, such as a reduction, the
/// driver owes the amount in the file.
pub(crate) fn clears_driver(outcome: &str) -> bool {
    let outcome = outcome.trim();
    CLEARED.iter().any(|known| known.eq_ignore_ascii_case(outcome))
}
