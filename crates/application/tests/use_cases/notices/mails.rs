//! Emails from the outbox. The outbox never contains a token.

use std::time::Duration;

use application::accounts::account::reset;
use application::jobs::{WORKERS, run_due_jobs};
use chrono::TimeDelta;
use domain::security::audit::AuditAction;
use domain::shared::person::email::Email;
use ports::notices::mail::MailError;
use rstest::rstest;

use crate::support::*;

const EMAIL: &str = "user2@example.com";

fn world() -> World {
    let world = World::new();
    world.database.tables().password_hashes.push((DRIVER, "hashed:right".to_owned()));
    world
}

/// Requests a password reset.
fn request_reset(world: &World, email: &str) {
    reset::request_password_reset(&world.deps, &Email::parse(email).unwrap()).unwrap();
}

/// Runs the jobs that are due. Returns how many were tried.
fn run_jobs(world: &World) -> usize {
    run_due_jobs(&world.deps, WORKERS).unwrap()
}

/// The request stores the same rows whether or not the account exists. Only the job checks
/// whether the account exists.
#[rstest]
#[case(EMAIL)]
#[case("nobody@example.com")]
fn a_password_reset_request_does_the_same_work_for_known_and_unknown_addresses(#[case] email: &str) {
    let world = world();
    request_reset(&world, email);
    let tables = world.database.tables();
    assert_eq!((tables.jobs.len(), tables.links.len(), tables.audit.len()), (1, 0, 0));
}

#[rstest]
#[case(EMAIL, 1)]
#[case("USER2@example.com", 1)]
#[case("nobody@example.com", 0)]
fn only_an_existing_account_is_emailed_a_reset_link(#[case] email: &str, #[case] mails: usize) {
    let world = world();
    request_reset(&world, email);
    run_jobs(&world);
    assert_eq!(world.mailbox.sent().len(), mails);
    assert_eq!(world.audited(), vec![AuditAction::PasswordResetAsked; mails]);
}

#[test]
fn the_database_stores_no_reset_token_in_plain_text() {
    let world = world();
    request_reset(&world, EMAIL);
    run_jobs(&world);
    let token = world.mailbox.token("reset-password");
    let tables = world.database.tables();
    for row in &tables.jobs {
        assert!(!row.job.payload.values().any(|value| value.contains(&token)), "{:?}", row.job.payload);
    }
    assert_eq!(tables.links[0].token, Some(crate::support::fakes::hash_of(&token)));
}

#[test]
fn a_reset_email_is_retried_with_a_new_token_after_the_mail_server_was_down() {
    let world = world();
    request_reset(&world, EMAIL);
    world.mailbox.set_down(true);
    run_jobs(&world);
    assert!(world.mailbox.sent().is_empty());
    world.mailbox.set_down(false);
    world.advance(TimeDelta::seconds(15));
    run_jobs(&world);
    let token = world.mailbox.token("reset-password");
    reset::reset_password(&world.deps, &token, "plum-tractor-violet-9", &origin()).unwrap();
}

#[test]
fn a_reset_email_whose_link_could_not_be_stored_is_sent_at_the_next_attempt() {
    let world = world();
    request_reset(&world, EMAIL);
    world.database.crash_at_next_commit();
    // The transaction that stores the link fails, but the job is retried later.
    run_jobs(&world);
    assert!(world.database.tables().links.is_empty());
    world.advance(TimeDelta::minutes(6));
    run_jobs(&world);
    assert_eq!(world.mailbox.sent().len(), 1);
}

#[test]
fn a_reset_link_that_is_hours_late_is_not_sent() {
    let world = world();
    request_reset(&world, EMAIL);
    world.mailbox.set_down(true);
    run_jobs(&world);
    world.mailbox.set_down(false);
    world.advance(TimeDelta::hours(3));
    run_jobs(&world);
    assert!(world.mailbox.sent().is_empty());
    assert_eq!(run_jobs(&world), 0, "the email is not retried");
}

#[test]
fn an_address_gets_at_most_five_reset_emails_an_hour() {
    let world = world();
    for _ in 0..9 {
        request_reset(&world, EMAIL);
        run_jobs(&world);
    }
    assert_eq!(world.mailbox.sent().len(), 5, "the maximum in one hour");
    world.advance(TimeDelta::hours(1));
    request_reset(&world, EMAIL);
    run_jobs(&world);
    assert_eq!(world.mailbox.sent().len(), 6);
}

