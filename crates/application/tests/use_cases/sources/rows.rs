//! Tests of how the rows of a city's data change a driver's record.

use application::driving_record::filing::{ItemEdit, change_item, remove_item};
use application::driving_record::items::{ItemListScope, list_items};
use application::imports::files::{StoreConfirmations, confirm_import, start_check, upload};
use application::imports::plate_reviews;
use application::imports::waiting::{Decision, decide_citations, list_waiting_citations};
use application::jobs::{SLOW_WORKERS, run_due_jobs};
use application::payments::start_payment::start_payment;
use domain::accounts::plate_dates::PlateDates;
use domain::driving_record::standing::Standing;
use domain::driving_record::ticket::Parking;
use domain::imports::import::ImportKind;
use domain::payments::payment::PaymentStatus;
use domain::security::audit::AuditAction;
use domain::shared::ids::ParkingId;
use domain::shared::job::JobKind;
use domain::shared::payable::Payable;
use ports::imports::waiting::{WaitReason, WaitingCitation};
use ports::shared::paging::Page;

use super::city::{amounts, last_run, parking, run_queries, world};
use crate::support::{DRIVER, OTHER, World, admin, build, date, dollars, driver, outcome};

/// Returns the first parking ticket that Lanewise files.
fn first_parking() -> Payable {
    Payable::Parking(ParkingId(1))
}

/// Advances the clock by a day, and runs the queries that are due. Returns the number of plates queried.
fn advance_day_and_run(world: &World) -> usize {
    world.advance(chrono::TimeDelta::hours(24));
    run_queries(world)
}

/// Returns the actor of each audit entry with this action. `None` means Lanewise itself.
fn actors_of_entries(world: &World, action: AuditAction) -> Vec<Option<domain::shared::ids::UserId>> {
    let tables = world.database.tables();
    tables.audit.iter().filter(|entry| entry.action == action).map(|entry| entry.actor).collect()
}

fn standing(world: &World) -> Standing {
    let all = world
        .transact(|store| list_items::<Parking>(&world.deps, store, &driver(), DRIVER, ItemListScope::All));
    all.unwrap()[0].item_standing.standing
}

/// Returns the citations that wait for a decision by staff.
fn citations_to_review(world: &World) -> Vec<WaitingCitation> {
    let page = Page { limit: 50, offset: 0 };
    world
        .transact(|store| list_waiting_citations(store, &admin(), WaitReason::ForDecision, None, page))
        .unwrap()
        .items
}

/// The decision to file a citation for its proposed driver. Large amounts aren't confirmed.
const ACCEPT: Decision = Decision::Accept { are_large_amounts_confirmed: false };

#[test]
fn an_owed_citation_is_filed_as_a_parking_ticket_once() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "125");
    city.publish("AAA2", "S101", "0");
    assert_eq!((run_queries(&world), advance_day_and_run(&world)), (3, 3));
    let items = parking(&world);
    assert_eq!(amounts(&world), [(DRIVER, "125".to_owned())]);
    assert_eq!((items[0].filed.due_date, items[0].filed.is_due_date_ours), (Some(date("2026-03-22")), true));
    assert_eq!(actors_of_entries(&world, AuditAction::ItemCreated), [None], "the actor is Lanewise itself");
    let city_data = world.database.tables().sources.citations[0].clone();
    assert_eq!((city_data.number.as_str(), city_data.as_of), ("S100", world.deps.clock.now()));
}

#[test]
fn a_citation_dated_before_the_driver_had_the_plate_waits_for_staff() {
    let (world, city) = world();
    let dates = PlateDates { from: Some(date("2026-02-21")), until: None };
    world.database.tables().users.iter_mut().for_each(|user| user.plate_dates = dates);
    city.publish("AAA2", "S100", "125");
    run_queries(&world);
    assert_eq!((amounts(&world), last_run(&world).counts.queued), (vec![], 1));
    let reason = citations_to_review(&world)[0].reason.clone();
    assert_eq!(reason.as_deref(), Some("The driver didn’t have this plate on this date."));
}

