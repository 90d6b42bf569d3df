//! Messages, files and consents of a case.

use application::access::Actor;
use application::accounts::account::data;
use application::error::{Error, Result};
use application::legal_help::cases::ends::{reassign, withdraw};
use application::legal_help::cases::offers::accept;
use application::legal_help::cases::secrets::consents::{
    ConsentAnswer, answer, request_reading_consent, request_record_consent,
};
use application::legal_help::cases::secrets::messages::ReadCorrespondence;
use application::legal_help::cases::secrets::{files, messages, record};
use application::legal_help::cases::steps::LawyerStep;
use application::legal_help::cases::view::{CaseView, show};
use chrono::TimeDelta;
use domain::accounts::user::{Role, User};
use domain::driving_record::standing::Standing;
use domain::legal_help::case::action::CaseAction;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::secrets::{ConsentState, MAX_MESSAGE_CHARS, MAX_MESSAGES};
use domain::security::audit::AuditAction;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{LawyerId, TicketId};
use ports::legal_help::secrets::CaseMessage;
use rstest::rstest;

use super::build::*;
use crate::support::*;

const DOCUMENT: &[u8] = b"%PDF-1.7 the court's letter %%EOF\n";
const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\0IENDsum!";

fn send_message(world: &World, caller: &Actor, text: &str) -> Result<()> {
    messages::send(&world.deps, caller, CASE, text)
}

fn read_messages(world: &World, caller: &Actor) -> Result<ReadCorrespondence> {
    world.transact(|store| messages::read(&world.deps, store, caller, CASE))
}

/// Marks all messages that the caller received as read. Returns the number of the caller's unread messages.
fn mark_read(world: &World, caller: &Actor) -> Result<i64> {
    world.transact(|store| messages::mark_read(&world.deps, store, caller, CASE, i64::MAX))
}

fn texts(world: &World, caller: &Actor) -> Vec<String> {
    read_messages(world, caller).unwrap().messages.into_iter().map(|message| message.text).collect()
}

fn upload(world: &World, caller: &Actor) -> Result<()> {
    files::add(&world.deps, caller, CASE, "Letter.pdf", DOCUMENT)
}

fn download(world: &World, caller: &Actor, id: i64) -> Result<(FileKind, Vec<u8>)> {
    let sealed = world.transact(|store| files::fetch(&world.deps, store, caller, id))?;
    files::open(&world.deps, sealed).map(|(file, content)| (file.kind, content))
}

fn view(world: &World, caller: &Actor) -> CaseView {
    world.transact(|store| show(&world.deps, store, caller, CASE)).unwrap()
}

/// Requests consent for staff to read messages, and gives it as the driver.
pub fn let_staff_read(world: &World) {
    request_reading_consent(&world.deps, &admin(), CASE).unwrap();
    let id = view(world, &driver()).consents.last().unwrap().0.id;
    answer(&world.deps, &driver(), CASE, id, ConsentAnswer::Give).unwrap();
}

/// Returns a world with this many lawyers, in which lawyer 1 accepted the case. The driver and the lawyer have
/// each added a message and a file.
fn world_with_secrets(lawyers: i32) -> World {
    let world = world_with_accepted_case(lawyers);
    for (caller, text) in [(driver(), "The light was green."), (lawyer(1), "Do you have a photo?")] {
        send_message(&world, &caller, text).unwrap();
        upload(&world, &caller).unwrap();
    }
    world
}

#[test]
fn a_driver_and_a_lawyer_each_see_their_number_of_unread_case_messages() {
    let world = world_with_accepted_case(2);
    let unread = |caller: &Actor| world.transact(|store| messages::count_unread(store, caller)).unwrap();
    send_message(&world, &driver(), "The light was green.").unwrap();
    for text in ["Do you have a photo?", "When was that?"] {
        send_message(&world, &lawyer(1), text).unwrap();
    }
    assert_eq!([driver(), other_driver(), lawyer(1), lawyer(2)].map(|caller| unread(&caller)), [2, 0, 1, 0]);
    mark_read(&world, &driver()).unwrap();
    mark_read(&world, &lawyer(1)).unwrap();
    assert_eq!([driver(), lawyer(1)].map(|caller| unread(&caller)), [0, 0]);
    assert_eq!(outcome(&world.transact(|store| messages::count_unread(store, &admin()))), "Forbidden");
}

