//! Items that drivers add themselves, and their check by staff.

use std::sync::Arc;

use application::Error;
use application::driving_record::added::add::{add, withdraw};
use application::driving_record::added::check::{CheckDecision, decide};
use application::driving_record::added::lists::{list_items_to_check, list_own_items, read_item_to_check};
use application::driving_record::files::upload::{self, Upload};
use application::driving_record::files::{delete, list, read};
use application::driving_record::filing::{ItemEdit, change_item, file_item, remove_item};
use application::driving_record::items::{ItemListScope, list_items};
use application::error::Result;
use application::jobs::{WORKERS, run_due_jobs};
use application::notices::feed;
use application::notices::planning::plan_notices;
use application::payments::my_file;
use application::shared::outgoing::TextSender;
use chrono::TimeDelta;
use domain::driving_record::added::{CheckStatus, MAX_ADDED, MAX_BEING_CHECKED};
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::ItemDraft;
use domain::driving_record::standing::Standing;
use domain::driving_record::ticket::Ticket;
use domain::security::audit::AuditAction;
use domain::shared::job::JobKind;
use domain::shared::payable::Payable;
use ports::driving_record::added::AddedItemSummary;
use ports::notices::texts::MockTextMessenger;
use ports::shared::paging::Page;
use rstest::rstest;

use super::merging::sent_letter;
use crate::support::*;

const FIRST_PAGE: Page = Page { limit: 50, offset: 0 };

pub(super) fn new_ticket() -> ItemDraft {
    ItemDraft::new(ItemKind::Ticket)
        .with("violation_type", "Red light violation")
        .with("date", "2026-03-01")
        .with("location", "5th Ave")
}

fn with_number(number: &str, issuer: &str) -> ItemDraft {
    new_ticket().with("citation_number", number).with("issuer", issuer)
}

pub(super) fn add_item(world: &World, draft: ItemDraft) -> AddedItemSummary {
    add(&world.deps, &driver(), draft, false).unwrap()
}

/// Returns the ids of the driver's tickets, each with its standing.
fn listed(world: &World) -> Vec<(i32, Standing)> {
    let actor = world.transact(|store| Ok(store.user(DRIVER)?.unwrap())).unwrap();
    let actor = application::access::Actor { user: actor, ..driver() };
    let found = world
        .transact(|store| list_items::<Ticket>(&world.deps, store, &actor, DRIVER, ItemListScope::Current));
    found.unwrap().into_iter().map(|one| (one.item.id.0, one.item_standing.standing)).collect()
}

/// Returns the status of an added item's check, and staff's reason, if there is one.
fn status(world: &World, id: i64) -> (CheckStatus, Option<String>) {
    let one = world.transact(|store| Ok(store.added_item(id)?)).unwrap().unwrap().added;
    (one.status, one.reason)
}

fn confirm(world: &World, summary: &AddedItemSummary) -> Result<AddedItemSummary> {
    let checked = decide(&world.deps, &admin(), summary.added.id, summary.version, &CheckDecision::Confirm);
    checked.map(|(confirmed, _)| confirmed)
}

/// Counts the jobs that send an email.
fn count_email_jobs(world: &World) -> usize {
    world.database.tables().jobs.iter().filter(|row| row.job.kind == JobKind::SendMail).count()
}

#[test]
fn an_added_ticket_is_listed_before_staff_check_it_but_cannot_be_paid() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    assert!(listed(&world).contains(&(one.added.item.item_id(), Standing::BeingChecked)));
    assert!(matches!(world.start(one.added.item), Err(Error::BeingChecked)));
    let lawyer = Payable::Lawyer(domain::shared::ids::TicketId(one.added.item.item_id()));
    assert!(matches!(world.start(lawyer), Err(Error::BeingChecked)));
    assert_eq!(world.audited(), [AuditAction::ItemCreated]);
}

#[test]
fn while_staff_prepare_a_record_the_driver_sees_only_items_that_the_driver_added() {
    let world = World::new();
    world.database.tables().users.iter_mut().for_each(|user| user.last_admin_update_at = None);
    assert_eq!(listed(&world), []);
    let one = add_item(&world, new_ticket());
    assert_eq!(listed(&world), [(one.added.item.item_id(), Standing::BeingChecked)]);
    confirm(&world, &one).unwrap();
    assert_eq!(listed(&world), [(one.added.item.item_id(), Standing::Due)]);
}

