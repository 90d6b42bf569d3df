//! Staff's actions on records in queues. Drivers can't do any of them.

use application::Deps;
use application::access::Actor;
use application::back_office::queues::{self, SolvedChange, mark_hire_seen, reveal_ssn_digits};
use application::error::Result;
use application::legal_help::cancel_hire::cancel_hire;
use application::legal_help::hires::set_status;
use application::payments::attention::list_open_money_problems;
use application::payments::refunds::by_staff::retry_refund;
use application::requests::text_requests;
use chrono::TimeDelta;
use domain::back_office::queue::Queue;
use domain::help::inquiry::{HelpRequest, InquiryStatus, MessageText};
use domain::legal_help::hire::HireStatus;
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::{RefundProgress, RefundStatus as Ours};
use domain::requests::identity::RevealReason;
use domain::requests::report::TicketReportType;
use domain::security::audit::AuditAction;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::{HireId, InquiryId, RefundId, ReportId, UserId};
use domain::shared::person::phone::Phone;
use domain::shared::us_state::UsState;
use ports::payments::gateway::RefundStatus;
use rstest::rstest;

use crate::support::*;

/// Returns a world in which a driver has a record with the id 1 in every queue of records, and is in
/// both queues of users.
fn world() -> World {
    let world = World::new();
    world.database.tables().hires.push(hire(1, DRIVER));
    let deps = &world.deps;
    text_requests::request_texts(deps, &driver(), DRIVER, &Phone::parse("5551234567").unwrap()).unwrap();
    application::requests::reports::report_missing_ticket(
        deps,
        &driver(),
        DRIVER,
        (UsState::Texas, TicketReportType::Speeding),
    )
    .unwrap();
    let message = MessageText::parse("Hello").unwrap();
    application::help::inquiries::create_inquiry(
        deps,
        &driver(),
        DRIVER,
        HelpRequest::Chat { message, phone: None },
    )
    .unwrap();
    world
        .transact(|store| {
            store.set_vehicle(DRIVER, "ABC 1", UsState::Texas.into(), noon())?;
            application::accounts::users::request_status(deps, store, &driver(), DRIVER, "9876")
        })
        .unwrap();
    world
}

/// Marks a record solved or unsolved, without saying which request staff saw.
fn set_solved(deps: &Deps, caller: &Actor, queue: Queue, id: i32, solved: bool) -> Result<()> {
    queues::set_solved(deps, caller, queue, id, SolvedChange { solved, requested_at: None })
}

/// Returns the id of the driver's record in a queue.
const fn record(queue: Queue) -> i32 {
    match queue {
        Queue::VehicleUpdate | Queue::StatusRequest => DRIVER.0,
        _ => 1,
    }
}

fn reason() -> RevealReason {
    RevealReason::parse("Asked for by the license office").unwrap()
}

#[test]
fn staff_can_solve_and_reopen_a_record_of_every_queue_and_it_is_audited() {
    for queue in Queue::ALL {
        let world = world();
        for solved in [true, true, false, false] {
            set_solved(&world.deps, &admin(), *queue, record(*queue), solved).unwrap();
            let found = world.transact(|store| Ok(store.lock_queue_record(*queue, record(*queue))?)).unwrap();
            assert_eq!(found, Some(solved), "{queue}");
        }
        let tables = world.database.tables();
        assert_eq!(tables.audit.len(), 2, "{queue}: only changes are audited");
        let entry = &tables.audit[0];
        assert_eq!(
            (entry.action, entry.actor, entry.subject_kind, entry.subject_id),
            (AuditAction::SolvedChanged, Some(ADMIN), queue.subject_kind(), record(*queue))
        );
        assert_eq!(entry.after[0], (queue.flag(), "true".to_owned()));
        let user = &tables.users[1];
        assert_eq!((user.is_vehicle_update_solved, user.is_status_request_solved), (false, false));
    }
}