#[test]
fn staff_decide_whether_an_item_from_a_time_without_the_plate_stays_on_the_record() {
    let (world, city) = world();
    for number in ["S100", "S101"] {
        city.publish("AAA2", number, "125");
    }
    run_queries(&world);
    let ids: Vec<i32> = parking(&world).iter().map(|item| item.id.0).collect();
    world.database.tables().imports.plate_reviews = ids.iter().map(|id| (ImportKind::Parking, *id)).collect();
    let listed = || {
        let page = Page { limit: 50, offset: 0 };
        let all =
            world.transact(|store| plate_reviews::list_plate_reviews(store, &admin(), page)).unwrap().items;
        all.iter().map(|review| review.item).collect::<Vec<_>>()
    };
    let decide = |item, is_theirs| {
        plate_reviews::decide_plate_review(&world.deps, &admin(), ImportKind::Parking, item, is_theirs)
    };
    assert_eq!(listed(), ids);
    decide(ids[0], true).unwrap();
    decide(ids[1], false).unwrap();
    assert_eq!((listed(), outcome(&decide(ids[0], false))), (vec![], "NotFound".to_owned()));
    let remaining: Vec<i32> = parking(&world).iter().map(|item| item.id.0).collect();
    assert_eq!(remaining, ids[..1]);
    assert_eq!(actors_of_entries(&world, AuditAction::CitationDecided).len(), 2);
}

#[test]
fn a_changed_amount_updates_the_item_and_cancels_its_open_payment() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    start_payment(&world.deps, &driver(), first_parking(), dollars(65)).unwrap();
    city.publish("AAA2", "S100", "75");
    advance_day_and_run(&world);
    assert_eq!((amounts(&world), last_run(&world).counts.changed), (vec![(DRIVER, "75.00".to_owned())], 1));
    assert_eq!(actors_of_entries(&world, AuditAction::ItemChanged), [None]);
    let called_off = |world: &World| {
        let tables = world.database.tables();
        tables.jobs.iter().filter(|job| job.job.kind == JobKind::CancelIntent).count()
    };
    assert_eq!(called_off(&world), 1);
    advance_day_and_run(&world);
    assert_eq!(
        (called_off(&world), last_run(&world).counts.changed),
        (1, 0),
        "an unchanged amount changes nothing"
    );
}

#[test]
fn an_item_settled_with_the_city_cannot_be_paid_until_the_city_lists_it_as_owed_again() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    start_payment(&world.deps, &driver(), first_parking(), dollars(65)).unwrap();
    city.publish("AAA2", "S100", "0");
    advance_day_and_run(&world);
    assert_eq!((standing(&world), last_run(&world).counts.settled), (Standing::SettledWithCity, 1));
    let refused = start_payment(&world.deps, &driver(), first_parking(), dollars(65));
    assert_eq!(outcome(&refused), "SettledWithCity");
    assert_eq!(world.database.tables().jobs.len(), 1, "the open payment is canceled");
    city.take_queried();
    advance_day_and_run(&world);
    assert_eq!(
        (city.take_queried(), last_run(&world).counts.settled),
        (vec!["AAA1".to_owned(), "AAA2".to_owned(), "AAA3".to_owned()], 0)
    );
    city.publish("AAA2", "S100", "90");
    advance_day_and_run(&world);
    assert_eq!((standing(&world), amounts(&world)), (Standing::Due, vec![(DRIVER, "90.00".to_owned())]));
    assert_eq!(actors_of_entries(&world, AuditAction::SettledWithCity).len(), 2);
}

#[test]
fn a_payment_for_an_item_that_was_settled_with_the_city_is_refunded() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    let started = start_payment(&world.deps, &driver(), first_parking(), dollars(65)).unwrap();
    city.publish("AAA2", "S100", "0");
    advance_day_and_run(&world);
    world.pay(&started.intent_id);
    world.deliver_event("evt_late", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
    assert!(!world.is_paid(first_parking()));
}

#[test]
fn an_item_settled_with_the_city_leaves_the_current_list_after_three_days() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    city.publish("AAA2", "S100", "0");
    advance_day_and_run(&world);
    let listed = |world: &World, listing| {
        world
            .transact(|store| list_items::<Parking>(&world.deps, store, &driver(), DRIVER, listing))
            .unwrap()
            .len()
    };
    world.advance(chrono::TimeDelta::days(3));
    assert_eq!(listed(&world, ItemListScope::Current), 1);
    world.advance(chrono::TimeDelta::seconds(1));
    assert_eq!((listed(&world, ItemListScope::Current), listed(&world, ItemListScope::All)), (0, 1));
}