#[test]
fn the_driver_is_notified_of_changes_to_a_confirmed_item_while_the_record_is_prepared() {
    let mut world = World::new();
    let mut messenger = MockTextMessenger::new();
    messenger.expect_send().returning(|_, _| Ok(()));
    world.deps.texts = Some(TextSender::new(Arc::new(messenger)));
    world.database.tables().users.iter_mut().for_each(|user| user.last_admin_update_at = None);
    world.transact(|store| Ok(store.insert_text_request(DRIVER, "5551234567", noon())?)).unwrap();
    let one = add_item(&world, new_ticket());
    confirm(&world, &one).unwrap();
    let texts = || {
        let tables = world.database.tables();
        tables.jobs.iter().filter(|row| row.job.kind == JobKind::SendText).count()
    };
    assert_eq!((texts(), world.database.tables().notices.changes.len()), (0, 0));
    change_item(&world.deps, &admin(), one.added.item, &ItemEdit::default(), |draft| {
        draft.with("status", "Warning").with("due_date", "2026-09-02")
    })
    .unwrap();
    assert_eq!((texts(), world.database.tables().notices.changes.len()), (1, 2));
    // Changes are stored with the database's time, which tests can't set.
    world.database.tables().notices.changes.iter_mut().for_each(|change| change.noted_at = noon());
    world.advance(TimeDelta::minutes(11));
    plan_notices(&world.deps, "a server").unwrap();
    run_due_jobs(&world.deps, WORKERS).unwrap();
    let email = ("user2@example.com".to_owned(), "The due date of your traffic ticket changed".to_owned());
    assert!(world.mailbox.sent().contains(&email), "{:?}", world.mailbox.sent());
}

#[test]
fn the_calendar_has_the_dates_of_an_added_item_while_the_record_is_prepared() {
    let world = World::new();
    world.database.tables().users.iter_mut().for_each(|user| user.last_admin_update_at = None);
    let secret = feed::create_calendar_link(&world.deps, &driver()).unwrap();
    let entries = || world.transact(|store| feed::read_calendar(&world.deps, store, &secret)).unwrap().len();
    assert_eq!(entries(), 0);
    add_item(&world, new_ticket().with("due_date", "2026-09-01"));
    assert_eq!(entries(), 1);
}

#[test]
fn staff_can_confirm_an_added_ticket_only_once() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    confirm(&world, &one).unwrap();
    assert!(listed(&world).contains(&(one.added.item.item_id(), Standing::Due)));
    assert_eq!((status(&world, one.added.id), count_email_jobs(&world)), ((CheckStatus::Confirmed, None), 1));
    assert!(matches!(confirm(&world, &one), Err(Error::CheckIsOver)));
    assert!(world.audited().contains(&AuditAction::ItemConfirmed));
    let removed = remove_item(&world.deps, &admin(), one.added.item, "Dismissed").unwrap();
    assert_eq!(removed.payable(), one.added.item);
    assert_eq!(status(&world, one.added.id).0, CheckStatus::Confirmed, "the check was over");
}

#[test]
fn staff_cannot_confirm_an_outdated_version_of_an_added_item() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    let edit = ItemEdit { version: Some(1), ..ItemEdit::default() };
    change_item(&world.deps, &admin(), one.added.item, &edit, |draft| draft.with("amount", "$90")).unwrap();
    assert!(matches!(confirm(&world, &one), Err(Error::ChangedMeanwhile(_))));
}

#[test]
fn an_added_item_that_staff_did_not_find_is_removed_and_the_driver_is_emailed() {
    let world = World::new();
    let one =
        add_item(&world, new_ticket().with("is_court_required", "true").with("court_date", "2026-09-01"));
    let decision = CheckDecision::NotFound("Austin has no such ticket.".to_owned());
    decide(&world.deps, &admin(), one.added.id, one.version, &decision).unwrap();
    let reason = Some("Austin has no such ticket.".to_owned());
    assert_eq!(status(&world, one.added.id), (CheckStatus::NotFound, reason));
    assert!(!listed(&world).iter().any(|(id, _)| *id == one.added.item.item_id()));
    assert_eq!(count_email_jobs(&world), 1);
}

