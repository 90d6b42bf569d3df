//! Filing, changing and removing items by staff. A change that names the version that the staff member saw
//! never overwrites a newer change. Every change gets an audit entry.

use application::Error;
use application::driving_record::filing::{ItemEdit, change_item, file_item, remove_item};
use application::payments::mark_paid::mark_paid;
use application::payments::remittances::register::add_authority;
use application::payments::start_payment::start_payment;
use domain::driving_record::kinds::{ChargeStatus, ItemKind, TicketStatus};
use domain::driving_record::new_item::ItemDraft;
use domain::driving_record::ticket::Item;
use domain::payments::payment::PaymentStatus;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use domain::shared::job::JobKind;
use domain::shared::payable::Payable;
use rstest::rstest;

use crate::support::*;

const NOBODY: UserId = UserId(99);

fn new_draft(kind: ItemKind, fields: &[(&str, &str)]) -> ItemDraft {
    let draft = fields.iter().fold(ItemDraft::new(kind), |draft, (name, text)| draft.with(name, *text));
    draft.with("date", "2026-03-01")
}

fn new_ticket() -> ItemDraft {
    let what = [("violation_type", "Red light violation"), ("location", "5th Ave"), ("amount", "$200")];
    new_draft(ItemKind::Ticket, &what).with("points", "2").with("category", "other")
}

fn new_parking(status: &str) -> ItemDraft {
    let what = [("violation_type", "Expired meter"), ("location", "Elm St"), ("amount", "45")];
    new_draft(ItemKind::Parking, &what).with("status", status)
}

fn new_toll() -> ItemDraft {
    new_draft(ItemKind::Toll, &[("toll_road", "SH 130"), ("amount", "3.50")])
}

fn edit(version: i32) -> ItemEdit {
    ItemEdit { version: Some(version), ..ItemEdit::default() }
}

/// Returns a function that changes fields of a draft.
fn apply_changes(changes: &[(&'static str, &'static str)]) -> impl FnOnce(ItemDraft) -> ItemDraft + use<> {
    let changes = changes.to_vec();
    move |draft| changes.into_iter().fold(draft, |draft, (name, text)| draft.with(name, text))
}

#[rstest]
#[case(new_ticket(), "ticket")]
#[case(new_parking("Unpaid"), "parking")]
#[case(new_toll(), "toll")]
fn filing_an_item_is_audited(#[case] draft: ItemDraft, #[case] kind: &str) {
    let world = World::new();
    let item = file_item(&world.deps, &admin(), DRIVER, &draft, false).unwrap();
    assert_eq!((item.user_id(), item.is_paid(), item.version()), (DRIVER, false, 1));
    assert_eq!(item.payable().item_id(), 2);
    let tables = world.database.tables();
    let entry = tables.audit.first().unwrap();
    assert_eq!((entry.action, entry.actor), (AuditAction::ItemCreated, Some(ADMIN)));
    assert_eq!((entry.subject_kind.as_str(), entry.subject_id), (kind, 2));
    assert!(entry.after.contains(&("user_id", "2".to_owned())), "{entry:?}");
    assert!(entry.after.iter().all(|(_, value)| !value.is_empty()), "{entry:?}");
}

/// Adds a citation number and an issuer to a draft.
fn with_number(draft: ItemDraft, number: &str, issuer: &str) -> ItemDraft {
    draft.with("citation_number", number).with("issuer", issuer)
}

