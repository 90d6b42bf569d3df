//! Missing-ticket reports, text requests, and status texts, which are sent at most once per number.

use std::sync::Arc;

use application::access::Actor;
use application::jobs::work_off;
use application::legal_help::cancel_hire::cancel_hire;
use application::legal_help::hires;
use application::payments::confirm_payment;
use application::requests::reports::{report, set_status};
use application::requests::text_requests::{ask, turn_off};
use application::shared::case_updates::{send_text, status_changed};
use application::shared::outgoing::TextSender;
use chrono::TimeDelta;
use domain::legal_help::hire::HireStatus;
use domain::requests::case_update::CaseKind;
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::requests::text_request::TextNotificationRequest;
use domain::security::audit::AuditAction;
use domain::shared::ids::{ReportId, TextNotificationId, UserId};
use domain::shared::job::JobKind;
use domain::shared::person::phone::Phone;
use domain::shared::us_state::UsState;
use ports::notices::texts::{MockTextMessenger, TextError};
use ports::shared::jobs::JobEnd;
use rstest::rstest;

use crate::support::*;

const NUMBER: &str = "5551234567";

fn reported(world: &World, who: &Actor, user: UserId) -> application::error::Result<MissingTicketReport> {
    report(&world.deps, who, user, (UsState::Texas, TicketReportType::Speeding))
}

fn asked(world: &World, who: &Actor, number: &str) -> application::error::Result<TextNotificationRequest> {
    let phone = Phone::parse(number).unwrap();
    ask(&world.deps, who, DRIVER, &phone)
}

/// A world with this text provider.
fn with_texts(arrange: impl FnOnce(&mut MockTextMessenger)) -> World {
    let mut world = World::new();
    let mut texts = MockTextMessenger::new();
    arrange(&mut texts);
    world.deps.texts = Some(TextSender::new(Arc::new(texts)));
    asked(&world, &driver(), NUMBER).unwrap();
    world
}

fn work(world: &World) -> usize {
    work_off(&world.deps, &[(JobKind::SendText, send_text)]).unwrap()
}

fn ends(world: &World) -> Vec<Option<JobEnd>> {
    world.database.tables().jobs.iter().map(|row| row.end.clone()).collect()
}

fn changed(world: &World) {
    reported(world, &driver(), DRIVER).unwrap();
    set_status(&world.deps, &admin(), ReportId(1), ReportStatus::Found, None, None).unwrap();
}

fn sent_at_count(world: &World) -> usize {
    world.database.tables().text_requests.iter().filter(|request| request.is_sent).count()
}

#[rstest]
#[case::own(driver(), DRIVER, "Ok")]
#[case::staff(admin(), DRIVER, "Ok")]
#[case::anothers(driver(), OTHER, "Forbidden")]
#[case::nobodys(driver(), UserId(99), "Forbidden")]
#[case::staff_for_nobody(admin(), UserId(99), "NotFound")]
fn a_missing_ticket_is_reported_for_oneself(
    #[case] who: Actor,
    #[case] user: UserId,
    #[case] expected: &str,
) {
    assert_eq!(outcome(&reported(&World::new(), &who, user)), expected);
}

#[test]
fn the_same_report_is_not_made_twice_while_one_is_pending() {
    let world = World::new();
    let first = reported(&world, &driver(), DRIVER).unwrap();
    assert_eq!(reported(&world, &driver(), DRIVER).unwrap(), first);
    set_status(&world.deps, &admin(), first.id, ReportStatus::NotFound, None, None).unwrap();
    assert_ne!(reported(&world, &driver(), DRIVER).unwrap().id, first.id);
}

#[test]
fn twenty_pending_reports_are_enough_until_one_is_answered() {
    let world = World::new();
    let of = |state| report(&world.deps, &driver(), DRIVER, (state, TicketReportType::Parking));
    let states = UsState::ALL;
    for state in &states[..20] {
        of(*state).unwrap();
    }
    assert_eq!(outcome(&of(states[20])), "Fields");
    assert_eq!(of(states[0]).unwrap().id, ReportId(1), "the same one is no new one");
    set_status(&world.deps, &admin(), ReportId(1), ReportStatus::Found, None, None).unwrap();
    assert_eq!(outcome(&of(states[20])), "Ok");
}

