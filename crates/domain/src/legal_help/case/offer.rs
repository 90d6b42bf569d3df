//! Offers of a case to lawyers (docs/product/cases.md#matching).

use chrono::{DateTime, Utc};

use crate::shared::ids::{HireId, LawyerId};
use crate::shared::stored_words::stored_words;

/// How an offer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferEnd {
    /// The lawyer accepted the case.
    Accepted,
    /// The lawyer declined the offer.
    Declined,
    /// The lawyer didn't answer in time.
    Lapsed,
    /// Staff skipped the lawyer, or the lawyer can no longer take the case.
    Skipped,
    /// The case ended before the lawyer answered.
    Withdrawn,
}

stored_words!(OfferEnd {
    Accepted => "accepted",
    Declined => "declined",
    Lapsed => "lapsed",
    Skipped => "skipped",
    Withdrawn => "withdrawn",
});

/// An open offer of a case to one lawyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawyerOffer {
    /// The case that the lawyer may accept or decline.
    pub case: HireId,
    /// The lawyer who has the offer.
    pub lawyer_id: LawyerId,
    /// When Lanewise made the offer.
    pub offered_at: DateTime<Utc>,
    /// Deadline for the lawyer's answer.
    pub answer_by: DateTime<Utc>,
}
