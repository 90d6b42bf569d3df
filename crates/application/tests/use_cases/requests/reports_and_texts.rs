//! Tests of missing-ticket reports, text requests, and texts about changed statuses. Each of these texts is
//! sent at most once to a number.

use std::sync::Arc;

use application::access::Actor;
use application::jobs::run_due_jobs;
use application::legal_help::cancel_hire::cancel_hire;
use application::legal_help::hires;
use application::payments::confirm_payment;
use application::requests::reports::{report_missing_ticket, set_report_status};
use application::requests::text_requests::{request_texts, turn_off_texts};
use application::shared::case_updates::{enqueue_status_texts, send_text};
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

fn report_ticket(
    world: &World,
    actor: &Actor,
    user: UserId,
) -> application::error::Result<MissingTicketReport> {
    report_missing_ticket(&world.deps, actor, user, (UsState::Texas, TicketReportType::Speeding))
}

fn add_number(
    world: &World,
    actor: &Actor,
    number: &str,
) -> application::error::Result<TextNotificationRequest> {
    let phone = Phone::parse(number).unwrap();
    request_texts(&world.deps, actor, DRIVER, &phone)
}

/// Returns a world whose text messenger is a mock. `arrange` sets the calls that the mock expects. The
/// driver's number is confirmed.
fn world_with_texts(arrange: impl FnOnce(&mut MockTextMessenger)) -> World {
    let mut world = World::new();
    let mut texts = MockTextMessenger::new();
    arrange(&mut texts);
    world.deps.texts = Some(TextSender::new(Arc::new(texts)));
    add_number(&world, &driver(), NUMBER).unwrap();
    world.confirm_number(TextNotificationId(1));
    world
}

/// Runs the jobs that send texts. Returns how many were tried.
fn run_text_jobs(world: &World) -> usize {
    run_due_jobs(&world.deps, &[(JobKind::SendText, send_text)]).unwrap()
}

/// Returns how each job ended; `None` for a job that hasn't ended.
fn job_ends(world: &World) -> Vec<Option<JobEnd>> {
    world.database.tables().jobs.iter().map(|row| row.end.clone()).collect()
}

fn report_and_mark_found(world: &World) {
    report_ticket(world, &driver(), DRIVER).unwrap();
    set_report_status(&world.deps, &admin(), ReportId(1), ReportStatus::Found, None, None).unwrap();
}

/// Counts the text requests whose number got a text.
fn count_texted_numbers(world: &World) -> usize {
    world.database.tables().text_requests.iter().filter(|request| request.is_sent).count()
}

#[rstest]
#[case::own(driver(), DRIVER, "Ok")]
#[case::staff(admin(), DRIVER, "Ok")]
#[case::another_drivers(driver(), OTHER, "Forbidden")]
#[case::an_unknown_users(driver(), UserId(99), "Forbidden")]
#[case::staff_for_an_unknown_user(admin(), UserId(99), "NotFound")]
fn drivers_can_report_a_missing_ticket_only_for_themselves_and_staff_for_any_driver(
    #[case] caller: Actor,
    #[case] user: UserId,
    #[case] expected: &str,
) {
    assert_eq!(outcome(&report_ticket(&World::new(), &caller, user)), expected);
}

#[test]
fn reporting_the_same_ticket_again_returns_the_pending_report() {
    let world = World::new();
    let first = report_ticket(&world, &driver(), DRIVER).unwrap();
    assert_eq!(report_ticket(&world, &driver(), DRIVER).unwrap(), first);
    set_report_status(&world.deps, &admin(), first.id, ReportStatus::NotFound, None, None).unwrap();
    assert_ne!(report_ticket(&world, &driver(), DRIVER).unwrap().id, first.id);
}

#[test]
fn a_driver_can_have_at_most_twenty_pending_reports() {
    let world = World::new();
    let of =
        |state| report_missing_ticket(&world.deps, &driver(), DRIVER, (state, TicketReportType::Parking));
    let states = UsState::ALL;
    for state in &states[..20] {
        of(*state).unwrap();
    }
    assert_eq!(outcome(&of(states[20])), "Fields");
    assert_eq!(of(states[0]).unwrap().id, ReportId(1), "an equal report is not a new one");
    set_report_status(&world.deps, &admin(), ReportId(1), ReportStatus::Found, None, None).unwrap();
    assert_eq!(outcome(&of(states[20])), "Ok");
}

#[rstest]
#[case::staff(admin(), 1, "Ok")]
#[case::the_owner(driver(), 1, "Forbidden")]
#[case::no_such_report(admin(), 9, "NotFound")]
fn only_staff_can_set_a_reports_status(#[case] caller: Actor, #[case] id: i32, #[case] expected: &str) {
    let world = World::new();
    report_ticket(&world, &driver(), DRIVER).unwrap();
    let result = set_report_status(&world.deps, &caller, ReportId(id), ReportStatus::Found, None, None);
    assert_eq!(outcome(&result), expected);
    let audited = if expected == "Ok" { vec![AuditAction::ReportChanged] } else { vec![] };
    assert_eq!(world.audited(), audited);
}

