//! The fine shown for an item (docs/PRODUCT.md#fine-shown), and a lawyer's price (docs/PRODUCT.md#lawyers-price). What is
//! shown is what is charged.

use crate::driving_record::amount::Amount;
use crate::driving_record::new_item::{ItemDetails, ParkingDetails, TicketDetails, TollDetails};
use crate::driving_record::ticket::{Parking, Ticket, Toll};
use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::words::stored_words;

/// Added for each point on the license.
pub const PER_POINT: Money = Money::from_dollars(25);

/// Bases by violation type, for a ticket whose amount is not a number.
pub const BASES: &[(&str, Money)] = &[
    ("Speeding", Money::from_dollars(150)),
    ("Red light violation", Money::from_dollars(200)),
    (PARKING_VIOLATION, Money::from_dollars(75)),
    ("Stop sign violation", Money::from_dollars(125)),
    ("Reckless driving", Money::from_dollars(300)),
];

/// The base of any other violation type.
pub const OTHER_BASE: Money = Money::from_dollars(100);

const PARKING_VIOLATION: &str = "Parking violation";

/// The amount if it is a number ([`Amount::fixed`]), else an estimate: the violation type's base and 25 a point.
///
/// The type is compared whole, without regard to ASCII case and to white space at its ends: `speeding ` is `Speeding`, but
/// `Speeding in a school zone` is another type. Points below zero count as none.
pub fn shown(amount_text: &str, violation_type: &str, points: i32) -> Money {
    Amount::fixed(amount_text).unwrap_or_else(|| {
        let points = i64::from(points.max(0));
        Money::from_cents(base(violation_type).cents() + points * PER_POINT.cents())
    })
}

/// Whether the fine is worked out, because the amount on file is no number: it is called *Estimated* wherever it shows.
pub fn is_estimated(amount_text: &str) -> bool {
    Amount::fixed(amount_text).is_none()
}

fn base(violation_type: &str) -> Money {
    let violation_type = violation_type.trim_ascii();
    BASES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(violation_type))
        .map_or(OTHER_BASE, |(_, base)| *base)
}

/// The lawyer's share of the fine, in per cent (docs/PRODUCT.md#lawyers-price). `cases/fine.json` has the amounts that follow.
pub const LAWYER_SHARE_PERCENT: i64 = 50;
/// The least that can be charged by card.
pub const SMALLEST_CHARGE: Money = Money::from_cents(50);
/// The most that can be charged by card.
pub const LARGEST_CHARGE: Money = Money::from_cents(99_999_999);

/// Why an amount can't be paid here (docs/PRODUCT.md#amount-due).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotPayable {
    /// Below [`SMALLEST_CHARGE`].
    TooSmall,
    /// Above [`LARGEST_CHARGE`].
    TooLarge,
}

stored_words!(NotPayable { TooSmall => "too_small", TooLarge => "too_large", });

impl NotPayable {
    /// Why, in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::TooSmall => "Less than $0.50 can't be paid by card here.",
            Self::TooLarge => "More than $999,999.99 can't be paid by card here.",
        }
    }
}

/// What a lawyer costs: the share of the fine, half a cent rounded up.
pub fn lawyer_price(fine: Money) -> Money {
    fine.percent_rounded(LAWYER_SHARE_PERCENT)
}

/// What speaks against charging so much by card.
pub fn not_payable(due: Money) -> Option<NotPayable> {
    if due < SMALLEST_CHARGE {
        Some(NotPayable::TooSmall)
    } else if due > LARGEST_CHARGE {
        Some(NotPayable::TooLarge)
    } else {
        None
    }
}

impl TicketDetails {
    /// The fine shown and charged.
    pub fn fine(&self) -> Money {
        shown(&self.amount, &self.violation_type, self.points)
    }
}

impl ParkingDetails {
    /// The amount shown and charged. It has no points, and whatever its violation type says it is a parking violation.
    pub fn fine(&self) -> Money {
        shown(&self.amount, PARKING_VIOLATION, 0)
    }
}

impl TollDetails {
    /// The amount shown and charged. It has no points and no violation type, so the base is "any other".
    pub fn fine(&self) -> Money {
        shown(&self.amount, "", 0)
    }
}

impl ItemDetails {
    /// The fine shown and charged.
    pub fn fine(&self) -> Money {
        match self {
            Self::Ticket(of) => of.fine(),
            Self::Parking(of) => of.fine(),
            Self::Toll(of) => of.fine(),
        }
    }
}

impl Ticket {
    /// The fine shown and charged.
    pub fn fine(&self) -> Money {
        self.filed.fine()
    }
}

impl Parking {
    /// The amount shown and charged.
    pub fn fine(&self) -> Money {
        self.filed.fine()
    }
}

impl Toll {
    /// The amount shown and charged.
    pub fn fine(&self) -> Money {
        self.filed.fine()
    }
}

impl Payable {
    /// What is charged for it, given the fine shown for the item (docs/PRODUCT.md#amount-due): all of it, or a lawyer's share.
    pub fn due(self, fine: Money) -> Money {
        match self {
            Self::Ticket(_) | Self::Parking(_) | Self::Toll(_) => fine,
            Self::Lawyer(_) => lawyer_price(fine),
        }
    }
}