#[rstest]
#[case::the_owner(DRIVER, 1, "Forbidden")]
#[case::another_driver(OTHER, 99, "Forbidden")]
#[case::no_such_record(ADMIN, 99, "NotFound")]
fn only_staff_can_solve_a_record(#[case] caller: UserId, #[case] id: i32, #[case] expected: &str) {
    let world = world();
    for queue in Queue::ALL {
        assert_eq!(outcome(&set_solved(&world.deps, &actor(caller), *queue, id, true)), expected);
    }
    assert!(world.audited().is_empty());
}

#[test]
fn solving_a_status_request_or_vehicle_update_that_the_user_never_made_returns_not_found() {
    let world = world();
    for queue in [Queue::VehicleUpdate, Queue::StatusRequest] {
        assert_eq!(outcome(&set_solved(&world.deps, &admin(), queue, OTHER.0, true)), "NotFound");
    }
}

#[rstest]
#[case::vehicle_update(Queue::VehicleUpdate)]
#[case::status_request(Queue::StatusRequest)]
fn a_request_newer_than_the_one_that_staff_saw_is_not_solved(#[case] queue: Queue) {
    let world = world();
    let solve = |solved, requested_at| {
        let change = SolvedChange { solved, requested_at: Some(requested_at) };
        outcome(&queues::set_solved(&world.deps, &admin(), queue, DRIVER.0, change))
    };
    let seen = noon();
    world.advance(TimeDelta::seconds(1));
    let newer = noon() + TimeDelta::seconds(1);
    world
        .transact(|store| {
            store.set_vehicle(DRIVER, "ABC 2", UsState::Texas.into(), newer)?;
            application::accounts::users::request_status(&world.deps, store, &driver(), DRIVER, "1234")
        })
        .unwrap();
    assert_eq!(solve(true, seen), "ChangedMeanwhile");
    assert!(world.audited().is_empty());
    assert_eq!(solve(true, newer), "Ok");
    assert_eq!(solve(false, seen), "Ok", "a record can always be reopened");
}

#[test]
fn solving_a_status_request_erases_the_ssn_digits_permanently() {
    let world = world();
    let solve = |queue, solved| set_solved(&world.deps, &admin(), queue, DRIVER.0, solved).unwrap();
    solve(Queue::VehicleUpdate, true);
    assert_eq!(world.database.tables().sealed_digits.len(), 1, "solving the vehicle update keeps the digits");
    solve(Queue::StatusRequest, true);
    assert!(world.database.tables().sealed_digits.is_empty());
    solve(Queue::StatusRequest, false);
    assert!(world.database.tables().sealed_digits.is_empty(), "reopening doesn't restore the digits");
    assert_eq!(outcome(&reveal_ssn_digits(&world.deps, &admin(), DRIVER, &reason(), "/p")), "NotFound");
    let erased = ("lastFourSSN", "erased".to_owned());
    let lines: Vec<bool> =
        world.database.tables().audit.iter().map(|entry| entry.after.contains(&erased)).collect();
    assert_eq!(lines, [false, true, false]);
}

#[test]
fn revealing_ssn_digits_audits_the_reason_without_the_digits() {
    let world = world();
    let reason = RevealReason::parse("  The office asks whether 9876 is right ").unwrap();
    assert_eq!(reveal_ssn_digits(&world.deps, &admin(), DRIVER, &reason, "/reveal").unwrap(), "9876");
    assert_eq!(reveal_ssn_digits(&world.deps, &admin(), DRIVER, &reason, "/reveal").unwrap(), "9876");
    let tables = world.database.tables();
    assert_eq!(tables.audit.len(), 2, "each reveal is audited");
    let entry = &tables.audit[0];
    assert_eq!((entry.action, entry.subject_id), (AuditAction::DigitsRevealed, DRIVER.0));
    assert_eq!(entry.after, [("reason", "The office asks whether **** is right".to_owned())]);
    let event = &tables.security[0];
    assert_eq!(
        (event.kind, event.user_id, event.path.as_str()),
        (SecurityEventKind::Reveal, Some(ADMIN), "/reveal")
    );
}

