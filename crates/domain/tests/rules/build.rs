//! Items with sensible defaults, to be changed where a test looks.

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::ticket::{
    ChargeStatus, Fees, Parking, Ticket, TicketCategory, TicketStatus, Toll,
};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};

/// A time, as in the case files.
pub fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// A date, as in the case files.
pub fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// An unpaid speeding ticket.
pub fn ticket(id: i32) -> Ticket {
    Ticket {
        id: TicketId(id),
        user_id: UserId(2),
        violation_type: "Speeding".to_owned(),
        violation_code: None,
        date: date("2026-01-01"),
        time_of_violation: None,
        due_date: None,
        location: "I-95, Exit 4".to_owned(),
        amount: "$150".to_owned(),
        points: 0,
        category: TicketCategory::Traffic,
        status: TicketStatus::Fine,
        is_paid: false,
        paid_at: None,
        is_disputed: false,
        is_court_required: false,
        court_date: None,
        court_time: None,
        consequence: None,
        things_to_know: None,
        evidence_provided: None,
        issuing_officer_agency: None,
        fees: Fees::default_for_ticket(),
        created_at: time("2026-01-02T12:00:00Z"),
        version: 1,
    }
}

/// An unpaid parking ticket.
pub fn parking(id: i32) -> Parking {
    Parking {
        id: ParkingId(id),
        user_id: UserId(2),
        violation_type: "Expired meter".to_owned(),
        date: date("2026-01-01"),
        due_date: None,
        location: "Main Street".to_owned(),
        amount: "$65".to_owned(),
        status: ChargeStatus::Unpaid,
        is_paid: false,
        paid_at: None,
        fees: Fees::default_for_parking(),
        created_at: time("2026-01-02T12:00:00Z"),
        version: 1,
    }
}

/// An unpaid toll.
pub fn toll(id: i32) -> Toll {
    Toll {
        id: TollId(id),
        user_id: UserId(2),
        toll_road: "I-95 Express".to_owned(),
        date: date("2026-01-01"),
        due_date: None,
        amount: "$4.25".to_owned(),
        status: ChargeStatus::Unpaid,
        is_paid: false,
        paid_at: None,
        fees: Fees::default_for_toll(),
        created_at: time("2026-01-02T12:00:00Z"),
        version: 1,
    }
}
