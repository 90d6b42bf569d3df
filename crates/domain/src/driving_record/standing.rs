//! The standing of an item: its state for its driver, and what the driver may do about the item
//! (docs/product/driving-record.md#standing).

use chrono::{DateTime, NaiveDate, Utc};

use crate::driving_record::added::DriverEntry;
use crate::driving_record::contesting::sent::SentContest;
use crate::driving_record::court::{RegisteredCourt, StatedCourt};
use crate::driving_record::fine::{NotPayableReason, is_estimated, lawyer_price, not_payable};
use crate::driving_record::kinds::ChargeStatus;
use crate::driving_record::ticket::{Parking, Ticket, Toll};
use crate::shared::ids::{HireId, UserId};
use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::stored_words::stored_words;
use crate::shared::us_state::UsState;

/// The standing of a ticket, parking ticket or toll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The item is owed, and no other standing applies.
    Due,
    /// The driver's bank is processing a payment.
    Processing,
    /// The driver hired a lawyer for the ticket, and the case is open. There may be no lawyer yet (`awaits_lawyer`).
    WithLawyer,
    /// The item is paid, and the payment isn't being refunded or charged back.
    Paid,
    /// Lanewise is refunding the payment.
    Refunding,
    /// The driver's bank took the money back and hasn't decided the chargeback yet.
    ChargebackOpen,
    /// The city's data or an imported file says that nothing is owed, although the driver didn't pay in Lanewise.
    SettledWithCity,
    /// A court dismissed the ticket or found the driver not guilty, so nothing is owed.
    Dismissed,
    /// The driver added the item, and staff haven't confirmed it yet.
    BeingChecked,
}

stored_words!(Standing {
    Due => "due",
    Processing => "processing",
    WithLawyer => "with_lawyer",
    Paid => "paid",
    Refunding => "refunding",
    ChargebackOpen => "chargeback_open",
    SettledWithCity => "settled_with_city",
    Dismissed => "dismissed",
    BeingChecked => "being_checked",
});

/// Why the driver must confirm a payment before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PayConfirmation {
    /// The driver hired a lawyer for the ticket, and the case is open. Paying the ticket ends the case.
    LawyerAtWork,
}

stored_words!(PayConfirmation { LawyerAtWork => "lawyer_at_work", });

/// Why Lanewise doesn't offer legal help for a ticket (docs/product/cases.md#matching).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawyerUnavailable {
    /// Lanewise doesn't offer legal help in the state of the ticket's court or, if the court's state is
    /// unknown, in the driver's state.
    NotOffered,
    /// Lawyers are on record, but none takes cases in the ticket's court now.
    NoLawyerForCourt,
    /// The court has decided the ticket's case.
    CaseDecided,
}

stored_words!(LawyerUnavailable {
    NotOffered => "not_offered",
    NoLawyerForCourt => "no_lawyer_for_court",
    CaseDecided => "case_decided",
});

impl LawyerUnavailable {
    /// Returns why the driver can't hire a lawyer for the ticket; `None` if the driver can. Also `None` if the driver
    /// is paying or has paid for a lawyer and no court has decided yet.
    const fn of(facts: &StandingFacts) -> Option<Self> {
        if facts.is_court_decided {
            Some(Self::CaseDecided)
        } else if facts.has_active_hire || facts.is_hire_processing {
            None
        } else if !facts.is_lawyer_offered {
            Some(Self::NotOffered)
        } else if facts.has_no_lawyer_for_court {
            Some(Self::NoLawyerForCourt)
        } else {
            None
        }
    }
}

/// A city's own data about an item (docs/product/citation-sources.md).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CityData {
    /// The city, such as `New York City`.
    pub authority: String,
    /// The number that the city gave the item.
    pub number: String,
    /// When the city last confirmed the data.
    pub as_of: DateTime<Utc>,
    /// When the city's data first said that nothing is owed; `None` if something is owed.
    pub settled_at: Option<DateTime<Utc>>,
}

