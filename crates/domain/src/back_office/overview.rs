//! Purposes of payments. The back office's overview totals payments by purpose.

use crate::shared::stored_words::stored_words;

/// What a payment paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaymentPurpose {
    /// Fines of traffic tickets.
    TrafficTicket,
    /// Parking tickets, at their full amount.
    Parking,
    /// Tolls, at their full amount.
    Toll,
    /// Lawyers hired for traffic tickets.
    Lawyer,
}

stored_words!(PaymentPurpose {
    TrafficTicket => "traffic_ticket",
    Parking => "parking",
    Toll => "toll",
    Lawyer => "lawyer",
});
