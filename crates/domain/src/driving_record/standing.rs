//! Where an item stands, and what its driver may do about it (docs/PRODUCT.md#standing). It is worked out here alone; screens
//! switch on it.

use chrono::{DateTime, Utc};

use crate::driving_record::fine::{NotPayable, is_estimated, lawyer_price, not_payable};
use crate::driving_record::ticket::{Parking, Ticket, Toll};
use crate::shared::ids::{HireId, UserId};
use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::words::stored_words;

/// Where a ticket, parking ticket or toll stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// To be paid.
    Due,
    /// A payment is with the driver's bank.
    Processing,
    /// A lawyer is at work on it.
    WithLawyer,
    /// Paid.
    Paid,
    /// The money that paid it is on its way back.
    Refunding,
    /// The driver's bank has taken the money back, and it is not decided yet.
    ChargebackOpen,
    /// Nothing is owed any more by the city's own data, and it was not paid here.
    SettledWithCity,
}

stored_words!(Standing {
    Due => "due",
    Processing => "processing",
    WithLawyer => "with_lawyer",
    Paid => "paid",
    Refunding => "refunding",
    ChargebackOpen => "chargeback_open",
    SettledWithCity => "settled_with_city",
});

/// Why a payment is asked about once more before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PayConfirmation {
    /// Paying is a guilty plea and ends the lawyer's work.
    LawyerAtWork,
}

stored_words!(PayConfirmation { LawyerAtWork => "lawyer_at_work", });

/// What a city's own data say of an item (docs/PRODUCT.md#citation-sources).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CityData {
    /// Whose data they are, such as `New York City`.
    pub authority: String,
    /// The city's number of it.
    pub number: String,
    /// When they said so last.
    pub as_of: DateTime<Utc>,
    /// Since when nothing is owed any more.
    pub settled_at: Option<DateTime<Utc>>,
}

/// What is known of an item beside what staff filed: each from the record that it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingFacts {
    /// The hire whose lawyer is at work on it.
    pub lawyer_at_work: Option<HireId>,
    /// It has a hire that is not cancelled, at work or done: there is no second one.
    pub has_active_hire: bool,
    /// A payment for it is with the driver's bank.
    pub is_processing: bool,
    /// A payment for a lawyer is with the driver's bank.
    pub is_hire_processing: bool,
    /// The money that paid it is on its way back.
    pub is_refunding: bool,
    /// The bank has taken the money back, and it is not decided yet.
    pub is_chargeback_open: bool,
    /// Legal help is offered in the driver's state.
    pub is_lawyer_offered: bool,
    /// What its city's data say.
    pub city: Option<CityData>,
}

impl StandingFacts {
    /// By its city nothing is owed.
    pub fn is_settled_with_city(&self) -> bool {
        self.city.as_ref().is_some_and(|city| city.settled_at.is_some())
    }
}

/// An item's standing, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stands {
    /// Where it stands.
    pub standing: Standing,
    /// Its fine is worked out, because its amount is words.
    pub is_estimated: bool,
    /// Its driver may pay it by card here.
    pub may_pay: bool,
    /// Why its amount can't be paid by card here, whatever its standing.
    pub not_payable: Option<NotPayable>,
    /// Paying it is asked about once more, and why.
    pub pay_needs_confirmation: Option<PayConfirmation>,
    /// It is one of those that Next Due is chosen from and sums up.
    pub counts_as_due: bool,
    /// Its driver may hire a lawyer for it.
    pub may_hire_lawyer: bool,
    /// The hire whose lawyer is at work on it.
    pub lawyer_at_work: Option<HireId>,
}

impl Standing {
    /// From whether it is paid, and what else is known. What happens to the money says more than that it came in.
    pub fn of(is_paid: bool, facts: &StandingFacts) -> Self {
        if facts.is_chargeback_open {
            Self::ChargebackOpen
        } else if facts.is_refunding {
            Self::Refunding
        } else if is_paid {
            Self::Paid
        } else if facts.is_processing {
            Self::Processing
        } else if facts.is_settled_with_city() {
            Self::SettledWithCity
        } else if facts.lawyer_at_work.is_some() {
            Self::WithLawyer
        } else {
            Self::Due
        }
    }

    /// Why paying is asked about once more; [`None`] also where nothing can be paid.
    pub const fn pay_needs_confirmation(self) -> Option<PayConfirmation> {
        match self {
            Self::WithLawyer => Some(PayConfirmation::LawyerAtWork),
            Self::Due
            | Self::Processing
            | Self::Paid
            | Self::Refunding
            | Self::ChargebackOpen
            | Self::SettledWithCity => None,
        }
    }

    /// Whether its driver may begin to pay.
    const fn is_open(self) -> bool {
        match self {
            Self::Due | Self::WithLawyer => true,
            Self::Processing
            | Self::Paid
            | Self::Refunding
            | Self::ChargebackOpen
            | Self::SettledWithCity => false,
        }
    }
}

fn stands(amount: &str, fine: Money, is_paid: bool, facts: &StandingFacts) -> Stands {
    let standing = Standing::of(is_paid, facts);
    let not_payable = not_payable(fine);
    let may_pay = standing.is_open() && not_payable.is_none();
    Stands {
        standing,
        is_estimated: is_estimated(amount),
        may_pay,
        not_payable,
        pay_needs_confirmation: standing.pay_needs_confirmation().filter(|_| may_pay),
        counts_as_due: may_pay && standing == Standing::Due,
        may_hire_lawyer: false,
        lawyer_at_work: facts.lawyer_at_work,
    }
}

/// What has a standing.
pub trait Owed {
    /// What it is, and which one.
    fn payable(&self) -> Payable;
    /// Whose.
    fn owner(&self) -> UserId;
    /// Where it stands.
    fn stands(&self, facts: &StandingFacts) -> Stands;
}

impl Owed for Ticket {
    fn payable(&self) -> Payable {
        Payable::Ticket(self.id)
    }

    fn owner(&self) -> UserId {
        self.user_id
    }

    /// A disputed one is not counted as due; a lawyer is offered while it is due and nobody has one.
    fn stands(&self, facts: &StandingFacts) -> Stands {
        let stands = stands(&self.filed.amount, self.fine(), self.is_paid, facts);
        let is_lawyer_payable = not_payable(lawyer_price(self.fine())).is_none();
        let is_taken = facts.has_active_hire || facts.is_hire_processing;
        Stands {
            counts_as_due: stands.counts_as_due && !self.filed.is_disputed,
            may_hire_lawyer: stands.standing == Standing::Due
                && facts.is_lawyer_offered
                && is_lawyer_payable
                && !is_taken,
            ..stands
        }
    }
}

impl Owed for Parking {
    fn payable(&self) -> Payable {
        Payable::Parking(self.id)
    }

    fn owner(&self) -> UserId {
        self.user_id
    }

    /// There is no lawyer for it.
    fn stands(&self, facts: &StandingFacts) -> Stands {
        stands(&self.filed.amount, self.fine(), self.is_paid, facts)
    }
}

impl Owed for Toll {
    fn payable(&self) -> Payable {
        Payable::Toll(self.id)
    }

    fn owner(&self) -> UserId {
        self.user_id
    }

    /// There is no lawyer for it.
    fn stands(&self, facts: &StandingFacts) -> Stands {
        stands(&self.filed.amount, self.fine(), self.is_paid, facts)
    }
}