/// Facts that an item's standing depends on, besides the item itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingFacts {
    /// The hire whose case is neither decided, closed nor ended. `None` if the ticket has no such hire.
    pub open_hire: Option<HireId>,
    /// Whether no lawyer represents the driver in `open_hire` yet: no lawyer accepted the case, or
    /// the agreement isn't signed.
    pub awaits_lawyer: bool,
    /// Whether the ticket has a hire whose case didn't end early. If so, the driver can't hire another
    /// lawyer for the ticket.
    pub has_active_hire: bool,
    /// Whether the court decided a case of the ticket. A deferral isn't a decision.
    pub is_court_decided: bool,
    /// Whether the outcome of a case is that the driver owes nothing.
    pub is_dismissed: bool,
    /// Whether the driver's bank is processing a payment for the item.
    pub is_processing: bool,
    /// Whether the driver's bank is processing a payment for hiring a lawyer for the item.
    pub is_hire_processing: bool,
    /// Whether Lanewise is refunding the item's payment.
    pub is_refunding: bool,
    /// Whether the driver's bank took the payment back and hasn't decided the chargeback yet.
    pub is_chargeback_open: bool,
    /// Whether Lanewise offers legal help in the state of the court or, if the court's state is unknown,
    /// in the driver's state.
    pub is_lawyer_offered: bool,
    /// Whether lawyers are on record, but none takes cases in the ticket's court now.
    pub has_no_lawyer_for_court: bool,
    /// The city's data about the item, if any.
    pub city: Option<CityData>,
    /// The court of a ticket, if it is in the register of authorities.
    pub court: Option<RegisteredCourt>,
    /// The court that the driver or staff named, if any. The named court counts only while the
    /// ticket has no court from the register.
    pub stated_court: Option<StatedCourt>,
    /// When an imported file said that nothing is owed although nothing was paid; `None` if no file said this.
    pub settled_unpaid_at: Option<DateTime<Utc>>,
    /// Whether staff have confirmed the item; `None` unless its driver added it.
    pub driver_entry: Option<DriverEntry>,
    /// What the driver sent to contest the item; `None` if they sent nothing or the item isn't disputed.
    pub contest_sent: Option<SentContest>,
}

impl StandingFacts {
    /// Returns the time at which the city's data first said that nothing is owed. If the item has no city
    /// data, an imported file decides. `None` if something is owed.
    pub fn settled_with_city_at(&self) -> Option<DateTime<Utc>> {
        self.city.as_ref().map_or(self.settled_unpaid_at, |city| city.settled_at)
    }

    /// Whether the ticket's case is over: the court decided it, or the ticket's hire has no open case. The
    /// driver can then no longer contest the ticket.
    pub const fn is_decided(&self) -> bool {
        self.is_court_decided || (self.has_active_hire && self.open_hire.is_none())
    }

    /// Whether the driver added the item and staff haven't confirmed it yet.
    pub fn is_being_checked(&self) -> bool {
        self.driver_entry == Some(DriverEntry::BeingChecked)
    }

    /// Whether nothing is owed, according to the city's data or an imported file.
    pub fn is_settled_with_city(&self) -> bool {
        self.settled_with_city_at().is_some()
    }
}

/// An item's standing and its consequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemStanding {
    /// The item's standing, computed from its record and its [`StandingFacts`].
    pub standing: Standing,
    /// Whether the item's fine is an estimate, because its amount is not a number.
    pub is_estimated: bool,
    /// Whether the driver may pay the item by card in Lanewise.
    pub may_pay: bool,
    /// Why the driver can't pay the item's amount by card, regardless of the standing; `None` if the amount is payable.
    pub not_payable: Option<NotPayableReason>,
    /// Why the driver must confirm paying the item; `None` if no confirmation is needed.
    pub pay_needs_confirmation: Option<PayConfirmation>,
    /// Whether the item is included in the Next Due list and its total.
    pub counts_as_due: bool,
    /// Whether the driver may hire a lawyer for the item.
    pub may_hire_lawyer: bool,
    /// Why legal help isn't available for a ticket that is due. `None` if legal help is available, if the
    /// lawyer's price can't be paid by card, and for all other items.
    pub lawyer_unavailable: Option<LawyerUnavailable>,
    /// The hire whose case is open: not decided, closed or ended. `None` if the item has no such hire.
    pub open_hire: Option<HireId>,
    /// Whether no lawyer represents the driver in `open_hire` yet.
    pub awaits_lawyer: bool,
}

impl ItemStanding {
    /// Whether the driver gets reminders about the item: it is due, staff check it, or the hired lawyer
    /// doesn't represent the driver yet.
    pub fn gets_reminders(&self) -> bool {
        self.awaits_lawyer || matches!(self.standing, Standing::Due | Standing::BeingChecked)
    }
}

impl Standing {
    /// Computes the standing. `Refunding` and `ChargebackOpen` take precedence over `Paid`.
    pub fn of(is_paid: bool, facts: &StandingFacts) -> Self {
        if facts.is_chargeback_open {
            Self::ChargebackOpen
        } else if facts.is_refunding {
            Self::Refunding
        } else if is_paid {
            Self::Paid
        } else if facts.is_processing {
            Self::Processing
        } else if facts.is_being_checked() {
            Self::BeingChecked
        } else if facts.is_settled_with_city() {
            Self::SettledWithCity
        } else if facts.is_dismissed {
            Self::Dismissed
        } else if facts.open_hire.is_some() {
            Self::WithLawyer
        } else {
            Self::Due
        }
    }