#[test]
fn setting_a_report_to_its_current_status_sends_no_text() {
    let world = world_with_texts(|_| {});
    report_ticket(&world, &driver(), DRIVER).unwrap();
    set_report_status(&world.deps, &admin(), ReportId(1), ReportStatus::Pending, None, None).unwrap();
    assert!(world.audited().is_empty());
    assert_eq!(run_text_jobs(&world), 0);
}

#[test]
fn a_number_is_stored_once_and_a_driver_can_add_at_most_five_numbers() {
    let world = World::new();
    let first = add_number(&world, &driver(), NUMBER).unwrap();
    assert_eq!(add_number(&world, &driver(), "(555) 123-4567").unwrap(), first);
    for last in 0..4 {
        add_number(&world, &driver(), &format!("555000000{last}")).unwrap();
    }
    assert_eq!(outcome(&add_number(&world, &driver(), "5550000009")), "Fields");
    assert_eq!(outcome(&add_number(&world, &other_driver(), "5550000009")), "Forbidden");
}

#[rstest]
#[case::own(driver(), "Ok")]
#[case::staff(admin(), "Ok")]
#[case::another_drivers(other_driver(), "NotFound")]
fn only_the_driver_or_staff_can_turn_off_texts(#[case] caller: Actor, #[case] expected: &str) {
    let world = World::new();
    add_number(&world, &driver(), NUMBER).unwrap();
    let result = turn_off_texts(&world.deps, &caller, TextNotificationId(1));
    assert_eq!(outcome(&result), expected);
    let is_audited = caller.is_admin() && expected == "Ok";
    assert_eq!(world.audited(), if is_audited { vec![AuditAction::TextsTurnedOff] } else { vec![] });
    assert_eq!(world.database.tables().text_requests.is_empty(), expected == "Ok");
}

#[test]
fn a_status_change_is_texted_to_the_driver_once() {
    let world = world_with_texts(|texts| {
        texts
            .expect_send()
            .times(1)
            .withf(|phone, text| phone == NUMBER && text.contains("your missing ticket report is now Found"))
            .returning(|_, _| Ok(()));
    });
    report_and_mark_found(&world);
    assert_eq!(run_text_jobs(&world), 1);
    assert_eq!(run_text_jobs(&world), 0);
    assert_eq!((job_ends(&world), count_texted_numbers(&world)), (vec![Some(JobEnd::Done)], 1));
}

#[test]
fn a_hires_status_change_and_its_cancellation_are_texted() {
    let world = world_with_texts(|texts| {
        texts.expect_send().times(2).returning(|_, _| Ok(()));
    });
    let started = world.pay_without_event(LAWYER);
    let hired =
        confirm_payment::confirm_hire_payment(&world.deps, &driver(), Some(&started.intent_id)).unwrap();
    assert_eq!(
        outcome(&hires::set_status(&world.deps, &driver(), hired.id, HireStatus::Contacted, None, None)),
        "Forbidden"
    );
    hires::set_status(&world.deps, &admin(), hired.id, HireStatus::Contacted, None, None).unwrap();
    hires::set_status(&world.deps, &admin(), hired.id, HireStatus::Contacted, None, None).unwrap();
    cancel_hire(&world.deps, &driver(), hired.id).unwrap();
    assert_eq!(run_text_jobs(&world), 2);
}

#[test]
fn without_a_text_provider_no_text_is_enqueued_or_sent_later() {
    let mut world = World::new();
    add_number(&world, &driver(), NUMBER).unwrap();
    report_and_mark_found(&world);
    assert!(world.database.tables().jobs.is_empty());
    let mut texts = MockTextMessenger::new();
    texts.expect_send().never();
    world.deps.texts = Some(TextSender::new(Arc::new(texts)));
    assert_eq!(run_text_jobs(&world), 0);
    assert_eq!(count_texted_numbers(&world), 0);
}

#[test]
fn a_status_change_that_is_rolled_back_sends_no_text() {
    let world = world_with_texts(|_| {});
    let failed: application::error::Result<()> = world.transact(|store| {
        enqueue_status_texts(&world.deps, store, DRIVER, CaseKind::Ticket, "Warning")?;
        Err(application::Error::NotFound)
    });
    assert!(failed.is_err());
    assert_eq!(run_text_jobs(&world), 0);
}