#[test]
fn removing_an_item_that_is_being_checked_emails_the_reason_to_the_driver() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    remove_item(&world.deps, &admin(), one.added.item, "A test entry").unwrap();
    assert_eq!(status(&world, one.added.id), (CheckStatus::NotFound, Some("A test entry".to_owned())));
    assert_eq!(count_email_jobs(&world), 1);
}

#[test]
fn an_added_ticket_can_be_merged_only_with_another_ticket_of_its_driver() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    let merge = |into: Payable| {
        decide(&world.deps, &admin(), one.added.id, one.version, &CheckDecision::SameAs(into))
    };
    let other = file_item(
        &world.deps,
        &admin(),
        OTHER,
        &new_ticket().with("amount", "5").with("points", "0").with("category", "other"),
        false,
    );
    for wrong in [one.added.item, other.unwrap().payable()] {
        assert!(matches!(merge(wrong), Err(Error::Fields(_))), "{wrong:?}");
    }
    merge(TICKET).unwrap();
    assert_eq!(status(&world, one.added.id), (CheckStatus::Merged, None));
    assert_eq!(listed(&world).len(), 1);
}

#[test]
fn a_driver_cannot_add_the_same_citation_twice_and_must_confirm_a_similar_number() {
    let world = World::new();
    let one = add_item(&world, with_number("AB-10", "City of Austin"));
    let again = add(&world.deps, &driver(), with_number("ab10", "CITY OF AUSTIN"), true);
    assert!(matches!(
        again,
        Err(Error::AlreadyOnRecord { item, is_same_number: true, .. }) if item == one.added.item
    ));
    let similar = || with_number("ABIO", "City of Austin");
    let asked = add(&world.deps, &driver(), similar(), false);
    assert!(matches!(asked, Err(Error::AlreadyOnRecord { is_same_number: false, .. })));
    add(&world.deps, &driver(), similar(), true).unwrap();
    add(&world.deps, &driver(), with_number("AB-10", "City of Dallas"), false).unwrap();
}

#[test]
fn only_staff_see_that_another_driver_has_a_similar_citation() {
    let world = World::new();
    let filed = with_number("AB-10", "City of Austin")
        .with("amount", "$5")
        .with("points", "0")
        .with("category", "other");
    let filed = file_item(&world.deps, &admin(), OTHER, &filed, false).unwrap();
    let one = add_item(&world, with_number("ABI0", "City of Austin"));
    let found = world.transact(|store| read_item_to_check(store, &admin(), one.added.id)).unwrap();
    let similar: Vec<_> = found.similar.iter().map(|(_, one)| (one.item, one.user_id)).collect();
    assert!(similar.contains(&(filed.payable(), OTHER)), "{similar:?}");
    assert!(matches!(
        world.transact(|store| read_item_to_check(store, &driver(), one.added.id)),
        Err(Error::Forbidden)
    ));
}

#[test]
fn staff_cannot_confirm_an_added_item_whose_citation_is_already_filed() {
    let world = World::new();
    let one = add_item(&world, with_number("AB-10", "City of Austin"));
    let filed = with_number("AB-10", "City of Austin")
        .with("amount", "$5")
        .with("points", "0")
        .with("category", "other");
    file_item(&world.deps, &admin(), DRIVER, &filed, false).unwrap();
    assert!(matches!(confirm(&world, &one), Err(Error::CitationExists { .. })));
    let queue = world.transact(|store| list_items_to_check(store, &admin(), FIRST_PAGE)).unwrap();
    assert_eq!((queue.total, queue.items.len()), (1, 1), "the item still waits");
}

#[test]
fn staff_cannot_mark_an_item_as_paid_before_it_is_confirmed() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    let edit = ItemEdit { is_paid: Some(true), ..ItemEdit::default() };
    let paid = change_item(&world.deps, &admin(), one.added.item, &edit, |draft| draft);
    assert!(matches!(paid, Err(Error::BeingChecked)));
    let paid = application::payments::mark_paid::mark_paid(&world.deps, &admin(), one.added.item);
    assert!(matches!(paid, Err(Error::BeingChecked)));
}

