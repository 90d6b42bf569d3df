//! Letters in which drivers contest items.

use application::access::Actor;
use application::driving_record::contesting::print;
use application::driving_record::contesting::read::{LetterOfItem, letter_of_item};
use application::driving_record::contesting::save::{LetterInput, save_letter};
use application::driving_record::contesting::sending::set_sent;
use application::driving_record::files::upload::{self, Upload};
use application::driving_record::filing::{ItemEdit, change_item, remove_item};
use application::error::Result;
use application::legal_help::cases::availability::store_named_court;
use application::notices::planning::plan_notices;
use application::payments::remittances::register::add_authority;
use chrono::{NaiveDate, TimeDelta};
use domain::driving_record::contesting::deadline::ContestDeadline;
use domain::driving_record::contesting::letter::{Correspondent, LetterDraft, SendingDetails};
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::ItemDraft;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::security::audit::AuditAction;
use domain::shared::ids::TicketId;
use domain::shared::us_state::UsState;
use rstest::rstest;

use crate::legal_help::build::lawyer;
use crate::support::*;

const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\0IENDsum!";
const ITEMS: [ItemId; 3] = [
    ItemId { kind: ItemKind::Ticket, id: 1 },
    ItemId { kind: ItemKind::Parking, id: 1 },
    ItemId { kind: ItemKind::Toll, id: 1 },
];
const ITEM: ItemId = ITEMS[1];

fn letter_input(version: Option<i32>) -> LetterInput {
    let correspondent = |name: &str| Correspondent { name: name.to_owned(), address: "1 Main St".to_owned() };
    LetterInput {
        version,
        draft: LetterDraft {
            grounds: vec!["other".to_owned()],
            words: "The sign was hidden.".to_owned(),
            sender: correspondent("Dana Rivera"),
            issuer: correspondent("City of Austin"),
        },
        files: vec![],
    }
}

fn save_as(world: &World, caller: &Actor, input: &LetterInput) -> Result<LetterOfItem> {
    save_letter(&world.deps, caller, ITEM, input)
}

/// Marks the letter as sent on this day, or as not sent if `on` is `None`.
fn mark_sent(world: &World, version: i32, on: Option<&str>) -> Result<LetterOfItem> {
    set_sent(&world.deps, &driver(), ITEM, Some(version), on.map(date))
}

fn read_letter(world: &World, caller: &Actor) -> Result<LetterOfItem> {
    world.transact(|store| letter_of_item(&world.deps, store, caller, ITEM))
}

fn print_letter(world: &World, caller: &Actor) -> Result<String> {
    let prepared = world.transact(|store| print::prepare_letter(&world.deps, store, caller, ITEM))?;
    let (number, pdf) = print::print_letter(&world.deps, prepared)?;
    assert_eq!(number, "letter-parking-1");
    Ok(String::from_utf8(pdf).unwrap())
}

/// Adds a photo to an item. Returns the photo's id.
fn photo_of(world: &World, caller: &Actor, item: ItemId) -> i64 {
    let upload = Upload { name: "Sign.png", original_bytes: None, content: PICTURE };
    upload::add(&world.deps, caller, item, upload).unwrap().id
}

/// Returns whether the item is disputed, and when its letter was sent.
fn dispute_state(world: &World) -> (bool, Option<NaiveDate>) {
    let facts = world.transact(|store| Ok(store.standing_facts(PARKING)?)).unwrap();
    (world.database.tables().parking[0].filed.is_disputed, facts.contest_sent.map(|sent| sent.sent_on))
}

#[test]
fn a_driver_can_save_and_change_a_letter_about_each_kind_of_item() {
    let world = World::new();
    for item in ITEMS {
        let before = world.transact(|store| letter_of_item(&world.deps, store, &driver(), item)).unwrap();
        assert!(before.letter.is_none() && before.may_write, "{item:?}");
        let saved = save_letter(&world.deps, &driver(), item, &letter_input(None)).unwrap().letter.unwrap();
        assert_eq!((saved.version, saved.contents.words.as_str()), (1, "The sign was hidden."));
        let changed = save_letter(
            &world.deps,
            &driver(),
            item,
            &LetterInput { version: Some(1), ..LetterInput::default() },
        );
        assert_eq!(changed.unwrap().letter.unwrap().version, 2, "an empty letter is a draft");
    }
}