#[test]
fn city_data_does_not_change_an_item_paid_in_lanewise() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    let started = start_payment(&world.deps, &driver(), first_parking(), dollars(65)).unwrap();
    world.pay(&started.intent_id);
    world.deliver_event("evt_paid", &started.intent_id).unwrap();
    for due in ["75", "0"] {
        city.publish("AAA2", "S100", due);
        advance_day_and_run(&world);
        assert_eq!((standing(&world), amounts(&world)), (Standing::Paid, vec![(DRIVER, "65".to_owned())]));
    }
    let counts = last_run(&world).counts;
    assert_eq!((counts.changed, counts.settled), (0, 0));
    assert!(
        world.database.tables().sources.citations[0].settled_at.is_some(),
        "the settlement is recorded with the city data"
    );
}

#[test]
fn an_item_is_unchanged_when_its_citation_disappears_from_the_source() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    let said_at = world.deps.clock.now();
    city.unpublish("S100");
    city.take_queried();
    advance_day_and_run(&world);
    assert!(
        city.take_queried().contains(&"S100".to_owned()),
        "the missing citation is queried by its number"
    );
    assert_eq!(
        (standing(&world), world.database.tables().sources.citations[0].as_of),
        (Standing::Due, said_at)
    );
}

#[test]
fn a_run_continues_and_leaves_an_item_unchanged_if_the_city_changed_the_citations_plate() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    city.publish("BBB9", "S100", "65");
    city.publish("AAA3", "S200", "75");
    assert_eq!(advance_day_and_run(&world), 3);
    let run = last_run(&world);
    assert_eq!((run.failure, run.counts.unreadable, run.counts.filed), (None, 1, 1));
    let sentence = "S100: The city now lists another plate for this citation. Nothing was changed.";
    assert_eq!(run.error_text.as_deref(), Some(sentence));
    assert_eq!(amounts(&world), [(DRIVER, "65".to_owned()), (OTHER, "75".to_owned())]);
}

#[test]
fn a_citys_citation_that_staff_filed_by_hand_before_is_recognized_as_the_same_item() {
    let (world, city) = world();
    let mut typed = build::parking(7);
    typed.user_id = DRIVER;
    typed.filed.violation_type = "Fire Hydrant".to_owned();
    typed.filed.date = date("2026-02-20");
    typed.filed.location = "Bronx".to_owned();
    typed.filed.amount = "$65".to_owned();
    world.database.tables().parking.push(typed);
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    assert_eq!(amounts(&world), [(DRIVER, "$65".to_owned())]);
    // The ticket is now linked to the city's citation. The city's data therefore updates the ticket, and
    // imports recognize the citation number.
    city.publish("AAA2", "S100", "95");
    advance_day_and_run(&world);
    assert_eq!(amounts(&world), [(DRIVER, "95.00".to_owned())]);
    assert_eq!(world.database.tables().imports.keys.len(), 1);
}

/// Files a parking ticket like one that staff enter, with the same citation number as the city's citation.
fn filed_with_number(world: &World, location: &str) {
    let mut typed = build::parking(7);
    typed.user_id = DRIVER;
    typed.filed.citation_number = Some("s-100".to_owned());
    typed.filed.issuer = Some("NEW YORK CITY".to_owned());
    typed.filed.violation_type = "Fire Hydrant".to_owned();
    typed.filed.date = date("2026-02-20");
    typed.filed.location = location.to_owned();
    typed.filed.amount = "$65".to_owned();
    world.database.tables().parking.push(typed);
}

#[test]
fn a_row_waits_for_staff_if_an_item_has_the_same_number_but_different_details() {
    let (world, city) = world();
    filed_with_number(&world, "Queens");
    city.publish("AAA2", "S100", "95");
    run_queries(&world);
    assert_eq!((amounts(&world), last_run(&world).counts.queued), (vec![(DRIVER, "$65".to_owned())], 1));
    let reason = citations_to_review(&world)[0].reason.clone();
    assert_eq!(
        reason.as_deref(),
        Some("This citation number is already on file with different details: parking ticket 7.")
    );
    assert!(world.database.tables().sources.citations.is_empty(), "the item isn't linked to the city's data");
    let id = citations_to_review(&world)[0].id;
    assert_eq!(
        decide_citations(&world.deps, &admin(), &[id], ACCEPT).unwrap().existing,
        1,
        "it is filed already"
    );
    assert_eq!(amounts(&world), [(DRIVER, "$65".to_owned())]);
}

