//! Names of the figures on top of the back office.

use crate::words::stored_words;

/// What money came in for.
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

/// A list that staff work off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Queue {
    /// Lawyer hires.
    LawyerHires,
    /// Reports of missing tickets.
    MissingTickets,
    /// Plates that drivers put on file.
    VehicleUpdates,
    /// Requests for a licence status check.
    StatusRequests,
    /// Help inquiries.
    HelpInquiries,
    /// Requests for texts.
    TextNotifications,
}

stored_words!(PaidFor {
    TrafficTicket => "traffic_ticket",
    Parking => "parking",
    Toll => "toll",
    Lawyer => "lawyer",
});
stored_words!(Queue {
    LawyerHires => "lawyerHires",
    MissingTickets => "missingTickets",
    VehicleUpdates => "vehicleUpdates",
    StatusRequests => "statusRequests",
    HelpInquiries => "helpInquiries",
    TextNotifications => "textNotifications",
});
