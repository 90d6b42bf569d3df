//! What staff file, in the database.

use chrono::NaiveDate;
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::driving_record::ticket::Item;
use domain::driving_record::words::ItemKind;
use domain::security::audit::AuditAction;
use domain::shared::ids::{TicketId, UserId};
use domain::shared::payable::Payable;
use ports::driving_record::filing::{Filing, LastChange, Removal};
use ports::driving_record::items::Items;
use ports::payments::history::{History, HistoryFilter};
use ports::security::trail::{AuditEntry, Trail};

use crate::support::{ALL, World, at};

/// What a form with these fields makes.
fn filed(kind: ItemKind, fields: &[(&str, &str)]) -> ItemDetails {
    let draft = fields.iter().fold(ItemDraft::new(kind), |draft, (name, text)| draft.with(name, *text));
    let dated = draft.with("date", "2026-11-01");
    dated.check(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(), None).unwrap()
}

/// A ticket with every field, or with those it must have.
fn ticket(is_full: bool) -> ItemDetails {
    let least: &[(&str, &str)] = &[
        ("violation_type", "Speeding"),
        ("location", "Main St"),
        ("amount", "$150"),
        ("points", "3"),
        ("category", "speeding"),
    ];
    let most = [
        ("violation_code", "22350"),
        ("time_of_violation", "14:30"),
        ("due_date", "2026-12-01"),
        ("status", "Court Required"),
        ("is_disputed", "true"),
        ("is_court_required", "true"),
        ("court_date", "2026-12-24"),
        ("court_time", "9:00 AM"),
        ("consequence", "A warrant"),
        ("things_to_know", "One, two"),
        ("evidence_provided", "Photo"),
        ("issuing_officer_agency", "Officer 7"),
        ("processing_fee_type", "percentage"),
        ("processing_fee_amount", "2.50"),
        ("our_processing_fee", "1.00"),
    ];
    let full = [least, &most].concat();
    let details = filed(ItemKind::Ticket, if is_full { &full } else { least });
    let empty = details.fields().into_iter().filter(|(_, text)| text.is_empty()).count();
    assert_eq!(empty == 0, is_full, "a new field is missing here");
    details
}

fn parking(location: &str) -> ItemDetails {
    let fields = [("violation_type", "Expired meter"), ("location", location), ("amount", "45")];
    filed(ItemKind::Parking, &fields)
}

fn toll(road: &str) -> ItemDetails {
    filed(ItemKind::Toll, &[("toll_road", road), ("amount", "3.50")])
}

#[test]
fn each_kind_is_filed_locked_and_changed_with_all_its_fields() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    for (first, second) in [
        (ticket(true), ticket(false)),
        (ticket(false), ticket(true)),
        (parking("Elm St"), parking("Oak St")),
        (toll("I-95"), toll("SH 130")),
    ] {
        let filed = world.store().insert_item(user, &first, at(1)).unwrap();
        assert_eq!((filed.details(), filed.version(), filed.user_id()), (first, 1, user));
        let id = filed.payable();
        assert_eq!(world.store().lock_item(id).unwrap(), Some(filed));
        let changed = world.store().update_item(id, &second).unwrap().unwrap();
        assert_eq!((changed.details(), changed.version()), (second, 2), "empty fields are emptied");
        assert_eq!(world.store().lock_item(id).unwrap(), Some(changed));
    }
    assert!(world.store().update_item(Payable::Ticket(TicketId(999)), &ticket(true)).unwrap().is_none());
    assert!(world.store().update_item(Payable::Ticket(TicketId(1)), &toll("I-95")).is_err());
    assert!(world.store().lock_item(Payable::Lawyer(TicketId(1))).is_err());
}

#[test]
fn a_removed_ticket_is_in_no_list_and_its_row_stays() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let staff = world.user("staff@example.com");
    let item = world.store().insert_item(user, &ticket(true), at(1)).unwrap();
    let Item::Ticket(filed) = &item else { panic!("a ticket") };
    world.store().mark_paid(item.payable(), at(2)).unwrap();
    let removal = Removal { by: staff, result: "Dismissed".to_owned(), at: at(3) };
    world.store().remove_ticket(filed.id, &removal).unwrap();
    assert_eq!(world.store().ticket(filed.id).unwrap(), None);
    assert_eq!(world.store().lock_item(item.payable()).unwrap(), None);
    assert_eq!(world.store().update_item(item.payable(), &ticket(false)).unwrap(), None);
    assert!(world.store().tickets_of(user).unwrap().is_empty());
    assert_eq!(world.store().paid_items(user, &HistoryFilter::default(), ALL).unwrap().total, 0);
    let kept = world
        .db
        .value("SELECT removal_result || ' ' || removed_by || ' ' || violation_type AS value FROM tickets");
    assert_eq!(kept, Some(format!("Dismissed {staff} Speeding")));
    // A second removal does not overwrite the first one's words.
    let again = Removal { result: "Again".to_owned(), ..removal };
    world.store().remove_ticket(filed.id, &again).unwrap();
    assert_eq!(world.db.value("SELECT removal_result AS value FROM tickets").as_deref(), Some("Dismissed"));
}

#[test]
fn the_last_change_is_the_newest_line_of_the_trail() {
    let mut world = World::new();
    let staff = world.user("staff@example.com");
    let mut line = |actor: Option<UserId>, subject_kind: &'static str, second: i64| {
        world
            .store()
            .audit(&AuditEntry::about((subject_kind, 7), AuditAction::ItemChanged, at(second)).by(actor))
            .unwrap();
    };
    line(None, "ticket", 1);
    line(Some(staff), "ticket", 2);
    line(None, "toll", 3);
    let by = |by: Option<&str>, second| Some(LastChange { by: by.map(str::to_owned), at: at(second) });
    assert_eq!(world.store().last_change("ticket", 7).unwrap(), by(Some("Ann Example"), 2));
    assert_eq!(world.store().last_change("toll", 7).unwrap(), by(None, 3));
    assert_eq!(world.store().last_change("ticket", 8).unwrap(), None);
}