/// The response to the first attempt is lost. Before the second attempt, Lanewise asks the provider whether
/// the text was sent.
#[rstest]
#[case::it_was_sent(true, 1)]
#[case::it_was_not_sent(false, 2)]
fn a_text_whose_response_was_lost_is_never_sent_twice(#[case] was_accepted: bool, #[case] sends: usize) {
    let world = world_with_texts(|texts| {
        let mut calls = 0;
        texts.expect_send().times(sends).returning(move |_, _| {
            calls += 1;
            if calls == 1 { Err(TextError::Lost("timeout".into())) } else { Ok(()) }
        });
        texts.expect_was_sent().times(1).returning(move |_, _, _| Ok(was_accepted));
    });
    report_and_mark_found(&world);
    assert_eq!(run_text_jobs(&world), 1);
    assert_eq!(count_texted_numbers(&world), 0);
    world.advance(TimeDelta::minutes(4));
    assert_eq!(run_text_jobs(&world), 0, "too soon to ask: the provider may still be processing it");
    world.advance(TimeDelta::minutes(1));
    assert_eq!(run_text_jobs(&world), 1);
    assert_eq!((job_ends(&world), count_texted_numbers(&world)), (vec![Some(JobEnd::Done)], 1));
}

/// The worker was killed after it had sent the text and before it could store that. When the worker's claim has
/// expired, the next worker asks the provider whether the text was sent.
#[test]
fn a_text_is_not_sent_again_if_its_worker_was_killed() {
    let world = world_with_texts(|texts| {
        texts.expect_send().never();
        texts.expect_was_sent().times(1).returning(|_, _, _| Ok(true));
    });
    report_and_mark_found(&world);
    let now = world.deps.clock.now();
    let claimed = world.transact(|store| Ok(store.claim_job(&[JobKind::SendText], now)?));
    assert!(claimed.unwrap().is_some());
    world.advance(TimeDelta::minutes(5));
    assert_eq!(run_text_jobs(&world), 1);
    assert_eq!(count_texted_numbers(&world), 1);
}

#[test]
fn a_text_is_not_resent_while_its_status_cannot_be_read() {
    let world = world_with_texts(|texts| {
        texts.expect_send().times(1).returning(|_, _| Err(TextError::Lost("timeout".into())));
        texts.expect_was_sent().returning(|_, _, _| Err(TextError::Unavailable("down".into())));
    });
    report_and_mark_found(&world);
    for _ in 0..12 {
        assert_eq!(run_text_jobs(&world), 1);
        world.advance(TimeDelta::hours(4));
    }
    assert!(matches!(&job_ends(&world)[..], [Some(JobEnd::Failed(_))]));
    assert_eq!(count_texted_numbers(&world), 0);
}

#[test]
fn a_text_is_abandoned_if_the_provider_refuses_it_and_retried_if_the_provider_is_unreachable() {
    let refused = world_with_texts(|texts| {
        texts.expect_send().times(1).returning(|_, _| Err(TextError::Refused("21610: STOP".to_owned())));
    });
    report_and_mark_found(&refused);
    run_text_jobs(&refused);
    assert_eq!(job_ends(&refused), [Some(JobEnd::Failed("21610: STOP".to_owned()))]);
    let down = world_with_texts(|texts| {
        texts.expect_send().times(1).returning(|_, _| Err(TextError::Unavailable("refused".into())));
    });
    report_and_mark_found(&down);
    run_text_jobs(&down);
    assert!(
        matches!(&job_ends(&down)[..], [Some(JobEnd::RetryUncounted(..))]),
        "an unreachable provider doesn't use up an attempt"
    );
}

#[test]
fn a_text_is_not_sent_if_the_driver_turned_off_texts_after_it_was_enqueued() {
    let world = world_with_texts(|texts| {
        texts.expect_send().never();
    });
    report_and_mark_found(&world);
    turn_off_texts(&world.deps, &driver(), TextNotificationId(1)).unwrap();
    assert_eq!(run_text_jobs(&world), 1);
    assert_eq!(job_ends(&world), [Some(JobEnd::Done)]);
}

#[test]
fn a_stale_report_status_change_is_refused() {
    let world = World::new();
    report_missing_ticket(&world.deps, &driver(), DRIVER, (UsState::Ohio, TicketReportType::Parking))
        .unwrap();
    let set =
        |to, from| outcome(&set_report_status(&world.deps, &admin(), ReportId(1), to, Some(from), None));
    assert_eq!(set(ReportStatus::Found, ReportStatus::Pending), "Ok");
    let audited = world.audited().len();
    assert_eq!(set(ReportStatus::NotFound, ReportStatus::Pending), "ChangedMeanwhile");
    assert_eq!(set(ReportStatus::Found, ReportStatus::Pending), "Ok", "setting the current status succeeds");
    assert_eq!(world.database.tables().reports[0].status, ReportStatus::Found);
    assert_eq!(world.audited().len(), audited);
    assert_eq!(
        set(ReportStatus::NotFound, ReportStatus::Found),
        "Ok",
        "a change from the current status succeeds"
    );
}
