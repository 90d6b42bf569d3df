//! What a person would take for the same citation.

use chrono::NaiveDate;

use crate::driving_record::amount::Amount;
use crate::driving_record::new_item::ItemDetails;
use crate::imports::import::ImportKind;
use crate::shared::ids::UserId;

/// White space and case make no difference.
fn plain(text: &str) -> String {
    text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// What a person would take for the same thing has the same text: driver, violation or road, day, time, place, and the amount
/// however it is written.
pub fn likeness(
    kind: ImportKind,
    user: UserId,
    label: &str,
    (date, time): (NaiveDate, Option<&str>),
    location: Option<&str>,
    amount: &str,
) -> String {
    let amount = Amount::fixed(amount).map_or_else(|| plain(amount), |money| money.to_string());
    let (time, location) = (time.unwrap_or_default(), location.unwrap_or_default());
    // Unit separators: no text from outside has one.
    [
        kind.as_str(),
        &user.to_string(),
        &plain(label),
        &date.to_string(),
        &plain(time),
        &plain(location),
        &amount,
    ]
    .join("\u{1f}")
}

/// The same of what is to be filed.
pub fn likeness_of(user: UserId, details: &ItemDetails) -> String {
    match details {
        ItemDetails::Ticket(item) => likeness(
            ImportKind::Ticket,
            user,
            &item.violation_type,
            (item.date, item.time_of_violation.as_deref()),
            Some(&item.location),
            &item.amount,
        ),
        ItemDetails::Parking(item) => likeness(
            ImportKind::Parking,
            user,
            &item.violation_type,
            (item.date, None),
            Some(&item.location),
            &item.amount,
        ),
        ItemDetails::Toll(item) => {
            likeness(ImportKind::Toll, user, &item.toll_road, (item.date, None), None, &item.amount)
        }
    }
}
