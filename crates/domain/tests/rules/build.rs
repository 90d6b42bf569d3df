//! Functions that create items with default values, and parse dates and times.

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};

/// Parses a time in the format of the case files.
pub fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Parses a date in the format of the case files.
pub fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Creates an item's details from these fields and a fixed date.
fn filed(kind: ItemKind, fields: &[(&str, &str)]) -> ItemDetails {
    let draft = fields.iter().fold(ItemDraft::new(kind), |draft, (name, text)| draft.with(name, *text));
    draft.with("date", "2026-01-01").validate(date("2026-01-01"), None).unwrap()
}

/// Returns an unpaid speeding ticket.
pub fn ticket(id: i32) -> Ticket {
    let fields = [
        ("violation_type", "Speeding"),
        ("location", "I-95, Exit 4"),
        ("amount", "$150"),
        ("points", "0"),
        ("category", "traffic"),
    ];
    let ItemDetails::Ticket(filed) = filed(ItemKind::Ticket, &fields) else { panic!("not a ticket") };
    Ticket {
        id: TicketId(id),
        user_id: UserId(2),
        filed: *filed,
        is_paid: false,
        paid_at: None,
        created_at: time("2026-01-02T12:00:00Z"),
        version: 1,
    }
}

/// Returns an unpaid parking ticket.
pub fn parking(id: i32) -> Parking {
    let fields = [("violation_type", "Expired meter"), ("location", "Main Street"), ("amount", "$65")];
    let ItemDetails::Parking(filed) = filed(ItemKind::Parking, &fields) else { panic!("not for parking") };
    Parking {
        id: ParkingId(id),
        user_id: UserId(2),
        filed,
        is_paid: false,
        paid_at: None,
        created_at: time("2026-01-02T12:00:00Z"),
        version: 1,
    }
}

pub fn toll(id: i32) -> Toll {
    let fields = [("toll_road", "I-95 Express"), ("amount", "$4.25")];
    let ItemDetails::Toll(filed) = filed(ItemKind::Toll, &fields) else { panic!("not a toll") };
    Toll {
        id: TollId(id),
        user_id: UserId(2),
        filed,
        is_paid: false,
        paid_at: None,
        created_at: time("2026-01-02T12:00:00Z"),
        version: 1,
    }
}