#[test]
fn a_driver_can_withdraw_an_added_item_until_staff_have_checked_it() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    let refused = withdraw(&world.deps, &other_driver(), one.added.id);
    assert!(matches!(refused, Err(Error::NotFound)));
    let withdrawn = withdraw(&world.deps, &driver(), one.added.id).unwrap();
    assert_eq!((withdrawn.added.id, withdrawn.added.status), (one.added.id, CheckStatus::Withdrawn));
    assert_eq!((status(&world, one.added.id), count_email_jobs(&world)), ((CheckStatus::Withdrawn, None), 0));
    assert!(matches!(withdraw(&world.deps, &driver(), one.added.id), Err(Error::CheckIsOver)));
    let confirmed = add_item(&world, new_ticket());
    confirm(&world, &confirmed).unwrap();
    assert!(matches!(withdraw(&world.deps, &driver(), confirmed.added.id), Err(Error::CheckIsOver)));
    let own = world.transact(|store| list_own_items(&world.deps, store, &driver())).unwrap();
    assert_eq!(own.iter().map(|one| one.added.id).collect::<Vec<_>>(), [confirmed.added.id]);
}

#[test]
fn a_driver_can_add_a_limited_number_of_items_at_a_time_and_per_day() {
    let world = World::new();
    let mut all: Vec<_> = (0..MAX_BEING_CHECKED).map(|_| add_item(&world, new_ticket())).collect();
    let one_more = || add(&world.deps, &driver(), new_ticket(), false);
    assert!(matches!(one_more(), Err(Error::TooManyAdded)));
    for _ in MAX_BEING_CHECKED..MAX_ADDED {
        withdraw(&world.deps, &driver(), all.pop().unwrap().added.id).unwrap();
        all.push(one_more().unwrap());
    }
    withdraw(&world.deps, &driver(), all.pop().unwrap().added.id).unwrap();
    assert!(matches!(one_more(), Err(Error::TooManyAdded)), "withdrawn items count for a day");
    world.advance(TimeDelta::hours(25));
    one_more().unwrap();
}