#[test]
fn driver_and_lawyer_read_each_others_messages() {
    let world = world_with_secrets(1);
    for caller in [driver(), lawyer(1)] {
        assert_eq!(texts(&world, &caller), ["The light was green.", "Do you have a photo?"]);
    }
    let sides: Vec<_> = read_messages(&world, &driver())
        .unwrap()
        .messages
        .iter()
        .map(|message| message.is_from_lawyer)
        .collect();
    assert_eq!(sides, [false, true]);
}

#[rstest]
#[case::another_driver(other_driver(), "NotFound", "NotFound")]
#[case::a_lawyer_who_was_not_asked(lawyer(2), "NotFound", "NotFound")]
#[case::staff_without_consent(admin(), "ConsentNeeded", "Forbidden")]
fn only_the_driver_and_the_lawyer_read_and_write_case_messages(
    #[case] caller: Actor,
    #[case] reads: &str,
    #[case] writes: &str,
) {
    let world = world_with_secrets(2);
    assert_eq!(outcome(&read_messages(&world, &caller)), reads);
    assert_eq!(outcome(&download(&world, &caller, 1)), reads);
    assert_eq!(
        [outcome(&send_message(&world, &caller, "Hello")), outcome(&upload(&world, &caller))],
        [writes; 2]
    );
    let may_upload = world.transact(|store| files::check_may_upload(store, &caller, CASE));
    assert_eq!(outcome(&may_upload), writes);
    assert_eq!(outcome(&mark_read(&world, &caller)), writes);
}

#[test]
fn a_lawyer_cannot_read_case_messages_before_accepting() {
    let world = world_with_hire(1);
    assert_eq!(outcome(&read_messages(&world, &lawyer(1))), "NotFound");
    assert_eq!(outcome(&send_message(&world, &lawyer(1), "Hello")), "NotFound");
    assert_eq!(outcome(&send_message(&world, &driver(), "Hello")), "MessagesClosed");
    assert!(world.database.tables().legal_help.secrets.keys.is_empty());
}

#[test]
fn after_a_reassignment_the_new_lawyer_sees_the_files_but_no_earlier_messages() {
    let world = world_with_secrets(2);
    reassign(&world.deps, &admin(), CASE, "Absent", None).unwrap();
    assert_eq!(outcome(&read_messages(&world, &lawyer(1))), "NotFound");
    assert_eq!(
        outcome(&read_messages(&world, &lawyer(2))),
        "NotFound",
        "the lawyer has an offer but hasn't accepted it"
    );
    accept(&world.deps, &lawyer(2), CASE, None, None).unwrap();
    let seen = read_messages(&world, &lawyer(2)).unwrap();
    assert_eq!((seen.messages.len(), seen.files.len()), (0, 2));
    assert_eq!(view(&world, &lawyer(2)).counts.unread_by_lawyer, 0);
    send_message(&world, &driver(), "Hello").unwrap();
    assert_eq!(texts(&world, &lawyer(2)), ["Hello"]);
    let by_lawyer = read_messages(&world, &driver()).unwrap();
    let names: Vec<_> =
        by_lawyer.messages.iter().map(|one| by_lawyer.lawyers[&one.lawyer_id].as_str()).collect();
    assert_eq!(names, ["Lawyer 1", "Lawyer 1", "Lawyer 2"], "each message names its lawyer");
}

