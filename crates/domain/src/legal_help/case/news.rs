//! News of a case that Lanewise sends to the driver or the lawyer (docs/product/cases.md#notices).
//! The messages name no violation or amount, because other people may see the driver's phone.

use crate::legal_help::case::event::CaseEventKind;
use crate::shared::stored_words::stored_words;

/// A kind of news for the driver, sent by email and text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseNews {
    /// A lawyer accepted the case.
    Accepted,
    /// The driver must sign the agreement.
    SignatureNeeded,
    /// The lawyer hasn't sent the agreement yet.
    AgreementLate,
    /// The driver must answer the prosecutor's offer.
    AnswerNeeded,
    /// The court date was set or moved.
    CourtDate,
    /// The lawyer recorded an outcome.
    Outcome,
    /// No lawyer accepted the case, and Lanewise refunds the price.
    NoLawyer,
    /// The lawyer withdrew.
    LawyerWithdrew,
    /// Lanewise is looking for another lawyer.
    NewLawyer,
    /// The agreement wasn't signed in time, and Lanewise refunds the price.
    NotSigned,
    /// The case ended without an action of the driver: staff ended the case or removed the ticket, or the payment
    /// was refunded or charged back.
    Ended,
    /// The lawyer wrote a message.
    Message,
    /// The lawyer or staff requested the driver's consent.
    ConsentAsked,
}

stored_words!(CaseNews {
    Accepted => "accepted",
    SignatureNeeded => "signature_needed",
    AgreementLate => "agreement_late",
    AnswerNeeded => "answer_needed",
    CourtDate => "court_date",
    Outcome => "outcome",
    NoLawyer => "no_lawyer",
    LawyerWithdrew => "lawyer_withdrew",
    NewLawyer => "new_lawyer",
    NotSigned => "not_signed",
    Ended => "ended",
    Message => "message",
    ConsentAsked => "consent_asked",
});

impl CaseNews {
    /// Returns the news that the driver gets about this event; `None` if the driver gets no news about it.
    pub const fn of(event: CaseEventKind) -> Option<Self> {
        match event {
            CaseEventKind::LawyerAccepted => Some(Self::Accepted),
            CaseEventKind::AgreementSent | CaseEventKind::SignatureReminded => Some(Self::SignatureNeeded),
            CaseEventKind::AgreementReminded => Some(Self::AgreementLate),
            CaseEventKind::PleaOffered => Some(Self::AnswerNeeded),
            CaseEventKind::CourtDateSet => Some(Self::CourtDate),
            CaseEventKind::CourtDecided | CaseEventKind::CourtDeferred => Some(Self::Outcome),
            CaseEventKind::NoLawyerFound => Some(Self::NoLawyer),
            CaseEventKind::LawyerWithdrew => Some(Self::LawyerWithdrew),
            CaseEventKind::StaffReassigned | CaseEventKind::DriverReassigned => Some(Self::NewLawyer),
            CaseEventKind::SignatureMissed => Some(Self::NotSigned),
            CaseEventKind::StaffEnded | CaseEventKind::TicketRemoved | CaseEventKind::PaymentReturned => {
                Some(Self::Ended)
            }
            CaseEventKind::Hired
            | CaseEventKind::LawyerOffered
            | CaseEventKind::ConflictCleared
            | CaseEventKind::LawyerDeclined
            | CaseEventKind::LawyerOfferLapsed
            | CaseEventKind::LawyerSkipped
            | CaseEventKind::AgreementSigned
            | CaseEventKind::AppearanceFiled
            | CaseEventKind::PleaAccepted
            | CaseEventKind::PleaRefused
            | CaseEventKind::PleaQuestion
            | CaseEventKind::AppealWindowStarted
            | CaseEventKind::Closed
            | CaseEventKind::Update
            | CaseEventKind::DriverContacted
            | CaseEventKind::OffenseConfirmed
            | CaseEventKind::CourtCorrected
            | CaseEventKind::CourtDateChanged
            | CaseEventKind::DriverEnded
            | CaseEventKind::StaffClosed
            | CaseEventKind::StaffReopened
            | CaseEventKind::TicketPaid
            | CaseEventKind::MoneyBack
            | CaseEventKind::LabelSet
            | CaseEventKind::FileDeleted => None,
        }
    }