#[rstest]
#[case::without_a_place(new_ticket().with("location", ""), "location")]
#[case::in_the_future(new_ticket().with("date", "2027-03-01"), "date")]
#[case::court_date_without_court(new_ticket().with("court_date", "2026-09-01"), "court_date")]
#[case::formula(new_ticket().with("citation_number", "=1+1"), "citation_number")]
#[case::toll_without_amount(
    ItemDraft::new(ItemKind::Toll).with("toll_road", "SH 130").with("date", "2026-03-01"),
    "amount"
)]
fn an_invalid_item_is_refused_with_the_name_of_the_invalid_field(
    #[case] draft: ItemDraft,
    #[case] field: &str,
) {
    let world = World::new();
    match add(&world.deps, &driver(), draft, false) {
        Err(Error::Fields(wrong)) => {
            assert_eq!(wrong.iter().map(|(name, _)| *name).collect::<Vec<_>>(), [field])
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn only_drivers_can_add_items_and_only_staff_can_check_them() {
    let world = World::new();
    assert!(matches!(add(&world.deps, &admin(), new_ticket(), false), Err(Error::Forbidden)));
    let one = add_item(&world, new_ticket());
    let decision = CheckDecision::Confirm;
    assert!(matches!(decide(&world.deps, &driver(), one.added.id, 1, &decision), Err(Error::Forbidden)));
    assert!(matches!(
        world.transact(|store| list_items_to_check(store, &driver(), FIRST_PAGE)),
        Err(Error::Forbidden)
    ));
}

/// Adds a document to an item.
fn add_document(world: &World, item: Payable) {
    let upload = Upload { name: "Ticket.pdf", original_bytes: None, content: b"%PDF-1.7 the ticket %%EOF\n" };
    upload::add(&world.deps, &driver(), item.into(), upload).unwrap();
}

fn count_files(world: &World, item: Payable) -> usize {
    world.transact(|store| Ok(store.item_files(item.into())?)).unwrap().len()
}

#[test]
fn merging_an_added_item_moves_its_photos_and_shows_the_remaining_item_to_the_driver() {
    let world = World::new();
    world.database.tables().users.iter_mut().for_each(|user| user.last_admin_update_at = None);
    let one = add_item(&world, new_ticket());
    add_document(&world, one.added.item);
    decide(&world.deps, &admin(), one.added.id, one.version, &CheckDecision::SameAs(TICKET)).unwrap();
    assert_eq!((count_files(&world, one.added.item), count_files(&world, TICKET)), (0, 1));
    assert_eq!(listed(&world), [(1, Standing::Due)]);
}

#[test]
fn withdrawing_an_item_deletes_its_photos_and_its_letter() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    add_document(&world, one.added.item);
    world.database.tables().letters.push(sent_letter(one.added.item));
    withdraw(&world.deps, &driver(), one.added.id).unwrap();
    assert_eq!(count_files(&world, one.added.item), 0);
    assert_eq!(world.database.tables().letters, []);
}

#[test]
fn a_paid_item_is_removed_neither_by_a_check_nor_by_a_withdrawal() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    world.database.tables().tickets.iter_mut().for_each(|ticket| ticket.is_paid = true);
    let not_found = CheckDecision::NotFound("No such ticket.".to_owned());
    for decision in [not_found, CheckDecision::SameAs(TICKET)] {
        let refused = decide(&world.deps, &admin(), one.added.id, one.version, &decision);
        assert!(matches!(refused, Err(Error::AlreadyPaid)), "{decision:?}");
    }
    let refused = withdraw(&world.deps, &driver(), one.added.id);
    assert!(matches!(refused, Err(Error::AlreadyPaid)));
}

#[test]
fn photos_of_an_item_that_the_driver_does_not_see_yet_are_hidden() {
    let world = World::new();
    add_document(&world, TICKET);
    world.database.tables().users.iter_mut().for_each(|user| user.last_admin_update_at = None);
    let actor = world.transact(|store| Ok(store.user(DRIVER)?.unwrap())).unwrap();
    let actor = application::access::Actor { user: actor, ..driver() };
    let found = world.transact(|store| list::list(&world.deps, store, &actor, TICKET.into()));
    assert!(matches!(found, Err(Error::NotFound)));
    let found = world.transact(|store| list::list(&world.deps, store, &admin(), TICKET.into()));
    assert_eq!(found.unwrap().len(), 1);
}

#[test]
fn photos_of_an_item_that_staff_did_not_find_stay_readable_while_the_result_is_shown() {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    add_document(&world, one.added.item);
    let not_found = CheckDecision::NotFound("No such ticket.".to_owned());
    decide(&world.deps, &admin(), one.added.id, one.version, &not_found).unwrap();
    let item = one.added.item.into();
    let list = |actor| world.transact(|store| list::list(&world.deps, store, &actor, item));
    let file = list(driver()).unwrap().pop().unwrap().file.id;
    let open =
        |actor| world.transact(|store| read::authorize_opening(&world.deps, store, &actor, file, true));
    open(driver()).unwrap();
    let prepared =
        world.transact(|store| my_file::prepare_my_file(&world.deps, store, &driver(), item, false));
    let (_, pdf) = my_file::print_my_file(&world.deps, prepared.unwrap()).unwrap();
    assert!(String::from_utf8_lossy(&pdf).contains("Not found by Lanewise"));
    assert!(matches!(list(other_driver()), Err(Error::NotFound)));
    assert!(matches!(open(other_driver()), Err(Error::NotFound)));
    assert!(matches!(delete::delete(&world.deps, &driver(), file), Err(Error::NotFound)));
    let upload = Upload { name: "More.pdf", original_bytes: None, content: b"%PDF-1.7 more %%EOF\n" };
    assert!(matches!(upload::add(&world.deps, &driver(), item, upload), Err(Error::NotFound)));
    world.advance(TimeDelta::days(31));
    assert!(matches!(list(driver()), Err(Error::NotFound)));
    assert!(matches!(open(driver()), Err(Error::NotFound)));
}