/// The first request adds a job. If the job runs while the mail server is down, an email waits.
/// While the job or the email waits, another request sends no second email.
#[test]
fn repeating_a_reset_request_while_its_email_waits_sends_one_email() {
    let world = world();
    for address in [EMAIL, "USER2@example.com", EMAIL] {
        request_reset(&world, address);
    }
    assert_eq!(world.database.tables().jobs.len(), 1);
    world.mailbox.set_down(true);
    run_jobs(&world);
    for _ in 0..3 {
        request_reset(&world, EMAIL);
        run_jobs(&world);
    }
    world.mailbox.set_down(false);
    world.advance(TimeDelta::seconds(15));
    run_jobs(&world);
    assert_eq!((world.mailbox.sent().len(), world.database.tables().links.len()), (1, 1));
    let keys: Vec<String> =
        world.database.tables().jobs.iter().filter_map(|row| row.job.dedupe_key.clone()).collect();
    assert!(keys.iter().all(|key| !key.contains('@')), "{keys:?}");
    request_reset(&world, EMAIL);
    run_jobs(&world);
    assert_eq!(world.mailbox.sent().len(), 2, "once the first email is sent, asking again sends another");
}

#[test]
fn an_unreachable_mail_server_does_not_use_up_attempts() {
    let world = world();
    request_reset(&world, EMAIL);
    world.mailbox.set_down(true);
    run_jobs(&world);
    for _ in 0..20 {
        world.advance(TimeDelta::seconds(15));
        assert_eq!(run_jobs(&world), 1);
    }
    world.advance(TimeDelta::seconds(15));
    world.mailbox.fail_once(MailError::CircuitOpen(Duration::from_secs(40)));
    assert_eq!(run_jobs(&world), 1);
    world.mailbox.set_down(false);
    world.advance(TimeDelta::seconds(39));
    assert_eq!(run_jobs(&world), 0, "the server is not called during its pause");
    world.advance(TimeDelta::seconds(1));
    assert_eq!(run_jobs(&world), 1);
    assert_eq!(world.mailbox.sent().len(), 1);
}

#[test]
fn an_email_that_was_deferred_or_whose_response_was_lost_is_retried_with_growing_delays() {
    let world = world();
    request_reset(&world, EMAIL);
    for error in [MailError::Deferred("451".into()), MailError::Lost("timeout".into())] {
        world.mailbox.fail_once(error);
        run_jobs(&world);
        assert!(world.mailbox.sent().is_empty());
        world.advance(TimeDelta::seconds(15));
    }
    assert_eq!(run_jobs(&world), 0, "the second delay is longer");
    world.advance(TimeDelta::seconds(15));
    assert_eq!(run_jobs(&world), 1);
    assert_eq!(world.mailbox.sent().len(), 1);
}

/// Runs an email's job twice, because the response to the first attempt is lost. Returns the message
/// ids of both attempts.
fn sent_twice(world: &World) -> (String, String) {
    world.mailbox.attempted_emails();
    world.mailbox.fail_once(MailError::Lost("timeout".into()));
    run_jobs(world);
    world.advance(TimeDelta::seconds(15));
    run_jobs(world);
    let [first, second]: [String; 2] = world.mailbox.attempted_emails().try_into().unwrap();
    (first, second)
}

#[test]
fn a_retried_email_keeps_its_message_id_unless_it_has_a_new_link() {
    let world = world();
    let mut changed = vec![];
    for password in ["plum-tractor-violet-9", "violet-tractor-plum-7"] {
        request_reset(&world, EMAIL);
        let (first, second) = sent_twice(&world);
        assert_ne!(first, second, "the second attempt has another link");
        let token = world.mailbox.token("reset-password");
        reset::reset_password(&world.deps, &token, password, &origin()).unwrap();
        let (first, second) = sent_twice(&world);
        assert_eq!(first, second);
        assert_eq!(first.len(), 32, "{first}");
        changed.push(first);
    }
    assert_ne!(changed[0], changed[1], "the same words about another change are another email");
}

#[test]
fn without_a_mail_server_a_reset_request_fails_and_stores_nothing() {
    let mut world = world();
    world.deps.mail = None;
    let result = reset::request_password_reset(&world.deps, &Email::parse(EMAIL).unwrap());
    assert_eq!(outcome(&result), "MailUnavailable");
    assert!(world.database.tables().jobs.is_empty());
}

#[test]
fn password_emails_are_plain_ascii_and_do_not_name_the_driver() {
    let world = world();
    request_reset(&world, EMAIL);
    run_jobs(&world);
    let token = world.mailbox.token("reset-password");
    reset::reset_password(&world.deps, &token, "plum-tractor-violet-9", &origin()).unwrap();
    run_jobs(&world);
    let texts = world.mailbox.texts();
    assert_eq!(texts.len(), 2);
    for text in texts {
        assert!(text.is_ascii() && text.lines().all(|line| line.len() < 200), "{text}");
        assert!(!text.contains("Dana"), "{text}");
    }
}