    /// Subject of the email.
    pub const fn subject(self) -> &'static str {
        match self {
            Self::Accepted => "A lawyer accepted your case",
            Self::SignatureNeeded => "Your lawyer's agreement is ready to sign",
            Self::AgreementLate => "Your lawyer's agreement is late",
            Self::AnswerNeeded => "Your lawyer needs your answer",
            Self::CourtDate => "You have a new court date",
            Self::Outcome => "Your case has an outcome",
            Self::NoLawyer => "No lawyer could take your case",
            Self::LawyerWithdrew => "Your lawyer withdrew",
            Self::NewLawyer => "We're finding you another lawyer",
            Self::NotSigned => "Your case has ended without an agreement",
            Self::Ended => "Your case has ended",
            Self::Message => "You have a message from your lawyer",
            Self::ConsentAsked => "Permission request in your case",
        }
    }

    /// The news in one to three sentences, for emails and texts.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Accepted => {
                "A lawyer accepted your case. No lawyer represents you until you sign the agreement."
            }
            Self::SignatureNeeded => "Your lawyer sent you an agreement. Please read and sign it.",
            Self::AgreementLate => {
                "Your lawyer hasn't sent the agreement yet. We reminded them. If it isn't signed in time, you get a full refund."
            }
            Self::AnswerNeeded => "The prosecutor made an offer in your case. Your lawyer needs your answer.",
            Self::CourtDate => "Your lawyer recorded a new court date.",
            Self::Outcome => "Your lawyer recorded an outcome in your case.",
            Self::NoLawyer => "No lawyer could take your case in time. We're refunding the full price.",
            Self::LawyerWithdrew => {
                "Your lawyer withdrew from your case, and no lawyer represents you. Please check your ticket's dates."
            }
            Self::NewLawyer => {
                "We're finding you another lawyer. No lawyer represents you until you sign an agreement."
            }
            Self::NotSigned => {
                "The agreement with your lawyer wasn't signed in time. We're refunding the full price."
            }
            Self::Ended => {
                "Your case has ended, and no lawyer represents you. If your ticket is still open, check its dates."
            }
            Self::Message => "You have a message from your lawyer.",
            Self::ConsentAsked => {
                "Your lawyer asks to see your record, or our team asks to read your case's messages and files. You can say no."
            }
        }
    }

    /// Formats the news as a text to the driver's phone.
    pub fn text(self) -> String {
        format!("Lanewise: {} Log in and see Legal help for more.", self.sentence())
    }
}

/// A kind of news for a lawyer, sent by email.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawyerNews {
    /// Lanewise offered the lawyer a case.
    Offered,
    /// The lawyer must send the agreement, which is late.
    AgreementNeeded,
    /// The driver signed the agreement.
    Signed,
    /// The driver answered the prosecutor's offer, or asked the lawyer about it.
    Answered,
    /// The ticket's court date changed.
    CourtDate,
    /// The case ended, or was given to another lawyer.
    Ended,
    /// The driver wrote a message.
    Message,
}

stored_words!(LawyerNews {
    Offered => "offered",
    AgreementNeeded => "agreement_needed",
    Signed => "signed",
    Answered => "answered",
    CourtDate => "court_date",
    Ended => "ended",
    Message => "message",
});

impl LawyerNews {
    /// Returns the news about this event for the lawyer who has the case or its offer; `None` if
    /// that lawyer gets no news.
    pub const fn of(event: CaseEventKind) -> Option<Self> {
        match event {
            CaseEventKind::LawyerOffered => Some(Self::Offered),
            CaseEventKind::AgreementReminded => Some(Self::AgreementNeeded),
            CaseEventKind::AgreementSigned => Some(Self::Signed),
            CaseEventKind::PleaAccepted | CaseEventKind::PleaRefused | CaseEventKind::PleaQuestion => {
                Some(Self::Answered)
            }
            CaseEventKind::CourtDateChanged => Some(Self::CourtDate),
            CaseEventKind::StaffReassigned
            | CaseEventKind::DriverReassigned
            | CaseEventKind::SignatureMissed
            | CaseEventKind::TicketRemoved
            | CaseEventKind::DriverEnded
            | CaseEventKind::StaffEnded
            | CaseEventKind::StaffClosed
            | CaseEventKind::TicketPaid
            | CaseEventKind::PaymentReturned => Some(Self::Ended),
            CaseEventKind::Hired
            | CaseEventKind::ConflictCleared
            | CaseEventKind::LawyerAccepted
            | CaseEventKind::LawyerDeclined
            | CaseEventKind::LawyerOfferLapsed
            | CaseEventKind::LawyerSkipped
            | CaseEventKind::AgreementSent
            | CaseEventKind::SignatureReminded
            | CaseEventKind::AppearanceFiled
            | CaseEventKind::CourtDateSet
            | CaseEventKind::PleaOffered
            | CaseEventKind::CourtDeferred
            | CaseEventKind::CourtDecided
            | CaseEventKind::AppealWindowStarted
            | CaseEventKind::Closed
            | CaseEventKind::Update
            | CaseEventKind::DriverContacted
            | CaseEventKind::OffenseConfirmed
            | CaseEventKind::CourtCorrected
            | CaseEventKind::NoLawyerFound
            | CaseEventKind::LawyerWithdrew
            | CaseEventKind::MoneyBack
            | CaseEventKind::StaffReopened
            | CaseEventKind::LabelSet
            | CaseEventKind::FileDeleted => None,
        }
    }

    /// Subject of the email.
    pub const fn subject(self) -> &'static str {
        match self {
            Self::Offered => "You have a new case offer",
            Self::AgreementNeeded => "Please send your client the agreement",
            Self::Signed => "Your client signed the agreement",
            Self::Answered => "Your client answered the offer or has a question",
            Self::CourtDate => "A court date changed",
            Self::Ended => "A case has ended",
            Self::Message => "You have a message from a client",
        }
    }

    /// The news in one or two sentences.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Offered => {
                "You have a new case offer. Please check for conflicts, then accept or decline it."
            }
            Self::AgreementNeeded => {
                "You accepted a case and haven't sent the agreement yet. Without a signed agreement the case ends."
            }
            Self::Signed => "Your client signed the agreement.",
            Self::Answered => "Your client answered the prosecutor's offer, or has a question about it.",
            Self::CourtDate => {
                "The court date of one of your cases was changed on the ticket. Please check it."
            }
            Self::Message => "You have a message from a client.",
            Self::Ended => {
                "One of your cases has ended or was given to another lawyer. Please stop working on it."
            }
        }
    }
}