#[rstest]
#[case::the_owner(DRIVER, DRIVER, "Forbidden")]
#[case::without_a_request(ADMIN, OTHER, "NotFound")]
#[case::an_unknown_user(ADMIN, UserId(99), "NotFound")]
fn only_staff_can_reveal_ssn_digits_and_only_while_stored(
    #[case] caller: UserId,
    #[case] id: UserId,
    #[case] expected: &str,
) {
    let world = world();
    assert_eq!(outcome(&reveal_ssn_digits(&world.deps, &actor(caller), id, &reason(), "/p")), expected);
    assert!(world.audited().is_empty() && world.database.tables().security.is_empty());
}

#[rstest]
#[case(ADMIN, 1, "Ok")]
#[case(ADMIN, 9, "NotFound")]
#[case(DRIVER, 1, "Forbidden")]
fn only_staff_can_mark_a_hire_as_seen_and_it_is_audited_once(
    #[case] caller: UserId,
    #[case] id: i32,
    #[case] expected: &str,
) {
    let world = world();
    assert_eq!(outcome(&mark_hire_seen(&world.deps, &actor(caller), HireId(id))), expected);
    assert_eq!(outcome(&mark_hire_seen(&world.deps, &actor(caller), HireId(id))), expected);
    let expected_audit = if expected == "Ok" { vec![AuditAction::HireSeen] } else { vec![] };
    assert_eq!(world.audited(), expected_audit);
    assert_eq!(world.database.tables().hires[0].is_seen_by_admin, !expected_audit.is_empty());
}

/// Returns a world with a hire whose payment is settled.
fn world_with_hire() -> (World, HireId) {
    let world = World::new();
    let started = world.pay_without_event(LAWYER);
    let hire = application::payments::confirm_payment::confirm_hire_payment(
        &world.deps,
        &driver(),
        Some(&started.intent_id),
    )
    .unwrap();
    (world, hire.id)
}

#[test]
fn a_hire_is_refunded_if_staff_cancel_the_hire_but_not_if_staff_set_the_status_to_cancelled() {
    let (world, id) = world_with_hire();
    let status = |to| set_status(&world.deps, &admin(), id, to, None, None);
    assert_eq!(status(HireStatus::Cancelled).unwrap().refund, None);
    assert_eq!(world.statuses(), [PaymentStatus::Settled]);
    assert_eq!(status(HireStatus::InProgress).unwrap().status, HireStatus::InProgress, "no money moved");
    status(HireStatus::Cancelled).unwrap();
    let by_driver = cancel_hire(&world.deps, &driver(), id).unwrap();
    assert_eq!(by_driver.refund, None, "a driver's call returns the hire without a refund");
    world.advance(TimeDelta::days(30));
    for _ in 0..2 {
        let refunded = cancel_hire(&world.deps, &admin(), id).unwrap();
        assert_eq!(
            (refunded.status, refunded.refund),
            (HireStatus::Cancelled, Some(RefundProgress::Refunded))
        );
    }
    assert_eq!(world.provider.count(Call::Refund), 1);
    let cancelled: Vec<_> = world
        .database
        .tables()
        .audit
        .iter()
        .filter(|entry| entry.action == AuditAction::HireCancelled)
        .map(|entry| entry.after.clone())
        .collect();
    assert_eq!(cancelled.len(), 1);
    assert!(cancelled[0].contains(&("refunded", "75.00".to_owned())), "{cancelled:?}");
    for to in HireStatus::ALL.iter().filter(|to| **to != HireStatus::Cancelled) {
        assert_eq!(outcome(&status(*to)), "HireRefunded");
    }
    assert_eq!(outcome(&status(HireStatus::Cancelled)), "Ok", "the status is unchanged");
}

#[test]
fn a_hire_with_a_pending_refund_cannot_be_reopened() {
    let (world, id) = world_with_hire();
    world.provider.fail_next(Call::Refund, Fault::Down);
    cancel_hire(&world.deps, &driver(), id).unwrap();
    assert_eq!(world.statuses(), [PaymentStatus::Settled]);
    assert_eq!(
        outcome(&set_status(&world.deps, &admin(), id, HireStatus::Pending, None, None)),
        "HireRefunded"
    );
}