#[rstest]
#[case::the_same_spelling(new_ticket(), "AB-12 3", "City of Austin", "CitationExists")]
#[case::another_spelling(new_ticket(), "ab123", "CITY OF AUSTIN", "CitationExists")]
#[case::another_kind(new_parking("Unpaid"), "AB123", "City of Austin", "CitationExists")]
#[case::another_name_of_the_authority(new_ticket(), "AB123", "Austin Municipal Court", "CitationExists")]
#[case::another_issuer(new_ticket(), "AB123", "City of Houston", "Ok")]
#[case::another_number(new_ticket(), "AB124", "City of Austin", "Ok")]
#[case::no_issuer(new_ticket(), "AB123", "", "Ok")]
#[case::no_number(new_ticket(), "", "City of Austin", "Ok")]
fn a_citation_can_be_filed_only_once_across_all_drivers(
    #[case] draft: ItemDraft,
    #[case] number: &str,
    #[case] issuer: &str,
    #[case] expected: &str,
) {
    let world = World::new();
    let (kind, also) = (AuthorityKind::City, ["Austin Municipal Court".to_owned()]);
    let austin = AuthorityDetails::parse("City of Austin", kind, &also, None).unwrap();
    add_authority(&world.deps, &admin(), &austin).unwrap();
    let first = with_number(new_ticket(), "AB-12 3", "City of Austin");
    file_item(&world.deps, &admin(), DRIVER, &first, false).unwrap();
    let second = file_item(&world.deps, &admin(), OTHER, &with_number(draft, number, issuer), false);
    assert_eq!(outcome(&second), expected);
}

#[test]
fn staff_can_keep_an_items_citation_number_but_not_change_it_to_that_of_another_item() {
    let world = World::new();
    let filed = with_number(new_ticket(), "AB-1", "City of Austin");
    let filed = file_item(&world.deps, &admin(), OTHER, &filed, false).unwrap();
    let same = apply_changes(&[("citation_number", "ab1"), ("issuer", "City of Austin"), ("points", "3")]);
    change_item(&world.deps, &admin(), filed.payable(), &edit(1), same).unwrap();
    let number = apply_changes(&[("citation_number", "AB1"), ("issuer", "city of austin")]);
    let refused = change_item(&world.deps, &admin(), TICKET, &edit(1), number).unwrap_err();
    assert!(
        matches!(&refused, Error::CitationExists { item, driver: OTHER } if *item == filed.payable()),
        "{refused:?}"
    );
    assert_eq!(
        refused.to_string(),
        "This citation is already on file: traffic ticket 2 on driver 3’s record."
    );
}

#[test]
fn only_staff_can_file_change_or_remove_items_and_an_unknown_driver_or_item_is_not_found() {
    let world = World::new();
    assert_eq!(outcome(&file_item(&world.deps, &driver(), DRIVER, &new_ticket(), false)), "Forbidden");
    assert_eq!(outcome(&file_item(&world.deps, &admin(), NOBODY, &new_ticket(), false)), "NotFound");
    let empty = ItemDraft::new(ItemKind::Toll);
    assert_eq!(outcome(&file_item(&world.deps, &admin(), DRIVER, &empty, false)), "Fields");
    let same = |unchanged| unchanged;
    assert_eq!(outcome(&change_item(&world.deps, &driver(), TICKET, &edit(1), same)), "Forbidden");
    assert_eq!(outcome(&change_item(&world.deps, &admin(), NO_SUCH_TICKET, &edit(1), same)), "NotFound");
    assert_eq!(outcome(&remove_item(&world.deps, &driver(), TICKET, "x")), "Forbidden");
    assert_eq!(outcome(&remove_item(&world.deps, &admin(), NO_SUCH_TICKET, "x")), "NotFound");
    assert!(world.audited().is_empty());
}

#[rstest]
#[case(new_ticket(), true)]
#[case(new_parking("Paid"), false)]
fn an_item_filed_as_paid_is_audited_as_marked_paid_by_hand(#[case] draft: ItemDraft, #[case] is_paid: bool) {
    let world = World::new();
    let item = file_item(&world.deps, &admin(), DRIVER, &draft, is_paid).unwrap();
    assert!(item.is_paid());
    assert_eq!(world.audited(), [AuditAction::ItemCreated, AuditAction::MarkedPaidByHand]);
}

