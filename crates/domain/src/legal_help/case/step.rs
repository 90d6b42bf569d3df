//! The steps of a case (docs/product/cases.md#steps).

use crate::shared::stored_words::stored_words;

/// The step that a case has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseStep {
    /// The driver paid, and no lawyer has an offer.
    Hired,
    /// The case is offered to one lawyer.
    Offered,
    /// The lawyer found no conflict of interest.
    ConflictCleared,
    /// A lawyer accepted the case.
    Accepted,
    /// The driver signed the lawyer's agreement, so the lawyer represents the driver.
    AgreementSigned,
    /// The lawyer filed an appearance at the court.
    AppearanceFiled,
    /// The court set a date.
    CourtDateSet,
    /// The prosecutor's offer waits for the driver's answer.
    OfferPending,
    /// The court decides later, for example after a time without another violation.
    Deferred,
    /// The court decided.
    Decided,
    /// The court decided, and the time for an appeal hasn't ended.
    AppealWindow,
    /// The work is done.
    Closed,
    /// No lawyer accepted in time, or all of them declined.
    NoLawyer,
    /// The lawyer withdrew from the case.
    Withdrawn,
    /// The driver or staff ended the case, its ticket was paid, or its payment was returned.
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
    /// Whether the case isn't decided yet. Until then, its ticket is with a lawyer.
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

    /// Whether no lawyer has accepted yet, so the case is offered to lawyers.
    pub const fn is_matching(self) -> bool {
        matches!(self, Self::Hired | Self::Offered | Self::ConflictCleared)
    }

    /// Whether the case ended without a decision, so that the driver may hire a lawyer again.
    pub const fn is_broken_off(self) -> bool {
        matches!(self, Self::NoLawyer | Self::Withdrawn | Self::Ended)
    }

    /// Whether the court has decided, and the case did not end otherwise.
    pub const fn is_decided(self) -> bool {
        matches!(self, Self::Decided | Self::AppealWindow | Self::Closed)
    }

    /// Whether the ticket of a case at this step can't have another hire.
    pub const fn blocks_another_hire(self) -> bool {
        !self.is_broken_off()
    }

    /// Whether a lawyer represents the driver: the agreement is signed, and the case has not ended.
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

    /// Whether the lawyer has filed an appearance. Until then, ending the case refunds the full price.
    pub const fn has_appearance(self) -> bool {
        match self {
            Self::AppearanceFiled
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
            | Self::AgreementSigned
            | Self::NoLawyer
            | Self::Withdrawn
            | Self::Ended => false,
        }
    }
}