#[test]
fn a_blank_issuer_is_not_proposed_as_the_recipient_of_a_letter() {
    let world = World::new();
    for (issuer, expected) in [("City of Austin", Some("City of Austin")), (" ", None)] {
        world.database.tables().parking[0].filed.issuer = Some(issuer.to_owned());
        assert_eq!(read_letter(&world, &driver()).unwrap().item.issuer.as_deref(), expected);
    }
}

#[test]
fn a_new_letter_starts_with_the_issuers_address_in_the_register() {
    let world = World::new();
    let details =
        AuthorityDetails::parse("City of Austin", AuthorityKind::City, &["Austin".to_owned()], None);
    let details = details.unwrap().with_postal_address(Some("PO Box 5\nAustin, TX")).unwrap();
    world.transact(|store| Ok(store.insert_authority(&details)?)).unwrap();
    for (issuer, expected) in [("Austin", Some("PO Box 5\nAustin, TX")), ("Dallas", None)] {
        world.database.tables().parking[0].filed.issuer = Some(issuer.to_owned());
        assert_eq!(read_letter(&world, &driver()).unwrap().issuer_address.as_deref(), expected);
    }
    world.database.tables().parking[0].filed.issuer = Some("Austin".to_owned());
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    assert_eq!(read_letter(&world, &driver()).unwrap().issuer_address, None, "the saved letter has its own");
}

#[rstest]
#[case::another_driver(other_driver(), "NotFound", "NotFound")]
#[case::a_lawyer(lawyer(1), "Forbidden", "Forbidden")]
#[case::staff(admin(), "Ok", "Forbidden")]
fn only_the_driver_can_write_a_letter_and_only_the_driver_and_staff_can_read_it(
    #[case] caller: Actor,
    #[case] reads: &str,
    #[case] writes: &str,
) {
    let world = World::new();
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    assert_eq!(outcome(&read_letter(&world, &caller)), reads);
    assert_eq!(outcome(&print_letter(&world, &caller)), reads);
    assert_eq!(outcome(&save_as(&world, &caller, &letter_input(Some(1)))), writes);
    assert_eq!(outcome(&set_sent(&world.deps, &caller, ITEM, Some(1), Some(date("2026-03-02")))), writes);
    assert_eq!(dispute_state(&world), (false, None));
}

#[test]
fn reading_a_letter_is_audited_if_staff_read_it() {
    let world = World::new();
    assert!(!read_letter(&world, &admin()).unwrap().may_write);
    assert_eq!(world.audited(), [], "there is no letter yet");
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    read_letter(&world, &driver()).unwrap();
    read_letter(&world, &admin()).unwrap();
    print_letter(&world, &admin()).unwrap();
    assert_eq!(world.audited(), [AuditAction::FileRead, AuditAction::FileRead]);
}

#[test]
fn an_outdated_version_of_a_letter_is_neither_saved_nor_marked_as_sent() {
    let world = World::new();
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    assert_eq!(outcome(&save_as(&world, &driver(), &letter_input(None))), "ChangedMeanwhile");
    save_as(&world, &driver(), &letter_input(Some(1))).unwrap();
    assert_eq!(outcome(&save_as(&world, &driver(), &letter_input(Some(1)))), "ChangedMeanwhile");
    assert_eq!(outcome(&mark_sent(&world, 1, Some("2026-03-02"))), "ChangedMeanwhile");
}

#[test]
fn only_existing_files_of_the_item_can_be_enclosed() {
    let world = World::new();
    let photos = [photo_of(&world, &driver(), ITEM), photo_of(&world, &driver(), ITEM)];
    let elsewhere = photo_of(&world, &driver(), ITEMS[0]);
    let files = vec![photos[1], elsewhere, photos[0], 99, photos[1]];
    let saved = save_as(&world, &driver(), &LetterInput { files, ..letter_input(None) }).unwrap();
    assert_eq!(saved.letter.unwrap().files, photos);
    let printed = print_letter(&world, &driver()).unwrap();
    assert_eq!(printed.matches("Enclosure { name: \"Sign.png\", photo: Some").count(), 2, "{printed}");
    application::driving_record::files::delete::delete(&world.deps, &driver(), photos[0]).unwrap();
    assert_eq!(read_letter(&world, &driver()).unwrap().letter.unwrap().files, [photos[1]]);
    let again = save_as(&world, &driver(), &LetterInput { files: photos.to_vec(), ..letter_input(Some(1)) });
    assert_eq!(again.unwrap().letter.unwrap().files, [photos[1]]);
}