#[test]
fn after_a_withdrawal_the_driver_can_read_the_messages_and_the_lawyer_cannot() {
    let world = world_with_secrets(1);
    withdraw(&world.deps, &lawyer(1), CASE, "I moved.", None).unwrap();
    assert_eq!(outcome(&read_messages(&world, &lawyer(1))), "NotFound");
    assert_eq!(outcome(&send_message(&world, &driver(), "Hello")), "MessagesClosed");
    assert_eq!(texts(&world, &driver()).len(), 2);
}

#[test]
fn messages_and_files_are_encrypted_with_the_cases_own_key() {
    let world = world_with_secrets(1);
    let secrets = world.database.tables().legal_help.secrets.clone();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let [(_, key)] = &secrets.keys[..] else { panic!("a case has one key") };
    assert_eq!(text(key), format!("sealed for {}: key 0", i32::MIN + CASE.0));
    assert_eq!(text(&secrets.messages[0].1.sealed), "key 0 for case 1 driver message: The light was green.");
    assert!(text(&secrets.messages[1].1.sealed).starts_with("key 0 for case 1 lawyer message: "));
    assert_eq!(text(&secrets.files[0].0.sealed_name), "key 0 for case 1 file name: Letter.pdf");
    let name = secrets.files[0].0.content_name.clone().unwrap();
    let content = world.deps.contents.get(&format!("{name}-original")).unwrap();
    assert!(text(&content).starts_with("key 0 for case 1 file content: %PDF"));
}

#[test]
fn the_content_of_a_case_file_from_an_earlier_release_is_read_from_the_database() {
    let world = world_with_secrets(1);
    let content = b"key 0 for case 1 file content: older".to_vec();
    let mut tables = world.database.tables();
    let file = &mut tables.legal_help.secrets.files[0];
    (file.0.content_name, file.1) = (None, content);
    drop(tables);
    assert_eq!(download(&world, &driver(), 1).unwrap(), (FileKind::Pdf, b"older".to_vec()));
}

#[test]
fn a_case_file_is_neither_saved_nor_opened_while_the_storage_is_down() {
    let world = world_with_secrets(1);
    world.contents.set_down(true);
    assert_eq!(outcome(&upload(&world, &driver())), "FilesUnavailable");
    assert_eq!(outcome(&download(&world, &driver(), 1)), "FilesUnavailable");
    assert_eq!(read_messages(&world, &driver()).unwrap().files.len(), 2);
}

#[test]
fn a_message_that_was_changed_in_the_database_is_not_shown() {
    let world = world_with_secrets(1);
    world.database.tables().legal_help.secrets.messages[0].1.is_from_lawyer = true;
    assert_eq!(outcome(&read_messages(&world, &driver())), "Defect");
}

#[test]
fn unread_messages_are_counted_until_their_recipient_reads_them() {
    let world = world_with_secrets(1);
    let unread = || {
        let counts = view(&world, &driver()).counts;
        (counts.unread_by_driver, counts.unread_by_lawyer)
    };
    assert_eq!(unread(), (1, 1));
    mark_read(&world, &driver()).unwrap();
    assert_eq!(unread(), (0, 1));
    mark_read(&world, &lawyer(1)).unwrap();
    assert_eq!(unread(), (0, 0));
}

#[test]
fn only_messages_that_were_shown_are_marked_read() {
    let world = world_with_accepted_case(1);
    for text in ["Do you have a photo?", "When was that?"] {
        send_message(&world, &lawyer(1), text).unwrap();
    }
    let shown = read_messages(&world, &driver()).unwrap().messages[0].id;
    let unread = world.transact(|store| messages::mark_read(&world.deps, store, &driver(), CASE, shown));
    assert_eq!(unread.unwrap(), 1);
    assert_eq!(view(&world, &driver()).counts.unread_by_driver, 1);
}

