//! Recognition of duplicate citations that have no citation number.

use chrono::NaiveDate;

use crate::driving_record::amount::Amount;
use crate::driving_record::new_item::{ItemDetails, TollDetails};
use crate::imports::import::ImportKind;
use crate::shared::ids::UserId;

/// Normalizes whitespace and case for comparison.
fn normalize_text(text: &str) -> String {
    text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Returns a string that is the same for rows and items that staff would consider duplicates. Duplicates have the same
/// driver, `label` (the violation or toll road), date, time and location, and amounts of the same value.
pub fn comparable_contents(
    kind: ImportKind,
    user: UserId,
    label: &str,
    (date, time): (NaiveDate, Option<&str>),
    location: Option<&str>,
    amount: &str,
) -> String {
    let amount =
        Amount::parse_number(amount).map_or_else(|| normalize_text(amount), |money| money.to_string());
    let (time, location) = (time.unwrap_or_default(), location.unwrap_or_default());
    // The separator is a control character, which validated text can't contain.
    [
        kind.as_str(),
        &user.to_string(),
        &normalize_text(label),
        &date.to_string(),
        &normalize_text(time),
        &normalize_text(location),
        &amount,
    ]
    .join("\u{1f}")
}

/// Returns a toll without its time of day, for finding a stored duplicate that has no time. `None` for a toll
/// without a time, and for other items.
pub fn without_time(details: &ItemDetails) -> Option<ItemDetails> {
    let ItemDetails::Toll(toll) = details else { return None };
    toll.time_of_day.as_ref()?;
    Some(ItemDetails::Toll(TollDetails { time_of_day: None, ..toll.clone() }))
}

/// Returns the [`comparable_contents`] of an item that is about to be filed.
pub fn comparable_contents_of(user: UserId, details: &ItemDetails) -> String {
    match details {
        ItemDetails::Ticket(item) => comparable_contents(
            ImportKind::Ticket,
            user,
            &item.violation_type,
            (item.date, item.time_of_violation.as_deref()),
            Some(&item.location),
            &item.amount,
        ),
        ItemDetails::Parking(item) => comparable_contents(
            ImportKind::Parking,
            user,
            &item.violation_type,
            (item.date, None),
            Some(&item.location),
            &item.amount,
        ),
        ItemDetails::Toll(item) => comparable_contents(
            ImportKind::Toll,
            user,
            &item.toll_road,
            (item.date, item.time_of_day.as_deref()),
            None,
            &item.amount,
        ),
    }
}