#[test]
fn a_change_of_an_item_keeps_omitted_fields_and_audits_only_the_changed_fields() {
    let world = World::new();
    let court = apply_changes(&[
        ("status", "Court Required"),
        ("is_court_required", "true"),
        ("court_date", "2026-04-01"),
    ]);
    let Item::Ticket(ticket) = change_item(&world.deps, &admin(), TICKET, &edit(1), court).unwrap() else {
        panic!("a ticket")
    };
    assert_eq!((ticket.filed.status, ticket.version), (TicketStatus::CourtRequired, 2));
    assert_eq!(ticket.filed.location, "I-95, Exit 4");
    let tables = world.database.tables();
    assert_eq!(tables.audit.len(), 1);
    let names: Vec<_> = tables.audit[0].after.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["status", "is_court_required", "court_date"]);
    assert_eq!(tables.audit[0].before[0], ("status", "Fine".to_owned()));
}

#[test]
fn changing_an_outdated_version_of_an_item_is_refused_with_the_name_of_the_last_editor() {
    let world = World::new();
    let first = apply_changes(&[("amount", "$175")]);
    change_item(&world.deps, &admin(), TICKET, &edit(1), first).unwrap();
    let second = apply_changes(&[("location", "Elsewhere")]);
    let error = change_item(&world.deps, &admin(), TICKET, &edit(1), second).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Dana Driver changed this since you opened it. Your changes weren’t saved."
    );
    let tables = world.database.tables();
    assert_eq!((tables.tickets[0].filed.amount.as_str(), tables.tickets[0].version), ("$175", 2));
    assert_eq!(tables.tickets[0].filed.location, "I-95, Exit 4");
    assert_eq!(tables.audit.len(), 1);
}

#[test]
fn a_change_without_a_version_overwrites_the_items_latest_version_and_audits_both_values() {
    let world = World::new();
    change_item(&world.deps, &admin(), TICKET, &edit(1), apply_changes(&[("amount", "$175")])).unwrap();
    change_item(&world.deps, &admin(), TICKET, &ItemEdit::default(), apply_changes(&[("amount", "$190")]))
        .unwrap();
    let tables = world.database.tables();
    assert_eq!((tables.tickets[0].filed.amount.as_str(), tables.tickets[0].version), ("$190", 3));
    let last = tables.audit.last().unwrap();
    assert_eq!((&last.before[0].1, &last.after[0].1), (&"$175".to_owned(), &"$190".to_owned()));
}

#[test]
fn saving_an_item_without_changes_keeps_its_version_and_adds_no_audit_entry() {
    let world = World::new();
    let item = change_item(&world.deps, &admin(), TICKET, &edit(1), |draft| draft).unwrap();
    assert_eq!(item.version(), 1);
    assert!(world.audited().is_empty());
}

#[rstest]
#[case::amount(edit(2), &[("amount", "$1")], "amount")]
#[case::driver(ItemEdit { user_id: Some(OTHER), ..edit(2) }, &[], "user_id")]
fn a_paid_items_amount_and_driver_cannot_be_changed(
    #[case] edit: ItemEdit,
    #[case] changes: &[(&'static str, &'static str)],
    #[case] field: &str,
) {
    let world = World::new();
    mark_paid(&world.deps, &admin(), TICKET).unwrap();
    world.database.tables().tickets[0].version = 2;
    let error = change_item(&world.deps, &admin(), TICKET, &edit, apply_changes(changes)).unwrap_err();
    assert!(format!("{error:?}").contains(field), "{error:?}");
    let place = apply_changes(&[("location", "Corrected St")]);
    assert_eq!(outcome(&change_item(&world.deps, &admin(), TICKET, &super::filing::edit(2), place)), "Ok");
}

