//! The fine shown for an item (docs/product/driving-record.md#fine-shown), the lawyer's price
//! (docs/product/legal-help.md#lawyers-price), and the limits of card charges. Drivers are
//! charged the amount shown.

use crate::driving_record::amount::Amount;
use crate::driving_record::new_item::{ItemDetails, ParkingDetails, TicketDetails, TollDetails};
use crate::driving_record::ticket::{Parking, Ticket, Toll};
use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::stored_words::stored_words;

/// Amount added to an estimate for each point on the license.
pub const PER_POINT: Money = Money::from_dollars(25);

/// Base of an estimated fine, by violation type.
pub const BASES: &[(&str, Money)] = &[
    ("Speeding", Money::from_dollars(150)),
    ("Red light violation", Money::from_dollars(200)),
    (PARKING_VIOLATION, Money::from_dollars(75)),
    ("Stop sign violation", Money::from_dollars(125)),
    ("Reckless driving", Money::from_dollars(300)),
];

/// Base of an estimated fine for any other violation type.
pub const OTHER_BASE: Money = Money::from_dollars(100);

const PARKING_VIOLATION: &str = "Parking violation";

/// Returns an item's fine: its amount if that is a number ([`Amount::parse_number`]), otherwise an estimate. The
/// estimate is the violation type's base plus [`PER_POINT`] for each point. The whole type must match,
/// ignoring ASCII case and surrounding whitespace: `speeding ` is `Speeding`, but `Speeding in a school zone`
/// is another type. Negative points count as zero.
pub fn fine_or_estimate(amount_text: &str, violation_type: &str, points: i32) -> Money {
    Amount::parse_number(amount_text).unwrap_or_else(|| {
        let points = i64::from(points.max(0));
        Money::from_cents(base_fine(violation_type).cents() + points * PER_POINT.cents())
    })
}

/// Whether the fine is an estimate because the amount is not a number. Screens label such a fine *Estimated*.
pub fn is_estimated(amount_text: &str) -> bool {
    Amount::parse_number(amount_text).is_none()
}

/// Returns a fine as text for drivers, such as `$225 (estimated)`.
pub fn describe_fine(fine: Money, is_estimated: bool) -> String {
    if is_estimated { format!("{} (estimated)", fine.for_display()) } else { fine.for_display() }
}

/// Returns the base of the estimate for a violation type; [`OTHER_BASE`] for types without their own base.
fn base_fine(violation_type: &str) -> Money {
    let violation_type = violation_type.trim_ascii();
    BASES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(violation_type))
        .map_or(OTHER_BASE, |(_, base)| *base)
}

/// The lawyer's price in percent of the ticket's fine
/// (docs/product/legal-help.md#lawyers-price). `crates/domain/cases/fine.json` has examples.
pub const LAWYER_SHARE_PERCENT: i64 = 50;
/// Smallest amount that Lanewise can charge to a card.
pub const MIN_CHARGE: Money = Money::from_cents(50);
/// Largest amount that Lanewise can charge to a card.
pub const MAX_CHARGE: Money = Money::from_cents(99_999_999);

/// Why an amount can't be paid by card in Lanewise (docs/product/payments.md#amount-due).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotPayableReason {
    /// The amount is below [`MIN_CHARGE`].
    TooSmall,
    /// The amount is above [`MAX_CHARGE`].
    TooLarge,
}

stored_words!(NotPayableReason { TooSmall => "too_small", TooLarge => "too_large", });

impl NotPayableReason {
    /// The reason, as drivers read it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::TooSmall => "You can’t pay less than $0.50 by card here.",
            Self::TooLarge => "You can’t pay more than $999,999.99 by card here.",
        }
    }
}

/// Returns the lawyer's price: [`LAWYER_SHARE_PERCENT`] of the fine, with half a cent rounded up.
pub fn lawyer_price(fine: Money) -> Money {
    fine.percent_rounded(LAWYER_SHARE_PERCENT)
}

/// Returns why this amount can't be charged to a card; `None` if it can be charged.
pub fn not_payable(due: Money) -> Option<NotPayableReason> {
    if due < MIN_CHARGE {
        Some(NotPayableReason::TooSmall)
    } else if due > MAX_CHARGE {
        Some(NotPayableReason::TooLarge)
    } else {
        None
    }
}

impl TicketDetails {
    /// The ticket's fine, as shown and charged.
    pub fn fine(&self) -> Money {
        self.fine_with_amount(&self.amount)
    }

    /// The fine that the ticket would have with another `amount`.
    pub fn fine_with_amount(&self, amount: &str) -> Money {
        fine_or_estimate(amount, &self.violation_type, self.points)
    }
}

impl ParkingDetails {
    /// The parking ticket's amount, as shown and charged.
    pub fn fine(&self) -> Money {
        self.fine_with_amount(&self.amount)
    }

    /// The fine that the parking ticket would have with another `amount`. An estimate starts from the base amount of
    /// parking violations, whatever the violation type. Parking tickets have no points.
    pub fn fine_with_amount(&self, amount: &str) -> Money {
        fine_or_estimate(amount, PARKING_VIOLATION, 0)
    }
}

impl TollDetails {
    /// The toll's amount, as shown and charged.
    pub fn fine(&self) -> Money {
        self.fine_with_amount(&self.amount)
    }

    /// The fine that the toll would have with another `amount`. An estimate is [`OTHER_BASE`], because tolls have
    /// no points and no violation type.
    pub fn fine_with_amount(&self, amount: &str) -> Money {
        fine_or_estimate(amount, "", 0)
    }
}

impl ItemDetails {
    /// The item's fine, as shown and charged.
    pub fn fine(&self) -> Money {
        match self {
            Self::Ticket(details) => details.fine(),
            Self::Parking(details) => details.fine(),
            Self::Toll(details) => details.fine(),
        }
    }

    /// The fine that the item would have with another `amount`.
    pub fn fine_with_amount(&self, amount: &str) -> Money {
        match self {
            Self::Ticket(details) => details.fine_with_amount(amount),
            Self::Parking(details) => details.fine_with_amount(amount),
            Self::Toll(details) => details.fine_with_amount(amount),
        }
    }
}

impl Ticket {
    /// The ticket's fine, as shown and charged.
    pub fn fine(&self) -> Money {
        self.filed.fine()
    }
}

impl Parking {
    /// The parking ticket's amount, as shown and charged.
    pub fn fine(&self) -> Money {
        self.filed.fine()
    }
}

impl Toll {
    /// The toll's amount, as shown and charged.
    pub fn fine(&self) -> Money {
        self.filed.fine()
    }
}

impl Payable {
    /// Returns the amount that a payment charges (docs/product/payments.md#amount-due). For a lawyer, this is the
    /// lawyer's price, otherwise the whole fine. `fine` is the item's fine.
    pub fn due(self, fine: Money) -> Money {
        match self {
            Self::Ticket(_) | Self::Parking(_) | Self::Toll(_) => fine,
            Self::Lawyer(_) => lawyer_price(fine),
        }
    }
}