#[test]
fn a_row_with_the_number_and_details_of_an_item_is_linked_to_the_item() {
    let (world, city) = world();
    filed_with_number(&world, "Bronx");
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    assert_eq!((amounts(&world), citations_to_review(&world).len()), (vec![(DRIVER, "$65".to_owned())], 0));
    city.publish("AAA2", "S100", "95");
    advance_day_and_run(&world);
    assert_eq!(amounts(&world), [(DRIVER, "95.00".to_owned())]);
}

#[test]
fn an_item_that_staff_removed_is_not_filed_again() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    remove_item(&world.deps, &admin(), first_parking(), "Dismissed").unwrap();
    city.publish("AAA2", "S100", "95");
    advance_day_and_run(&world);
    assert_eq!(parking(&world), []);
}

#[test]
fn a_due_date_set_by_staff_is_not_overwritten() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    let edit = ItemEdit { version: Some(parking(&world)[0].version), ..ItemEdit::default() };
    change_item(&world.deps, &admin(), first_parking(), &edit, |draft| draft.with("due_date", "2026-05-01"))
        .unwrap();
    city.publish("AAA2", "S100", "95");
    advance_day_and_run(&world);
    let filed = parking(&world)[0].filed.clone();
    assert_eq!(
        (filed.due_date, filed.is_due_date_ours, filed.amount.as_str()),
        (Some(date("2026-05-01")), false, "95.00")
    );
}

#[test]
fn citations_with_a_doubtful_amount_or_an_ambiguous_plate_wait_for_staff() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "-20");
    city.publish("AAA2", "S101", "9999");
    city.publish_for_vehicle("AAA3", "S102", "65", "PAS");
    city.publish_for_vehicle("AAA3", "S103", "65", "COM");
    assert_eq!(run_queries(&world), 3);
    advance_day_and_run(&world);
    let waiting_citations: Vec<_> = citations_to_review(&world)
        .into_iter()
        .map(|one| (one.citation.unwrap(), one.reason.unwrap()))
        .collect();
    let expected = [
        ("S100", "The city says that -$20 is owed."),
        ("S101", "The city says that $9,999 is owed, which is unusually high."),
        ("S102", "The city has more than one vehicle with this plate."),
        ("S103", "The city has more than one vehicle with this plate."),
    ];
    assert_eq!(waiting_citations, expected.map(|(number, reason)| (number.to_owned(), reason.to_owned())));
    assert_eq!(
        (parking(&world), last_run(&world).counts.queued),
        (vec![], 0),
        "each citation is queued once"
    );
}

#[test]
fn a_citation_that_staff_accepted_or_declined_does_not_wait_for_staff_again() {
    let (world, city) = world();
    city.publish_for_vehicle("AAA3", "S102", "65", "PAS");
    city.publish_for_vehicle("AAA3", "S103", "65", "COM");
    run_queries(&world);
    let ids: Vec<_> = citations_to_review(&world).into_iter().map(|one| one.id).collect();
    let theirs = decide_citations(&world.deps, &admin(), &ids[..1], ACCEPT).unwrap();
    let not = decide_citations(&world.deps, &admin(), &ids[1..], Decision::Decline).unwrap();
    assert_eq!((theirs.filed, not.declined), (1, 1));
    // The city's data updates the item of the accepted citation. The declined citation doesn't wait for staff
    // again.
    city.publish_for_vehicle("AAA3", "S102", "75", "PAS");
    advance_day_and_run(&world);
    assert_eq!((amounts(&world), citations_to_review(&world).len()), (vec![(OTHER, "75.00".to_owned())], 0));
    // The city stops publishing the accepted citation, so the plate is no longer ambiguous. The
    // declined citation still doesn't wait for staff again.
    city.unpublish("S102");
    advance_day_and_run(&world);
    assert_eq!((amounts(&world).len(), citations_to_review(&world).len()), (1, 0));
}

#[test]
fn a_citation_that_staff_accepted_is_settled_after_the_city_was_paid() {
    let (world, city) = world();
    city.publish_for_vehicle("AAA2", "S100", "65", "PAS");
    city.publish_for_vehicle("AAA2", "S101", "65", "COM");
    run_queries(&world);
    decide_citations(&world.deps, &admin(), &[citations_to_review(&world)[0].id], ACCEPT).unwrap();
    let city_data = world.database.tables().sources.citations[0].clone();
    assert_eq!((city_data.owed, city_data.as_of), (dollars(65), world.deps.clock.now()));
    city.publish_for_vehicle("AAA2", "S100", "0", "PAS");
    advance_day_and_run(&world);
    assert_eq!((standing(&world), last_run(&world).counts.settled), (Standing::SettledWithCity, 1));
}