    /// Returns why the driver must confirm a payment; `None` if no confirmation is needed.
    pub const fn pay_needs_confirmation(self) -> Option<PayConfirmation> {
        match self {
            Self::WithLawyer => Some(PayConfirmation::LawyerAtWork),
            Self::Due
            | Self::Processing
            | Self::Paid
            | Self::Refunding
            | Self::ChargebackOpen
            | Self::SettledWithCity
            | Self::Dismissed
            | Self::BeingChecked => None,
        }
    }

    /// Whether the item is still owed: it is neither paid, settled nor dismissed, and no payment for it is
    /// being processed, refunded or charged back.
    pub const fn is_unpaid(self) -> bool {
        match self {
            Self::Due | Self::WithLawyer | Self::BeingChecked => true,
            Self::Processing
            | Self::Paid
            | Self::Refunding
            | Self::ChargebackOpen
            | Self::SettledWithCity
            | Self::Dismissed => false,
        }
    }

    /// Whether the driver owes money for an item with this fine. Nothing is owed for a fine of $0.
    pub const fn owes(self, fine: Money) -> bool {
        self.is_unpaid() && fine.cents() > 0
    }

    /// Whether the driver may start a payment in this standing.
    const fn is_open(self) -> bool {
        match self {
            Self::Due | Self::WithLawyer => true,
            Self::Processing
            | Self::Paid
            | Self::Refunding
            | Self::ChargebackOpen
            | Self::SettledWithCity
            | Self::Dismissed
            | Self::BeingChecked => false,
        }
    }
}

/// Computes the standing of an item of any kind, without the parts about lawyers.
fn standing(
    amount: &str,
    fine: Money,
    is_paid: bool,
    is_disputed: bool,
    facts: &StandingFacts,
) -> ItemStanding {
    let standing = Standing::of(is_paid, facts);
    let not_payable = not_payable(fine);
    let may_pay = standing.is_open() && not_payable.is_none();
    ItemStanding {
        standing,
        is_estimated: is_estimated(amount),
        may_pay,
        not_payable,
        pay_needs_confirmation: standing.pay_needs_confirmation().filter(|_| may_pay),
        counts_as_due: may_pay && standing == Standing::Due && !is_disputed,
        may_hire_lawyer: false,
        lawyer_unavailable: None,
        open_hire: facts.open_hire,
        awaits_lawyer: standing == Standing::WithLawyer && facts.awaits_lawyer,
    }
}

/// An item whose standing can be computed.
pub trait HasStanding {
    /// The item's kind and id.
    fn payable(&self) -> Payable;
    /// The driver who owes the item.
    fn owner(&self) -> UserId;
    /// The state of the item's court; `None` if unknown, or if the item has no court.
    fn court_state(&self) -> Option<UsState> {
        None
    }
    /// The day by which the item must be paid or answered, if one is on file.
    fn due_date(&self) -> Option<NaiveDate>;
    /// The item's fine, as shown and charged.
    fn fine(&self) -> Money;
    /// Whether the driver disputes the item.
    fn is_disputed(&self) -> bool;
    /// Whether the item was filed as overdue, whatever its due date.
    fn is_filed_overdue(&self) -> bool {
        false
    }
    /// Computes the item's standing and its consequences.
    fn standing(&self, facts: &StandingFacts) -> ItemStanding;
    /// Whether the item's fine is owed and late: its due date is before `today`, or it was filed as overdue. A
    /// disputed item isn't due, so it is never overdue.
    fn is_overdue(&self, standing: Standing, today: NaiveDate) -> bool {
        let is_late = self.is_filed_overdue() || self.due_date().is_some_and(|day| day < today);
        standing.owes(self.fine()) && !self.is_disputed() && is_late
    }
    /// The due date; `None` if the item has none, or if the driver doesn't owe the item's fine.
    fn day_owed_by(&self, standing: Standing) -> Option<NaiveDate> {
        self.due_date().filter(|_| standing.owes(self.fine()))
    }
    /// The day on which a ticket's court expects the driver or the lawyer; `None` if court isn't required, the court
    /// dismissed the ticket, or the ticket is settled with the city.
    fn court_day(&self, _standing: Standing, _facts: &StandingFacts) -> Option<NaiveDate> {
        None
    }
    /// Whether the item has a calendar entry for today or a later day (docs/product/driving-record.md#calendar).
    fn has_upcoming_date(&self, standing: Standing, facts: &StandingFacts, today: NaiveDate) -> bool {
        let days = [self.day_owed_by(standing), self.court_day(standing, facts)];
        days.into_iter().flatten().any(|day| day >= today)
    }
    /// The name by which Lanewise looks up the authority that receives the item's money. The name
    /// is the issuer or, without one, a substitute such as the city
    /// (docs/product/money-to-authorities.md#authorities). `None` if the item has neither an
    /// issuer nor a substitute.
    fn authority_name<'a>(&'a self, facts: &'a StandingFacts) -> Option<&'a str>;
}