#[test]
fn new_messages_send_only_one_email_until_they_are_read() {
    let world = world_with_accepted_case(1);
    let emails = |subject: &str| {
        application::jobs::run_due_jobs(&world.deps, application::jobs::WORKERS).unwrap();
        world.mailbox.sent().into_iter().filter(|(_, sent)| sent == subject).count()
    };
    let (to_driver, to_lawyer) = ("You have a message from your lawyer", "You have a message from a client");
    for text in ["Hello", "Are you there?"] {
        send_message(&world, &lawyer(1), text).unwrap();
    }
    assert_eq!(emails(to_driver), 1);
    mark_read(&world, &driver()).unwrap();
    send_message(&world, &lawyer(1), "Hello again").unwrap();
    send_message(&world, &driver(), "Hello").unwrap();
    assert_eq!((emails(to_driver), emails(to_lawyer)), (2, 1));
}

#[test]
fn messages_have_a_maximum_length_and_number() {
    let world = world_with_accepted_case(1);
    for text in ["", "  ", &"x".repeat(MAX_MESSAGE_CHARS + 1)] {
        assert_eq!(outcome(&send_message(&world, &driver(), text)), "Fields");
    }
    send_message(&world, &driver(), &"x".repeat(MAX_MESSAGE_CHARS)).unwrap();
    let message = world.database.tables().legal_help.secrets.messages[0].1.clone();
    let more = (1..MAX_MESSAGES).map(|id| (CASE, CaseMessage { id, ..message.clone() }));
    world.database.tables().legal_help.secrets.messages.extend(more);
    assert_eq!(outcome(&send_message(&world, &driver(), "One more")), "TooManyMessages");
}

#[test]
fn messages_of_a_closed_case_can_be_read_but_not_added() {
    let world = world_with_secrets(1);
    world.database.tables().set_first_case(CaseStep::Closed);
    assert_eq!(outcome(&send_message(&world, &lawyer(1), "Bye")), "MessagesClosed");
    assert_eq!(outcome(&upload(&world, &driver())), "MessagesClosed");
    assert_eq!(texts(&world, &lawyer(1)).len(), 2);
    assert!(!view(&world, &driver()).actions.contains(&CaseAction::Message));
}

#[test]
fn case_files_are_checked_and_images_are_reencoded() {
    let world = world_with_accepted_case(1);
    files::add(&world.deps, &driver(), CASE, "Photo.png", PICTURE).unwrap();
    let (kind, content) = download(&world, &lawyer(1), 1).unwrap();
    assert_eq!((kind, content.ends_with(b"drawn again")), (FileKind::Png, true));
    let wrong = |name: &str, content: &[u8]| match files::add(&world.deps, &driver(), CASE, name, content) {
        Err(Error::Fields(fields)) => fields[0].0,
        other => panic!("{other:?}"),
    };
    assert_eq!(wrong("Page.html", b"<html>"), "file");
    assert_eq!(wrong("Cut.pdf", b"%PDF-1.7"), "file");
    assert_eq!(wrong("  ", DOCUMENT), "fileName");
    let huge = [DOCUMENT, &vec![b' '; 15 * 1024 * 1024], b"%%EOF"].concat();
    assert_eq!(wrong("Huge.pdf", &huge), "file");
}

#[test]
fn a_case_has_at_most_twenty_files() {
    let world = world_with_accepted_case(1);
    for _ in 0..20 {
        upload(&world, &driver()).unwrap();
    }
    assert_eq!(outcome(&upload(&world, &lawyer(1))), "TooManyFiles");
    let may = world.transact(|store| files::check_may_upload(store, &driver(), CASE));
    assert_eq!(outcome(&may), "TooManyFiles");
}