#[test]
fn the_printed_letter_contains_only_what_the_driver_chose() {
    let world = World::new();
    assert_eq!(outcome(&print_letter(&world, &driver())), "LetterIncomplete");
    save_as(&world, &driver(), &LetterInput::default()).unwrap();
    assert_eq!(outcome(&print_letter(&world, &driver())), "LetterIncomplete");
    save_as(&world, &driver(), &letter_input(Some(1))).unwrap();
    let printed = print_letter(&world, &driver()).unwrap();
    for text in [
        "Dana Rivera",
        "City of Austin",
        "I contest this parking ticket for these reasons:",
        "Other reasons, in my own words below.",
        "The sign was hidden.",
        "2026-03-02",
    ] {
        assert!(printed.contains(text), "{text}: {printed}");
    }
    assert!(!printed.contains("emergency") && !printed.contains("Contest by"), "{printed}");
}

#[test]
fn marking_a_letter_as_sent_disputes_the_item_and_undoing_it_ends_the_dispute() {
    let world = World::new();
    assert_eq!(outcome(&mark_sent(&world, 1, Some("2026-03-02"))), "LetterIncomplete");
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    let sent = mark_sent(&world, 1, Some("2026-03-02")).unwrap().letter.unwrap();
    assert_eq!(sent.version, 2);
    assert_eq!(dispute_state(&world), (true, Some(date("2026-03-02"))));
    assert_eq!(outcome(&save_as(&world, &driver(), &letter_input(Some(2)))), "LetterSent");
    for version in [1, 2] {
        let repeated = mark_sent(&world, version, Some("2026-03-02")).unwrap().letter.unwrap();
        assert_eq!(repeated.version, 2, "repeating it changes nothing");
    }
    assert_eq!(outcome(&mark_sent(&world, 2, Some("2026-03-01"))), "LetterSent");
    let back = mark_sent(&world, 2, None).unwrap().letter.unwrap();
    assert_eq!((back.version, back.sent), (3, None));
    assert_eq!(dispute_state(&world), (false, None));
    assert_eq!(world.audited(), [AuditAction::ItemChanged, AuditAction::ItemChanged]);
}

#[test]
fn unmarking_a_letter_as_sent_keeps_a_dispute_that_staff_had_set_before() {
    let world = World::new();
    world.database.tables().parking[0].filed.is_disputed = true;
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    mark_sent(&world, 1, Some("2026-03-02")).unwrap();
    mark_sent(&world, 2, None).unwrap();
    assert_eq!(dispute_state(&world), (true, None));
    assert_eq!(world.audited(), []);
}

#[test]
fn a_driver_who_pays_a_disputed_item_is_not_asked_whether_the_issuer_answered() {
    let world = World::new();
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    assert!(mark_sent(&world, 1, Some("2026-03-02")).unwrap().item.gets_reminders);
    world.database.tables().parking[0].is_paid = true;
    assert!(!read_letter(&world, &driver()).unwrap().item.gets_reminders);
}

#[test]
fn unmarking_a_letter_as_sent_keeps_a_dispute_that_staff_ended_and_set_again() {
    let world = World::new();
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    assert!(mark_sent(&world, 1, Some("2026-03-02")).unwrap().item.is_disputed);
    for is_disputed in ["false", "true"] {
        let flag = |draft: ItemDraft| draft.with("is_disputed", is_disputed);
        change_item(&world.deps, &admin(), PARKING, &ItemEdit::default(), flag).unwrap();
        assert_eq!(read_letter(&world, &driver()).unwrap().item.is_disputed, is_disputed == "true");
    }
    mark_sent(&world, 2, None).unwrap();
    assert_eq!(dispute_state(&world), (true, None));
}

#[test]
fn the_last_day_to_contest_changes_with_the_items_date_and_issuer() {
    let world = World::new();
    let saved = save_as(&world, &driver(), &letter_input(None)).unwrap().letter.unwrap();
    assert_eq!(saved.deadline, ContestDeadline { is_on_notice: true, counted: None });
    for (field, value, counted) in
        [("issuer", "NYC Department of Finance", "2026-01-31"), ("date", "2026-01-10", "2026-02-09")]
    {
        let change = |draft: ItemDraft| draft.with(field, value);
        change_item(&world.deps, &admin(), PARKING, &ItemEdit::default(), change).unwrap();
        let letter = read_letter(&world, &driver()).unwrap().letter.unwrap();
        assert_eq!(letter.deadline, ContestDeadline { is_on_notice: true, counted: Some(date(counted)) });
        assert_eq!(letter.version, 1, "the driver's open form can still be saved");
    }
}