#[test]
fn a_hire_cannot_be_reopened_while_a_newer_hire_is_open() {
    let (world, id) = world_with_hire();
    set_status(&world.deps, &admin(), id, HireStatus::Cancelled, None, None).unwrap();
    world.database.tables().hires.push(hire(2, DRIVER));
    assert_eq!(
        outcome(&set_status(&world.deps, &admin(), id, HireStatus::Pending, None, None)),
        "HireReplaced"
    );
    set_status(&world.deps, &admin(), HireId(2), HireStatus::Cancelled, None, None).unwrap();
    assert_eq!(outcome(&set_status(&world.deps, &admin(), id, HireStatus::Pending, None, None)), "Ok");
}

#[test]
fn a_resolved_inquiry_cannot_become_pending_again() {
    let world = world();
    let set = |to| application::help::inquiries::set_inquiry_status(&world.deps, &admin(), InquiryId(1), to);
    assert_eq!(
        set(InquiryStatus::Pending).unwrap().status,
        InquiryStatus::Pending,
        "the status is unchanged"
    );
    assert!(world.audited().is_empty());
    set(InquiryStatus::Resolved).unwrap();
    assert_eq!(outcome(&set(InquiryStatus::Pending)), "InquiryResolved");
}

#[test]
fn solving_a_report_does_not_change_its_status() {
    let world = world();
    set_solved(&world.deps, &admin(), Queue::MissingTicket, 1, true).unwrap();
    let report = world.transact(|store| Ok(store.lock_report(ReportId(1))?.unwrap())).unwrap();
    assert!(report.is_solved && !report.status.is_resolved());
}

#[test]
fn staff_see_a_failed_refund_and_can_retry_it() {
    let (world, id) = world_with_hire();
    world.provider.books().refunds_begin.push_back(RefundStatus::Failed);
    cancel_hire(&world.deps, &driver(), id).unwrap();
    let problems = world.transact(|store| list_open_money_problems(store, &admin())).unwrap();
    assert_eq!((problems.refunds.len(), problems.events.len()), (1, 0));
    let failed = problems.refunds[0].0.id;
    let retried = retry_refund(&world.deps, &admin(), failed).unwrap();
    assert_eq!(retried.status, Ours::Succeeded);
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
    for again in [failed, retried.id] {
        let status = retry_refund(&world.deps, &admin(), again).unwrap().status;
        assert!(matches!(status, Ours::Succeeded | Ours::CalledOff));
    }
    assert_eq!(world.provider.books().refunds.len(), 2, "the failed refund and the retry");
    let retries = world.audited().iter().filter(|action| **action == AuditAction::RefundRetried).count();
    assert_eq!(retries, 1);
    assert!(world.transact(|store| list_open_money_problems(store, &admin())).unwrap().refunds.is_empty());
}

#[test]
fn only_staff_can_see_payment_problems_and_retry_refunds() {
    let world = World::new();
    assert_eq!(outcome(&world.transact(|store| list_open_money_problems(store, &driver()))), "Forbidden");
    assert_eq!(outcome(&retry_refund(&world.deps, &driver(), RefundId(1))), "Forbidden");
    assert_eq!(outcome(&retry_refund(&world.deps, &admin(), RefundId(9))), "NotFound");
}

#[test]
fn a_stale_hire_status_change_is_refused_with_the_name_of_the_last_editor() {
    let world = World::new();
    world.database.tables().hires.push(hire(1, DRIVER));
    let set = |to, from| set_status(&world.deps, &admin(), HireId(1), to, Some(from), None);
    set(HireStatus::Contacted, HireStatus::Pending).unwrap();
    let Err(application::Error::ChangedMeanwhile(Some(last))) =
        set(HireStatus::Completed, HireStatus::Pending)
    else {
        panic!("the newer status was overwritten")
    };
    assert_eq!(last.by.as_deref(), Some("Dana Driver"));
    assert_eq!(
        outcome(&set(HireStatus::Contacted, HireStatus::Pending)),
        "Ok",
        "setting the current status succeeds"
    );
    assert_eq!(world.database.tables().hires[0].status, HireStatus::Contacted);
    assert_eq!(world.audited().len(), 1);
    assert_eq!(
        outcome(&set(HireStatus::Completed, HireStatus::Contacted)),
        "Ok",
        "a change from the current status succeeds"
    );
}