#[test]
fn staff_can_read_messages_for_72_hours_with_consent_and_every_reading_is_audited() {
    let world = world_with_secrets(1);
    record_by_lawyer(&world, LawyerStep::Update, Some("Call me.")).unwrap();
    let readings = || world.audited().iter().filter(|action| **action == AuditAction::CaseRead).count();
    assert_eq!(outcome(&read_messages(&world, &admin())), "ConsentNeeded");
    request_reading_consent(&world.deps, &admin(), CASE).unwrap();
    assert_eq!(
        outcome(&read_messages(&world, &admin())),
        "ConsentNeeded",
        "the driver hasn't given the consent yet"
    );
    let id = view(&world, &driver()).consents[0].0.id;
    answer(&world.deps, &driver(), CASE, id, ConsentAnswer::Give).unwrap();
    assert_eq!(texts(&world, &admin()).len(), 2);
    let notes = |caller| {
        read_messages(&world, caller).unwrap().notes.iter().filter_map(|one| one.event.note.clone()).collect()
    };
    assert_eq!((notes(&driver()), notes(&admin())), (vec![], vec!["Call me.".to_owned()]));
    download(&world, &admin(), 1).unwrap();
    assert_eq!(readings(), 3);
    assert_eq!(outcome(&send_message(&world, &admin(), "Hello")), "Forbidden", "reading only");
    world.advance(TimeDelta::hours(72));
    assert_eq!(outcome(&read_messages(&world, &admin())), "ConsentNeeded");
    assert_eq!(outcome(&download(&world, &admin(), 1)), "ConsentNeeded");
    assert_eq!(readings(), 3);
    assert!(view(&world, &admin()).actions.contains(&CaseAction::AskToRead));
}

#[test]
fn a_staff_member_can_download_the_files_of_their_own_case_as_a_driver() {
    let world = world_with_secrets(1);
    let now_staff = Actor { user: User { role: Role::Admin, ..driver().user }, ..driver() };
    assert_eq!(outcome(&download(&world, &now_staff, 1)), "ConsentNeeded");
    let own = |caller: &Actor| {
        let sealed = world.transact(|store| files::fetch_own(&world.deps, store, caller, 1))?;
        files::open(&world.deps, sealed).map(|(_, content)| content)
    };
    assert_eq!(own(&now_staff).unwrap(), own(&driver()).unwrap());
    for other in [admin(), other_driver(), lawyer(1)] {
        assert_eq!(outcome(&own(&other)), "NotFound");
    }
}

#[test]
fn a_driver_can_refuse_and_withdraw_a_consent() {
    let world = world_with_secrets(1);
    request_reading_consent(&world.deps, &admin(), CASE).unwrap();
    answer(&world.deps, &driver(), CASE, 1, ConsentAnswer::End).unwrap();
    assert_eq!(outcome(&read_messages(&world, &admin())), "ConsentNeeded");
    assert_eq!(outcome(&answer(&world.deps, &driver(), CASE, 1, ConsentAnswer::Give)), "ChangedMeanwhile");
    let_staff_read(&world);
    answer(&world.deps, &driver(), CASE, 2, ConsentAnswer::End).unwrap();
    assert_eq!(outcome(&read_messages(&world, &admin())), "ConsentNeeded");
    let states: Vec<_> = view(&world, &driver()).consents.into_iter().map(|(_, state)| state).collect();
    assert_eq!(states, [ConsentState::Refused, ConsentState::Withdrawn], "both stay as a log");
}

#[test]
fn only_the_driver_can_answer_a_consent_request_of_the_case() {
    let world = world_with_secrets(1);
    request_reading_consent(&world.deps, &admin(), CASE).unwrap();
    let give = |caller: &Actor, id| outcome(&answer(&world.deps, caller, CASE, id, ConsentAnswer::Give));
    assert_eq!(give(&admin(), 1), "Forbidden");
    assert_eq!(give(&lawyer(1), 1), "Forbidden");
    assert_eq!(give(&other_driver(), 1), "NotFound");
    assert_eq!(give(&driver(), 2), "NotFound");
    assert_eq!(give(&driver(), 1), "Ok");
}

#[test]
fn a_repeated_request_for_consent_changes_nothing() {
    let world = world_with_secrets(1);
    for _ in 0..2 {
        request_reading_consent(&world.deps, &admin(), CASE).unwrap();
        request_record_consent(&world.deps, &lawyer(1), CASE).unwrap();
    }
    assert_eq!(world.database.tables().legal_help.secrets.consents.len(), 2);
    assert_eq!(outcome(&request_reading_consent(&world.deps, &lawyer(1), CASE)), "Forbidden");
    assert_eq!(outcome(&request_record_consent(&world.deps, &admin(), CASE)), "Forbidden");
    let asked = world.audited().iter().filter(|action| **action == AuditAction::ConsentChanged).count();
    assert_eq!(asked, 2);
}