#[test]
fn the_last_day_to_contest_changes_with_the_court_that_the_driver_names() {
    let world = World::new();
    let ticket = ITEMS[0];
    let before = save_letter(&world.deps, &driver(), ticket, &letter_input(None)).unwrap().letter.unwrap();
    let court = (UsState::Florida, None);
    world
        .transact(|store| store_named_court(&world.deps, store, &driver(), TicketId(ticket.id), court))
        .unwrap();
    let stored = world.database.tables().letters[0].deadline;
    let shown = world.transact(|store| letter_of_item(&world.deps, store, &driver(), ticket)).unwrap();
    assert_eq!(stored, shown.item.deadline);
    assert_ne!(stored, before.deadline);
}

#[test]
fn planning_reminders_updates_the_last_day_to_contest_from_the_register() {
    let world = World::new();
    world.database.tables().parking[0].filed.issuer = Some("Finance desk".to_owned());
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    assert_eq!(world.database.tables().letters[0].deadline.counted, None);
    let also_called = ["Finance desk".to_owned()];
    let details =
        AuthorityDetails::parse("NYC Department of Finance", AuthorityKind::City, &also_called, None)
            .unwrap();
    add_authority(&world.deps, &admin(), &details).unwrap();
    assert_eq!(world.database.tables().letters[0].deadline.counted, None);
    // Reminders are planned in the morning of the driver's time zone.
    world.advance(TimeDelta::hours(7));
    plan_notices(&world.deps, "a server").unwrap();
    let letter = world.database.tables().letters[0].clone();
    assert_eq!((letter.deadline.counted, letter.version), (Some(date("2026-01-31")), 1));
}

/// Stores that the court of the driver's ticket is in California. There, a driver who contests on paper must use the
/// court's own form. Returns the ticket's id.
fn in_california(world: &World) -> ItemId {
    let court = (UsState::California, None);
    world.transact(|store| store_named_court(&world.deps, store, &driver(), TicketId(1), court)).unwrap();
    ITEMS[0]
}

#[test]
fn a_driver_can_record_when_they_sent_the_issuers_own_form_and_can_undo_this() {
    let world = World::new();
    let item = in_california(&world);
    let read_letter = || world.transact(|store| letter_of_item(&world.deps, store, &driver(), item)).unwrap();
    assert!(!read_letter().may_write && read_letter().may_mark_sent);
    let refused = save_letter(&world.deps, &driver(), item, &letter_input(None));
    assert_eq!(outcome(&refused), "CannotContest");
    let mark_sent = |version, on: Option<&str>| set_sent(&world.deps, &driver(), item, version, on.map(date));
    assert_eq!(outcome(&mark_sent(Some(1), Some("2026-03-02"))), "ChangedMeanwhile");
    assert!(format!("{:?}", mark_sent(None, Some("2026-03-03")).unwrap_err()).contains("in the future"));
    let sent = mark_sent(None, Some("2026-03-02")).unwrap();
    assert!(sent.item.is_disputed);
    let letter = sent.letter.unwrap();
    let expected = SendingDetails { sent_on: date("2026-03-02"), made_disputed: true, is_own_form: true };
    assert_eq!((letter.sent, letter.version), (Some(expected), 1));
    let facts = world.transact(|store| Ok(store.standing_facts(TICKET)?)).unwrap();
    assert_eq!(facts.contest_sent, Some(expected.into()));
    assert_eq!(outcome(&mark_sent(None, Some("2026-03-02"))), "Ok", "repeating it changes nothing");
    assert_eq!(outcome(&mark_sent(Some(1), Some("2026-03-01"))), "LetterSent");
    let undone = mark_sent(Some(1), None).unwrap();
    assert_eq!((undone.letter, undone.item.is_disputed), (None, false));
    assert_eq!(outcome(&mark_sent(Some(1), None)), "Ok", "repeating it changes nothing");
}