/// Imports a file with the city's citation S100 of the plate AAA2, and the city as its issuer.
fn import_file_with_citation(world: &World) {
    let columns =
        ["plate", "plate_state", "citation", "issuer", "violation_type", "date", "location", "amount"];
    let line = "AAA2,NY,S100,New York City,FIRE HYDRANT,2026-02-20,Bronx,$65";
    let file = format!("{}\n{line}\n", columns.join(","));
    let id = upload(&world.deps, &admin(), ImportKind::Parking, "x.csv", file.as_bytes()).unwrap().id;
    let columns = columns.map(|name| Some(name.to_owned()));
    start_check(&world.deps, &admin(), id, &columns, None, None).unwrap();
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
    confirm_import(&world.deps, &admin(), id, StoreConfirmations::default()).unwrap();
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
}

#[test]
fn a_citation_that_staff_declined_after_an_import_is_not_filed_from_the_citys_data() {
    let (world, city) = world();
    let verified = world.database.tables().users[1].verified.plate.take();
    import_file_with_citation(&world);
    city.publish_for_vehicle("AAA2", "S100", "65", "PAS");
    let ids: Vec<_> = citations_to_review(&world).into_iter().map(|one| one.id).collect();
    assert_eq!(decide_citations(&world.deps, &admin(), &ids, Decision::Decline).unwrap().declined, 1);
    world.database.tables().users[1].verified.plate = verified;
    run_queries(&world);
    assert_eq!((amounts(&world), citations_to_review(&world)), (vec![], vec![]));
    // The city now has a second vehicle with the plate, so the driver of the plate's citations is
    // uncertain.
    city.publish_for_vehicle("AAA2", "S101", "65", "COM");
    advance_day_and_run(&world);
    let numbers: Vec<_> = citations_to_review(&world).into_iter().map(|one| one.citation).collect();
    assert_eq!(numbers, [Some("S101".to_owned())]);
}

#[test]
fn a_citation_waiting_since_an_earlier_release_is_filed_with_its_number_and_issuer() {
    let (world, city) = world();
    city.publish_for_vehicle("AAA3", "S102", "65", "PAS");
    city.publish_for_vehicle("AAA3", "S103", "65", "COM");
    run_queries(&world);
    let ids: Vec<_> = citations_to_review(&world).into_iter().map(|one| one.id).collect();
    // Earlier releases stored the number outside of these fields, and didn't store the issuer.
    for row in &mut world.database.tables().imports.waiting {
        row.line.fields.retain(|(name, _)| name != "citation_number" && name != "issuer");
    }
    decide_citations(&world.deps, &admin(), &ids[..1], ACCEPT).unwrap();
    let filed = parking(&world)[0].filed.clone();
    assert_eq!(filed.citation_number.as_deref(), Some("S102"));
    assert_eq!(filed.issuer.as_deref(), Some("New York City"));
}

#[test]
fn a_citation_on_another_drivers_record_waits_for_staff_instead_of_being_filed_again() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    // The driver no longer has the plate, which now belongs to another driver.
    let mut tables = world.database.tables();
    tables.users[1].verified.plate = None;
    tables.users[2].vehicle_license_plate = Some("AAA2".to_owned());
    drop(tables);
    advance_day_and_run(&world);
    assert_eq!(amounts(&world).len(), 1);
    let reason = citations_to_review(&world).remove(0).reason.unwrap();
    assert_eq!(reason, "Another driver has the same citation on their record.");
}

#[test]
fn an_unusually_high_amount_in_the_citys_data_is_reported_and_changes_no_item() {
    let (world, city) = world();
    city.publish("AAA2", "S100", "65");
    run_queries(&world);
    city.publish("AAA2", "S100", "65000");
    advance_day_and_run(&world);
    let run = last_run(&world);
    assert_eq!((amounts(&world), run.counts.unreadable), (vec![(DRIVER, "65".to_owned())], 1));
    assert!(run.error_text.unwrap().starts_with("S100: The city says that $65,000 is owed"));
}
