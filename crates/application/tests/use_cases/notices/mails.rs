//! Mails come out of the outbox, and no token is ever in it.

use application::accounts::account::reset;
use application::jobs::{WORKERS, work_off};
use chrono::TimeDelta;
use domain::security::audit::AuditAction;
use domain::shared::email::Email;
use rstest::rstest;

use crate::support::*;

const EMAIL: &str = "user2@example.com";

fn world() -> World {
    let world = World::new();
    world.database.tables().password_hashes.push((DRIVER, "hashed:right".to_owned()));
    world
}

fn ask(world: &World, email: &str) {
    reset::ask(&world.deps, &Email::parse(email).unwrap()).unwrap();
}

fn work(world: &World) -> usize {
    work_off(&world.deps, WORKERS).unwrap()
}

/// The call does the same writes whether or not there is an account; only the job looks.
#[rstest]
#[case(EMAIL)]
#[case("nobody@example.com")]
fn asking_does_the_same_work_for_every_address(#[case] email: &str) {
    let world = world();
    ask(&world, email);
    let tables = world.database.tables();
    assert_eq!((tables.jobs.len(), tables.links.len(), tables.audit.len()), (1, 0, 0));
}

#[rstest]
#[case(EMAIL, 1)]
#[case("USER2@example.com", 1)]
#[case("nobody@example.com", 0)]
fn only_an_account_gets_a_mail(#[case] email: &str, #[case] mails: usize) {
    let world = world();
    ask(&world, email);
    work(&world);
    assert_eq!(world.mailbox.sent().len(), mails);
    assert_eq!(world.audited(), vec![AuditAction::PasswordResetAsked; mails]);
}

#[test]
fn no_token_lies_in_the_database() {
    let world = world();
    ask(&world, EMAIL);
    work(&world);
    let token = world.mailbox.token("reset-password");
    let tables = world.database.tables();
    for row in &tables.jobs {
        assert!(!row.job.payload.values().any(|value| value.contains(&token)), "{:?}", row.job.payload);
    }
    assert_eq!(tables.links[0].token, Some(crate::support::fakes::hash_of(&token)));
}

#[test]
fn a_mail_that_was_not_taken_is_tried_again_with_a_new_token() {
    let world = world();
    ask(&world, EMAIL);
    world.mailbox.set_down(true);
    work(&world);
    assert!(world.mailbox.sent().is_empty());
    world.mailbox.set_down(false);
    world.advance(TimeDelta::seconds(15));
    work(&world);
    let token = world.mailbox.token("reset-password");
    reset::confirm(&world.deps, &token, "plum-tractor-violet-9", &origin()).unwrap();
}

#[test]
fn a_process_killed_between_commit_and_mail_sends_it_after_its_restart() {
    let world = world();
    ask(&world, EMAIL);
    world.database.crash_at_next_commit();
    // The transaction that makes the link is lost: the job is still there.
    work(&world);
    assert!(world.database.tables().links.is_empty());
    world.advance(TimeDelta::minutes(6));
    work(&world);
    assert_eq!(world.mailbox.sent().len(), 1);
}

#[test]
fn a_link_that_could_not_be_sent_for_hours_is_not_sent() {
    let world = world();
    ask(&world, EMAIL);
    world.mailbox.set_down(true);
    work(&world);
    world.mailbox.set_down(false);
    world.advance(TimeDelta::hours(3));
    work(&world);
    assert!(world.mailbox.sent().is_empty());
    assert_eq!(work(&world), 0, "and it is not tried again");
}

#[test]
fn a_mailbox_is_not_flooded() {
    let world = world();
    for _ in 0..9 {
        ask(&world, EMAIL);
    }
    work(&world);
    // Of the five links, the older ones were replaced before their mail went out.
    assert_eq!(world.database.tables().links.len(), 5);
    assert_eq!(world.mailbox.sent().len(), 1);
    world.advance(TimeDelta::hours(1));
    ask(&world, EMAIL);
    work(&world);
    assert_eq!(world.mailbox.sent().len(), 2);
}

#[test]
fn without_mail_asking_says_so_and_writes_nothing() {
    let mut world = world();
    world.deps.mail = None;
    let result = reset::ask(&world.deps, &Email::parse(EMAIL).unwrap());
    assert_eq!(outcome(&result), "MailUnavailable");
    assert!(world.database.tables().jobs.is_empty());
}

#[test]
fn mails_name_nobody_and_are_plain() {
    let world = world();
    ask(&world, EMAIL);
    work(&world);
    let token = world.mailbox.token("reset-password");
    reset::confirm(&world.deps, &token, "plum-tractor-violet-9", &origin()).unwrap();
    work(&world);
    let texts = world.mailbox.texts();
    assert_eq!(texts.len(), 2);
    for text in texts {
        assert!(text.is_ascii() && text.lines().all(|line| line.len() < 200), "{text}");
        assert!(!text.contains("Dana"), "{text}");
    }
}
