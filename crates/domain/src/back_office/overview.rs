//! Purposes of payments. The back office's overview totals payments by purpose.

use crate::shared::stored_words::stored_words;

/// What a payment paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaymentPurpose {
    /// Fines of traffic tickets.
    TrafficTicket,
    /// Fines of parking tickets.
    Parking,
    /// Tolls of toll roads.
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