#[rstest]
#[case::staff(admin(), 1, "Ok")]
#[case::the_owner(driver(), 1, "Forbidden")]
#[case::no_such_report(admin(), 9, "NotFound")]
fn staff_alone_say_what_became_of_a_report(#[case] who: Actor, #[case] id: i32, #[case] expected: &str) {
    let world = World::new();
    reported(&world, &driver(), DRIVER).unwrap();
    let result = set_status(&world.deps, &who, ReportId(id), ReportStatus::Found, None, None);
    assert_eq!(outcome(&result), expected);
    let audited = if expected == "Ok" { vec![AuditAction::ReportChanged] } else { vec![] };
    assert_eq!(world.audited(), audited);
}

#[test]
fn setting_what_it_is_already_tells_nobody() {
    let world = with_texts(|_| {});
    reported(&world, &driver(), DRIVER).unwrap();
    set_status(&world.deps, &admin(), ReportId(1), ReportStatus::Pending, None, None).unwrap();
    assert!(world.audited().is_empty());
    assert_eq!(work(&world), 0);
}

#[test]
fn the_same_number_is_asked_for_once_and_five_are_enough() {
    let world = World::new();
    let first = asked(&world, &driver(), NUMBER).unwrap();
    assert_eq!(asked(&world, &driver(), "(555) 123-4567").unwrap(), first);
    for last in 0..4 {
        asked(&world, &driver(), &format!("555000000{last}")).unwrap();
    }
    assert_eq!(outcome(&asked(&world, &driver(), "5550000009")), "Fields");
    assert_eq!(outcome(&asked(&world, &other_driver(), "5550000009")), "Forbidden");
}

#[rstest]
#[case::own(driver(), "Ok")]
#[case::staff(admin(), "Ok")]
#[case::anothers(other_driver(), "NotFound")]
fn texts_are_turned_off_by_their_owner(#[case] who: Actor, #[case] expected: &str) {
    let world = World::new();
    asked(&world, &driver(), NUMBER).unwrap();
    let result = turn_off(&world.deps, &who, TextNotificationId(1));
    assert_eq!(outcome(&result), expected);
    let is_told = who.is_admin() && expected == "Ok";
    assert_eq!(world.audited(), if is_told { vec![AuditAction::TextsTurnedOff] } else { vec![] });
    assert_eq!(world.database.tables().text_requests.is_empty(), expected == "Ok");
}

#[test]
fn a_change_is_told_to_the_drivers_number_once() {
    let world = with_texts(|texts| {
        texts
            .expect_send()
            .times(1)
            .withf(|phone, text| phone == NUMBER && text.contains("your missing ticket report is now Found"))
            .returning(|_, _| Ok(()));
    });
    changed(&world);
    assert_eq!(work(&world), 1);
    assert_eq!(work(&world), 0);
    assert_eq!((ends(&world), sent_at_count(&world)), (vec![Some(JobEnd::Done)], 1));
}

#[test]
fn a_hire_that_staff_move_on_or_the_driver_cancels_is_told() {
    let world = with_texts(|texts| {
        texts.expect_send().times(2).returning(|_, _| Ok(()));
    });
    let started = world.paid_unheard(LAWYER);
    let hired = confirm_payment::hire(&world.deps, &driver(), Some(&started.intent_id)).unwrap();
    assert_eq!(
        outcome(&hires::set_status(&world.deps, &driver(), hired.id, HireStatus::Contacted, None)),
        "Forbidden"
    );
    hires::set_status(&world.deps, &admin(), hired.id, HireStatus::Contacted, None).unwrap();
    hires::set_status(&world.deps, &admin(), hired.id, HireStatus::Contacted, None).unwrap();
    cancel_hire(&world.deps, &driver(), hired.id).unwrap();
    assert_eq!(work(&world), 2);
}

#[test]
fn without_a_provider_nothing_is_written_down_and_nothing_bursts_out_later() {
    let mut world = World::new();
    asked(&world, &driver(), NUMBER).unwrap();
    changed(&world);
    assert!(world.database.tables().jobs.is_empty());
    let mut texts = MockTextMessenger::new();
    texts.expect_send().never();
    world.deps.texts = Some(TextSender::new(Arc::new(texts)));
    assert_eq!(work(&world), 0);
    assert_eq!(sent_at_count(&world), 0);
}

#[test]
fn a_change_that_is_rolled_back_is_told_to_nobody() {
    let world = with_texts(|_| {});
    let failed: application::error::Result<()> = world.transact(|store| {
        status_changed(&world.deps, store, DRIVER, CaseKind::Ticket, "Warning")?;
        Err(application::Error::NotFound)
    });
    assert!(failed.is_err());
    assert_eq!(work(&world), 0);
}