#[test]
fn the_lawyer_sees_the_drivers_record_only_with_consent() {
    let world = world_with_accepted_case(1);
    let mut other = world.database.tables().tickets[0].clone();
    other.id = TicketId(7);
    world.database.tables().tickets.push(other);
    let seen = |caller: &Actor| world.transact(|store| record::show(&world.deps, store, caller, CASE));
    assert_eq!(outcome(&seen(&lawyer(1))), "ConsentNeeded");
    request_record_consent(&world.deps, &lawyer(1), CASE).unwrap();
    assert_eq!(outcome(&seen(&lawyer(1))), "ConsentNeeded");
    answer(&world.deps, &driver(), CASE, 1, ConsentAnswer::Give).unwrap();
    let shared = seen(&lawyer(1)).unwrap();
    let tickets: Vec<_> = shared.tickets.iter().map(|(ticket, standing)| (ticket.id, *standing)).collect();
    assert_eq!(
        (shared.driver.id, tickets),
        (DRIVER, vec![(TicketId(7), Standing::Due)]),
        "without the case's own ticket"
    );
    assert_eq!([outcome(&seen(&admin())), outcome(&seen(&driver()))], ["Forbidden", "Forbidden"]);
    assert_eq!(
        outcome(&read_messages(&world, &admin())),
        "ConsentNeeded",
        "the driver's consent for the lawyer doesn't let staff read messages"
    );
    world.database.tables().legal_help.cases[0].lawyer_id = Some(LawyerId(2));
    assert_eq!(outcome(&seen(&lawyer(1))), "NotFound");
}

#[test]
fn deferring_a_decided_case_does_not_renew_the_ended_consent_to_see_the_drivers_record() {
    let world = world_with_appearance(1);
    request_record_consent(&world.deps, &lawyer(1), CASE).unwrap();
    answer(&world.deps, &driver(), CASE, 1, ConsentAnswer::Give).unwrap();
    let first_consent = || view(&world, &driver()).consents.remove(0);
    let until = Some(date("2026-09-01"));
    let reopened = world.deps.clock.now() + TimeDelta::minutes(3);
    for (outcome, until, expected, expires_at) in [
        (CaseOutcome::Deferred, until, ConsentState::Given, None),
        (CaseOutcome::Guilty, None, ConsentState::Expired, None),
        (CaseOutcome::Deferred, until, ConsentState::Expired, Some(reopened)),
        (CaseOutcome::Guilty, None, ConsentState::Expired, Some(reopened)),
        (CaseOutcome::Deferred, until, ConsentState::Expired, Some(reopened)),
    ] {
        world.advance(TimeDelta::minutes(1));
        let verdict = Verdict { outcome, fine: None, points: None, until, due: None };
        record_by_lawyer(&world, LawyerStep::Outcome(verdict), None).unwrap();
        let (consent, state) = first_consent();
        assert_eq!((state, consent.expires_at), (expected, expires_at), "{outcome:?}");
    }
    request_record_consent(&world.deps, &lawyer(1), CASE).unwrap();
    assert_eq!(view(&world, &driver()).consents.len(), 2, "the lawyer may ask again");
}

#[test]
fn the_drivers_data_download_contains_case_messages_and_file_names() {
    let world = world_with_secrets(1);
    let data = |caller: &Actor| {
        world.transact(|store| data::download_personal_data(&world.deps, store, caller)).unwrap().cases
    };
    let [(CASE, found)] = &data(&driver())[..] else { panic!("one case") };
    assert_eq!(
        (found.messages[0].text.as_str(), found.files[0].name.as_str()),
        ("The light was green.", "Letter.pdf")
    );
    assert!(data(&other_driver()).is_empty());
}