#[test]
fn a_driver_with_a_saved_letter_can_record_that_they_sent_the_courts_own_form_instead() {
    let world = World::new();
    save_letter(&world.deps, &driver(), ITEMS[0], &LetterInput::default()).unwrap();
    let item = in_california(&world);
    let sent = set_sent(&world.deps, &driver(), item, Some(1), Some(date("2026-03-02"))).unwrap();
    assert!(sent.letter.unwrap().sent.unwrap().is_own_form);
    assert_eq!(outcome(&set_sent(&world.deps, &admin(), item, Some(2), None)), "Forbidden");
    assert_eq!(outcome(&set_sent(&world.deps, &other_driver(), item, Some(2), None)), "NotFound");
}

#[test]
fn saving_a_letter_reports_the_characters_that_its_pdf_cannot_show() {
    let world = World::new();
    let upload = Upload { name: "😀.png", original_bytes: None, content: PICTURE };
    let photo = upload::add(&world.deps, &driver(), ITEM, upload).unwrap().id;
    let draft = LetterDraft { words: "It was hidden 😀😀.".to_owned(), ..letter_input(None).draft };
    let saved =
        save_as(&world, &driver(), &LetterInput { draft, files: vec![photo], ..letter_input(None) }).unwrap();
    assert_eq!(saved.unprintable, [("words", vec!['😀']), ("fileIds", vec!['😀'])]);
    assert_eq!(saved.letter.unwrap().contents.words, "It was hidden 😀😀.", "the text isn't changed");
    assert_eq!(save_as(&world, &driver(), &letter_input(Some(1))).unwrap().unprintable, []);
}

#[rstest]
#[case::in_the_future("2026-03-03", "This date is in the future.")]
#[case::before_the_item("2025-12-31", "This is before the date of the citation.")]
fn a_day_on_which_the_letter_cannot_have_been_sent_is_refused(#[case] day: &str, #[case] sentence: &str) {
    let world = World::new();
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    let refused = mark_sent(&world, 1, Some(day)).unwrap_err();
    assert!(format!("{refused:?}").contains(sentence), "{refused:?}");
    assert_eq!(dispute_state(&world), (false, None));
}

#[test]
fn a_sending_date_that_has_begun_in_new_york_but_not_in_the_drivers_state_is_accepted() {
    let world = World::new();
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    let mut caller = driver();
    caller.user.state = Some(UsState::California);
    // The tests begin at 12 UTC on March 2. 17 hours later it is midnight in New York, and 9 PM in California.
    world.clock.advance(TimeDelta::hours(17));
    let sent = set_sent(&world.deps, &caller, ITEM, Some(1), Some(date("2026-03-03")));
    assert_eq!(outcome(&sent), "Ok");
}

#[test]
fn the_letter_about_a_paid_item_stays_but_cannot_be_changed() {
    let world = World::new();
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    world.pay_and_settle(PARKING);
    assert!(!read_letter(&world, &driver()).unwrap().may_write);
    assert_eq!(outcome(&save_as(&world, &driver(), &letter_input(Some(1)))), "CannotContest");
    assert_eq!(outcome(&mark_sent(&world, 1, Some("2026-03-02"))), "CannotContest");
    assert_eq!(outcome(&print_letter(&world, &driver())), "Ok");
}

#[test]
fn a_driver_cannot_read_or_write_a_letter_about_an_item_that_is_not_visible_yet() {
    let world = World::new();
    let mut caller = driver();
    caller.user.last_admin_update_at = None;
    assert_eq!(outcome(&read_letter(&world, &caller)), "NotFound");
    assert_eq!(outcome(&save_as(&world, &caller, &letter_input(None))), "NotFound");
}

#[test]
fn the_letter_is_deleted_with_its_item() {
    let world = World::new();
    save_as(&world, &driver(), &letter_input(None)).unwrap();
    remove_item(&world.deps, &admin(), PARKING, "Filed twice").unwrap();
    assert_eq!(world.database.tables().letters, []);
}

#[test]
fn a_letter_is_not_saved_if_its_driver_closes_the_account_in_the_meantime() {
    let world = World::new();
    world.database.tables().before_next_lock = Some(|tables| tables.closed_users.push(DRIVER));
    assert_eq!(outcome(&save_as(&world, &driver(), &letter_input(None))), "NotFound");
    assert!(world.database.tables().letters.is_empty());
}