/// Returns the issuer or, without one, `otherwise`, such as the city. `None` if the result would be blank.
pub fn issuer_or_substitute<'a>(issuer: Option<&'a str>, otherwise: Option<&'a str>) -> Option<&'a str> {
    issuer.or(otherwise).filter(|name| !name.trim().is_empty())
}

impl HasStanding for Ticket {
    fn payable(&self) -> Payable {
        Payable::Ticket(self.id)
    }

    fn owner(&self) -> UserId {
        self.user_id
    }

    fn due_date(&self) -> Option<NaiveDate> {
        self.filed.due_date
    }

    fn fine(&self) -> Money {
        Self::fine(self)
    }

    fn is_disputed(&self) -> bool {
        self.filed.is_disputed
    }

    fn court_state(&self) -> Option<UsState> {
        self.filed.court().state
    }

    fn court_day(&self, standing: Standing, facts: &StandingFacts) -> Option<NaiveDate> {
        let is_heard = !facts.is_dismissed && standing != Standing::SettledWithCity;
        self.filed.court_date.filter(|_| self.filed.is_court_required && is_heard)
    }

    /// Computes a ticket's standing. The driver may hire a lawyer for a due ticket if legal help is
    /// available for it and the lawyer's price is payable by card. A ticket that has a hire, or a
    /// payment for a hire in progress, can't get another hire.
    fn standing(&self, facts: &StandingFacts) -> ItemStanding {
        let item_standing =
            standing(&self.filed.amount, self.fine(), self.is_paid, self.filed.is_disputed, facts);
        let is_lawyer_payable = not_payable(lawyer_price(self.fine())).is_none();
        let is_taken = facts.has_active_hire || facts.is_hire_processing;
        let can_need_lawyer = item_standing.standing == Standing::Due && is_lawyer_payable;
        let lawyer_unavailable = LawyerUnavailable::of(facts).filter(|_| can_need_lawyer);
        ItemStanding {
            may_hire_lawyer: can_need_lawyer && !is_taken && lawyer_unavailable.is_none(),
            lawyer_unavailable,
            ..item_standing
        }
    }

    fn authority_name<'a>(&'a self, _: &'a StandingFacts) -> Option<&'a str> {
        issuer_or_substitute(self.filed.issuer.as_deref(), self.filed.issuing_officer_agency.as_deref())
    }
}

impl HasStanding for Parking {
    fn payable(&self) -> Payable {
        Payable::Parking(self.id)
    }

    fn owner(&self) -> UserId {
        self.user_id
    }

    fn due_date(&self) -> Option<NaiveDate> {
        self.filed.due_date
    }

    fn fine(&self) -> Money {
        Self::fine(self)
    }

    fn is_disputed(&self) -> bool {
        self.filed.is_disputed
    }

    fn is_filed_overdue(&self) -> bool {
        self.filed.status == ChargeStatus::Overdue
    }

    /// Computes a parking ticket's standing. Lawyers can't be hired for parking tickets.
    fn standing(&self, facts: &StandingFacts) -> ItemStanding {
        standing(&self.filed.amount, self.fine(), self.is_paid, self.filed.is_disputed, facts)
    }

    fn authority_name<'a>(&'a self, facts: &'a StandingFacts) -> Option<&'a str> {
        let city = facts.city.as_ref().map(|city| city.authority.as_str());
        issuer_or_substitute(self.filed.issuer.as_deref(), city)
    }
}

impl HasStanding for Toll {
    fn payable(&self) -> Payable {
        Payable::Toll(self.id)
    }

    fn owner(&self) -> UserId {
        self.user_id
    }

    fn due_date(&self) -> Option<NaiveDate> {
        self.filed.due_date
    }

    fn fine(&self) -> Money {
        Self::fine(self)
    }

    fn is_disputed(&self) -> bool {
        self.filed.is_disputed
    }

    fn is_filed_overdue(&self) -> bool {
        self.filed.status == ChargeStatus::Overdue
    }

    /// Computes a toll's standing. Lawyers can't be hired for tolls.
    fn standing(&self, facts: &StandingFacts) -> ItemStanding {
        standing(&self.filed.amount, self.fine(), self.is_paid, self.filed.is_disputed, facts)
    }

    fn authority_name<'a>(&'a self, _: &'a StandingFacts) -> Option<&'a str> {
        issuer_or_substitute(self.filed.issuer.as_deref(), Some(&self.filed.toll_road))
    }
}