/// The answer was lost. The provider is asked whether the text was sent before another attempt.
#[rstest]
#[case::it_went_out(true, 1)]
#[case::it_did_not(false, 2)]
fn a_lost_answer_never_sends_twice(#[case] went_out: bool, #[case] sends: usize) {
    let world = with_texts(|texts| {
        let mut calls = 0;
        texts.expect_send().times(sends).returning(move |_, _| {
            calls += 1;
            if calls == 1 { Err(TextError::Lost("timeout".into())) } else { Ok(()) }
        });
        texts.expect_was_sent().times(1).returning(move |_, _, _| Ok(went_out));
    });
    changed(&world);
    assert_eq!(work(&world), 1);
    assert_eq!(sent_at_count(&world), 0);
    world.advance(TimeDelta::minutes(4));
    assert_eq!(work(&world), 0, "the provider may still be taking it: too soon to ask");
    world.advance(TimeDelta::minutes(1));
    assert_eq!(work(&world), 1);
    assert_eq!((ends(&world), sent_at_count(&world)), (vec![Some(JobEnd::Done)], 1));
}

/// The process was killed after sending the text and before storing that. Once the claim expires, the next
/// worker finds out.
#[test]
fn a_killed_workers_text_is_not_sent_again() {
    let world = with_texts(|texts| {
        texts.expect_send().never();
        texts.expect_was_sent().times(1).returning(|_, _, _| Ok(true));
    });
    changed(&world);
    let now = world.deps.clock.now();
    let claimed = world.transact(|store| Ok(store.claim_job(&[JobKind::SendText], now)?));
    assert!(claimed.unwrap().is_some());
    world.advance(TimeDelta::minutes(5));
    assert_eq!(work(&world), 1);
    assert_eq!(sent_at_count(&world), 1);
}

#[test]
fn while_it_cannot_be_found_out_nothing_is_sent() {
    let world = with_texts(|texts| {
        texts.expect_send().times(1).returning(|_, _| Err(TextError::Lost("timeout".into())));
        texts.expect_was_sent().returning(|_, _, _| Err(TextError::Unavailable("down".into())));
    });
    changed(&world);
    for _ in 0..12 {
        assert_eq!(work(&world), 1);
        world.advance(TimeDelta::hours(4));
    }
    assert!(matches!(&ends(&world)[..], [Some(JobEnd::GivenUp(_))]));
    assert_eq!(sent_at_count(&world), 0);
}

#[test]
fn a_refused_number_is_given_up_and_an_absent_provider_waited_for() {
    let refused = with_texts(|texts| {
        texts.expect_send().times(1).returning(|_, _| Err(TextError::Refused("21610: STOP".to_owned())));
    });
    changed(&refused);
    work(&refused);
    assert_eq!(ends(&refused), [Some(JobEnd::GivenUp("21610: STOP".to_owned()))]);
    let down = with_texts(|texts| {
        texts.expect_send().times(1).returning(|_, _| Err(TextError::Unavailable("refused".into())));
    });
    changed(&down);
    work(&down);
    assert!(matches!(&ends(&down)[..], [Some(JobEnd::Uncounted(..))]), "nobody was there: it is no try");
}

#[test]
fn texts_turned_off_meanwhile_are_not_sent() {
    let world = with_texts(|texts| {
        texts.expect_send().never();
    });
    changed(&world);
    turn_off(&world.deps, &driver(), TextNotificationId(1)).unwrap();
    assert_eq!(work(&world), 1);
    assert_eq!(ends(&world), [Some(JobEnd::Done)]);
}

#[test]
fn the_second_of_two_who_look_at_one_report_is_told() {
    let world = World::new();
    report(&world.deps, &driver(), DRIVER, (UsState::Ohio, TicketReportType::Parking)).unwrap();
    let set = |to, from| outcome(&set_status(&world.deps, &admin(), ReportId(1), to, Some(from), None));
    assert_eq!(set(ReportStatus::Found, ReportStatus::Pending), "Ok");
    let audited = world.audited().len();
    assert_eq!(set(ReportStatus::NotFound, ReportStatus::Pending), "ChangedMeanwhile");
    assert_eq!(set(ReportStatus::Found, ReportStatus::Pending), "Ok", "both meant the same");
    assert_eq!(world.database.tables().reports[0].status, ReportStatus::Found);
    assert_eq!(world.audited().len(), audited);
    assert_eq!(set(ReportStatus::NotFound, ReportStatus::Found), "Ok", "having seen it");
}
