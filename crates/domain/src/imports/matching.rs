//! Deciding which driver a row belongs to (docs/product/imports.md#finding-the-driver).

use chrono::NaiveDate;

use crate::accounts::plate_dates::PlateDates;
use crate::imports::line::{DriverIdentifiers, Problem};
use crate::shared::ids::UserId;
use crate::shared::person::plate::identifies_one_vehicle;

/// The driver who is found by one detail of a row, such as the plate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DetailMatch {
    /// No user has the detail. Or several users have the detail, and it isn't
    /// verified for any user.
    #[default]
    NoDriver,
    /// Only this user has the detail, but the detail isn't verified.
    Claimed(UserId),
    /// The detail is verified for this user.
    Verified(UserId),
}

/// The drivers that match a row of an import, by user id, email address, license and plate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundDrivers {
    /// The driver with the user id in the row; `None` if there is no such user or the row has no user id.
    pub by_id: Option<UserId>,
    /// The driver with the email address in the row, ignoring case.
    pub by_email: DetailMatch,
    /// The driver with the license number and state in the row.
    pub by_license: DetailMatch,
    /// The driver with the plate and state in the row.
    pub by_plate: DetailMatch,
    /// The period in which the plate belonged to its driver, and the day on which staff verified the plate;
    /// `None` if the plate isn't verified.
    pub plate_dates: Option<(PlateDates, NaiveDate)>,
}

impl FoundDrivers {
    /// Whether the plate is verified, but didn't belong to its driver on this day.
    pub fn is_outside_plate_dates(&self, day: NaiveDate) -> bool {
        let is_verified = matches!(self.by_plate, DetailMatch::Verified(_));
        is_verified && self.plate_dates.is_some_and(|(dates, verified_on)| !dates.covers(day, verified_on))
    }
}

/// Message to staff about a citation from a day on which the plate didn't belong to the driver.
pub const OUTSIDE_PLATE_DATES: &str = "The driver didn’t have this plate on this date.";

/// The decision about which driver a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchDecision {
    /// The row belongs to this driver.
    Matched(UserId),
    /// Staff must decide whether the row belongs to this driver.
    NeedsReview(UserId),
    /// No driver was found. The row waits until a driver with its details is verified.
    Unmatched,
}

/// Decides which driver a row belongs to. `named` has the row's details, and `drivers` has the
/// driver that each detail finds. `day` is the citation's date. A user id or a verified detail is
/// enough for a match. Staff must review the match if another detail finds no driver or a different
/// driver. Staff must also review it if every detail is unverified, or if the plate didn't belong
/// to the driver on `day`.
///
/// # Errors
/// Fails if the row names a user id that doesn't exist, or two different verified drivers.
pub fn match_driver(
    named: &DriverIdentifiers,
    drivers: &FoundDrivers,
    day: NaiveDate,
) -> Result<MatchDecision, Problem> {
    if named.id.is_some() && drivers.by_id.is_none() {
        return Err(Problem::new("user_id", "No driver has this user ID."));
    }
    // Staff wrote the user id into the file, so it counts as a verified detail.
    let by_id = drivers.by_id.map_or(DetailMatch::NoDriver, DetailMatch::Verified);
    let is_usable = named.plate.as_ref().is_some_and(|(plate, state)| identifies_one_vehicle(plate, *state));
    let is_outside = drivers.is_outside_plate_dates(day);
    let by_plate = match drivers.by_plate {
        _ if !is_usable => DetailMatch::NoDriver,
        DetailMatch::Verified(user) if is_outside => DetailMatch::Claimed(user),
        by_plate => by_plate,
    };
    let ways = [
        ("user_id", named.id.is_some(), by_id),
        ("email", named.email.is_some(), drivers.by_email),
        ("license_number", named.license.is_some(), drivers.by_license),
        ("plate", named.plate.is_some(), by_plate),
    ];
    let mut known: Option<UserId> = None;
    let mut perhaps: Option<UserId> = None;
    let mut is_plain = !is_outside;
    for (name, _, drivers) in ways.into_iter().filter(|(_, is_named, _)| *is_named) {
        match drivers {
            DetailMatch::Verified(user) if known.is_some_and(|known| known != user) => {
                return Err(Problem::new(
                    name,
                    "This identifies a different driver than the rest of the row.",
                ));
            }
            DetailMatch::Verified(user) => known = Some(user),
            DetailMatch::Claimed(user) => {
                is_plain &= perhaps.is_none_or(|other| other == user);
                perhaps = perhaps.or(Some(user));
            }
            DetailMatch::NoDriver => is_plain = false,
        }
    }
    Ok(match (known, perhaps) {
        (Some(user), None) if is_plain => MatchDecision::Matched(user),
        (Some(user), Some(other)) if is_plain && user == other => MatchDecision::Matched(user),
        (Some(user), _) => MatchDecision::NeedsReview(user),
        (None, Some(user)) => MatchDecision::NeedsReview(user),
        (None, None) => MatchDecision::Unmatched,
    })
}
