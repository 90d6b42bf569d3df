//! The steps of a case (docs/product/cases.md#steps).

use crate::shared::stored_words::stored_words;

/// The step that a case has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseStep {
    /// The driver paid for a lawyer, and no lawyer has an offer.
    Hired,
    /// One lawyer has an offer for the case.
    Offered,
    /// The lawyer with the offer found no conflict of interest.
    ConflictCleared,
    /// A lawyer accepted the case.
    Accepted,
    /// The driver signed the lawyer's agreement, so the lawyer represents the driver.
    AgreementSigned,
    /// The lawyer filed an appearance at the court.
    AppearanceFiled,
    /// The court set a date.
    CourtDateSet,
    /// The prosecutor made an offer, and the driver must answer.
    OfferPending,
    /// The court deferred its decision, for example until the driver has had no further violation for a set time.
    Deferred,
    /// The court decided.
    Decided,
    /// The court decided, and the time for an appeal hasn't ended.
    AppealWindow,
    /// The lawyer's work is done.
    Closed,
    /// The case ended because no lawyer could take it, for example because none accepted in time.
    NoLawyer,
    /// The lawyer withdrew from the case.
    Withdrawn,
    /// The case ended without a decision, for example because the driver ended the case or the ticket was paid.
    Ended,
}

stored_words!(CaseStep {
    Hired => "hired",
    Offered => "offered",
    ConflictCleared => "conflict_cleared",
    Accepted => "accepted",
    AgreementSigned => "agreement_signed",
    AppearanceFiled => "appearance_filed",
    CourtDateSet => "court_date_set",
    OfferPending => "offer_pending",
    Deferred => "deferred",
    Decided => "decided",
    AppealWindow => "appeal_window",
    Closed => "closed",
    NoLawyer => "no_lawyer",
    Withdrawn => "withdrawn",
    Ended => "ended",
});

impl CaseStep {
    /// Whether the case is neither decided, closed nor ended. Also true while the driver has no lawyer yet.
    pub const fn is_open(self) -> bool {
        match self {
            Self::Hired
            | Self::Offered
            | Self::ConflictCleared
            | Self::Accepted
            | Self::AgreementSigned
            | Self::AppearanceFiled
            | Self::CourtDateSet
            | Self::OfferPending
            | Self::Deferred => true,
            Self::Decided
            | Self::AppealWindow
            | Self::Closed
            | Self::NoLawyer
            | Self::Withdrawn
            | Self::Ended => false,
        }
    }

    /// Whether the case is open and no lawyer has accepted it yet.
    pub const fn is_matching(self) -> bool {
        matches!(self, Self::Hired | Self::Offered | Self::ConflictCleared)
    }

    /// Whether the case ended without a decision. If so, the driver may hire a lawyer again.
    pub const fn is_broken_off(self) -> bool {
        matches!(self, Self::NoLawyer | Self::Withdrawn | Self::Ended)
    }

    /// Whether the step comes after the court's decision. Also true if staff closed the case without a decision.
    pub const fn is_decided(self) -> bool {
        matches!(self, Self::Decided | Self::AppealWindow | Self::Closed)
    }

    /// Whether the driver can't hire another lawyer for the ticket while its case is at this step.
    pub const fn blocks_another_hire(self) -> bool {
        !self.is_broken_off()
    }

    /// Whether a lawyer represents the driver, because the agreement is signed and the case didn't end without
    /// a decision. Also true if staff closed the case without a lawyer.
    pub const fn is_represented(self) -> bool {
        match self {
            Self::AgreementSigned
            | Self::AppearanceFiled
            | Self::CourtDateSet
            | Self::OfferPending
            | Self::Deferred
            | Self::Decided
            | Self::AppealWindow
            | Self::Closed => true,
            Self::Hired
            | Self::Offered
            | Self::ConflictCleared
            | Self::Accepted
            | Self::NoLawyer
            | Self::Withdrawn
            | Self::Ended => false,
        }
    }

    /// Whether a lawyer represents the driver, and the court hasn't decided.
    pub const fn is_before_decision_with_lawyer(self) -> bool {
        self.is_represented() && self.is_open()
    }

    /// Whether the case has reached the step `AppearanceFiled` or a later one. Also true if staff
    /// closed the case without an appearance.
    pub const fn has_appearance(self) -> bool {
        self.is_represented() && !matches!(self, Self::AgreementSigned)
    }
}