#[test]
fn staff_can_set_a_parking_tickets_status_to_paid_but_not_back_to_unpaid() {
    let world = World::new();
    let to = |status| apply_changes(&[("status", status)]);
    let overdue = change_item(&world.deps, &admin(), PARKING, &edit(1), to("Overdue")).unwrap();
    assert!(!overdue.is_paid());
    let paid = change_item(&world.deps, &admin(), PARKING, &edit(2), to("Paid")).unwrap();
    assert!(paid.is_paid());
    let again = change_item(&world.deps, &admin(), PARKING, &edit(paid.version()), to("Unpaid"));
    assert_eq!(outcome(&again), "Fields");
    assert_eq!(world.database.tables().parking[0].filed.status, ChargeStatus::Paid);
}

#[rstest]
#[case::ticket(TICKET)]
#[case::parking(PARKING)]
#[case::toll(TOLL)]
fn a_payment_that_arrives_after_the_item_was_removed_is_refunded(#[case] item: Payable) {
    let world = World::new();
    let started = world.pay_without_event(item);
    let removed_item = remove_item(&world.deps, &admin(), item, "Dismissed by the court").unwrap();
    assert_eq!(outcome(&remove_item(&world.deps, &admin(), item, "again")), "NotFound");
    assert_eq!(outcome(&change_item(&world.deps, &admin(), item, &edit(1), |draft| draft)), "NotFound");
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
    let tables = world.database.tables();
    let removed = tables.audit.iter().find(|entry| entry.action == AuditAction::ItemRemoved).unwrap();
    assert_eq!((removed.subject_kind, removed.subject_id), (item.kind().into(), item.item_id()));
    assert_eq!(removed.after, [("result", "Dismissed by the court".to_owned())]);
    let amount = removed_item.details().fields().into_iter().find(|(name, _)| *name == "amount").unwrap();
    assert!(removed.before.contains(&amount), "{removed:?}");
}

/// The driver gets a text only about a ticket's new status, and only after staff have prepared the record.
#[rstest]
#[case::new_status(true, TICKET, "Warning", 1)]
#[case::same_status(true, TICKET, "Fine", 0)]
#[case::being_prepared(false, TICKET, "Warning", 0)]
fn a_tickets_new_status_is_texted_unless_the_record_is_being_prepared(
    #[case] is_ready: bool,
    #[case] item: Payable,
    #[case] status: &'static str,
    #[case] texts: usize,
) {
    let mut world = World::new();
    let provider = std::sync::Arc::new(ports::notices::texts::MockTextMessenger::new());
    world.deps.texts = Some(application::shared::outgoing::TextSender::new(provider));
    {
        let mut tables = world.database.tables();
        if !is_ready {
            tables.users[1].last_admin_update_at = None;
        }
    }
    world.transact(|store| Ok(store.insert_text_request(DRIVER, "5551234567", noon())?)).unwrap();
    let both = apply_changes(&[("status", status), ("location", "Elsewhere")]);
    change_item(&world.deps, &admin(), item, &edit(1), both).unwrap();
    assert_eq!(world.database.tables().jobs.len(), texts);
}

#[rstest]
#[case("See court", ("points", "6"), 1)]
#[case("See court", ("violation_type", "Red light violation"), 1)]
#[case("See court", ("location", "Elm St"), 0)]
#[case("$150", ("amount", "150.00"), 0)]
#[case("$150", ("amount", "$175"), 1)]
#[case("$150", ("points", "6"), 0)]
fn an_open_payment_is_canceled_only_when_the_amount_due_changes(
    #[case] amount: &str,
    #[case] changed: (&'static str, &'static str),
    #[case] canceled: usize,
) {
    let world = World::new();
    world.set_ticket_amount(amount);
    let due = world.transact(|store| Ok(store.payable_item(TICKET)?)).unwrap().unwrap().fine;
    start_payment(&world.deps, &driver(), TICKET, due).unwrap();
    change_item(&world.deps, &admin(), TICKET, &edit(1), apply_changes(&[changed])).unwrap();
    let tables = world.database.tables();
    let jobs = tables.jobs.iter().filter(|job| job.job.kind == JobKind::CancelIntent);
    assert_eq!(jobs.count(), canceled);
}
