//! A valid line of an imported file, before it is stored.

use domain::driving_record::new_item::ItemDetails;
use domain::imports::line::DriverIdentifiers;
use domain::imports::matching::MatchDecision;
use domain::shared::ids::UserId;

pub(super) struct ValidLine {
    pub(super) match_decision: MatchDecision,
    /// The details on the line that name the driver.
    pub(super) named: DriverIdentifiers,
    /// The issuer's citation number, in upper case, if the line has one.
    pub(super) number: Option<String>,
    /// Key of the line's driver and contents: violation or toll road, date, time, location and amount.
    pub(super) contents_key: [u8; 32],
    pub(super) details: ItemDetails,
    /// Key of the driver, the issuer and the citation number. `None` if the line has no citation number.
    pub(super) citation: Option<[u8; 32]>,
    /// For a toll with a time of day: the key of its contents without the time, and its position among the
    /// file's tolls with that key, starting at 1. Finds tolls that earlier releases stored without a time.
    pub(super) untimed: Option<([u8; 32], u32)>,
    /// Position among the file's identical lines without a citation number, starting at 1; 0 if the line
    /// has a citation number.
    pub(super) ordinal: u32,
    /// Key that recognizes the citation while it waits for staff or for a driver.
    pub(super) waiting_key: [u8; 32],
    /// Why staff must review the line, apart from an unverified plate, license or email. `None` if
    /// there is no such reason.
    pub(super) reason: Option<&'static str>,
    /// Key that earlier releases stored for the waiting citation, if it differs from `waiting_key`. The key
    /// contains neither the issuer nor the time of day.
    pub(super) earlier_waiting_key: Option<[u8; 32]>,
}

/// Placeholder in keys for a missing driver. No user has this id.
pub(super) const NOBODY: UserId = UserId(0);

impl ValidLine {
    /// Returns the driver who matches the line, even if staff must still confirm the match.
    pub(super) fn candidate(&self) -> Option<UserId> {
        match self.match_decision {
            MatchDecision::Matched(user) | MatchDecision::NeedsReview(user) => Some(user),
            MatchDecision::Unmatched => None,
        }
    }
}
