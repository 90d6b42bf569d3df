//! Names of the figures at the top of the back office.

use crate::shared::words::stored_words;

/// What a payment paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaidFor {
    /// A traffic ticket.
    TrafficTicket,
    /// A parking ticket.
    Parking,
    /// A toll.
    Toll,
    /// A lawyer.
    Lawyer,
}

stored_words!(PaidFor {
    TrafficTicket => "traffic_ticket",
    Parking => "parking",
    Toll => "toll",
    Lawyer => "lawyer",
});
