//! Limits on messages to unconfirmed addresses and numbers. The limits count the messages of all accounts
//! together (docs/product/notices.md#unconfirmed-addresses).

use std::sync::{Arc, Mutex};

use application::access::Actor;
use application::accounts::account::{email, password, reset};
use application::accounts::proof::IdentityProof;
use application::jobs::{WORKERS, run_due_jobs};
use application::notices::numbers::resend_code;
use application::requests::text_requests;
use application::shared::outgoing::TextSender;
use application::shared::queued_emails::{QueuedEmail, enqueue};
use application::staff::members::invite;
use chrono::TimeDelta;
use domain::accounts::verification::Verification;
use domain::notices::notice::{Channel, NoticeStatus};
use domain::shared::ids::{PaymentId, TextNotificationId, TicketId, UserId};
use domain::shared::payable::Payable;
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use ports::notices::mail::MailError;
use ports::notices::texts::{MockTextMessenger, TextError};

use crate::support::fakes::hash_of;
use crate::support::*;

const STRANGER: &str = "stranger@example.org";
const NUMBER: &str = "5551234567";
const NEW: &str = "plum-tractor-violet-9";

/// Returns a world with the administrator and this many other accounts. All accounts have the same password.
fn world(accounts: i32) -> World {
    let world = World::empty();
    let mut tables = world.database.tables();
    for id in (1..=accounts + 1).map(UserId) {
        tables.users.push(user(id));
        tables.password_hashes.push((id, "hashed:right".to_owned()));
    }
    drop(tables);
    world
}

/// Runs jobs until none is due.
fn run_all_jobs(world: &World) {
    while run_due_jobs(&world.deps, WORKERS).unwrap() > 0 {}
}

/// Requests a change of an account's email. Returns the outcome.
fn change_email(world: &World, account: UserId, new_email: &str) -> String {
    let new_email = Email::parse(new_email).unwrap();
    outcome(&email::request_email_change(&world.deps, &actor(account), &new_email, "right", &origin()))
}

/// Returns the number of emails that were sent to this address.
fn count_emails_to(world: &World, address: &str) -> usize {
    world.mailbox.sent().iter().filter(|(to, _)| to.eq_ignore_ascii_case(address)).count()
}

/// Gives the account another email address, which is unconfirmed.
fn change_to_unconfirmed_email(world: &World, id: UserId, address: &str) -> Actor {
    let mut tables = world.database.tables();
    let user = tables.users.iter_mut().find(|user| user.id == id).unwrap();
    address.clone_into(&mut user.email);
    user.verified = Verification::default();
    Actor { user: user.clone(), ..actor(id) }
}

#[test]
fn many_accounts_together_send_an_unconfirmed_address_at_most_20_emails_a_day() {
    let world = world(8);
    let (mut counts, mut requested) = (vec![], 0);
    for _ in 0..6 {
        for account in (2..=9).map(UserId) {
            for _ in 0..4 {
                assert_eq!(
                    change_email(&world, account, STRANGER),
                    "Ok",
                    "every caller gets the same answer"
                );
                run_all_jobs(&world);
                requested += 1;
            }
        }
        counts.push(count_emails_to(&world, STRANGER));
        world.advance(TimeDelta::hours(1));
    }
    assert_eq!((requested, counts), (192, vec![5, 10, 15, 20, 20, 20]));
    world.advance(TimeDelta::hours(18));
    change_email(&world, DRIVER, STRANGER);
    run_all_jobs(&world);
    assert_eq!(count_emails_to(&world, STRANGER), 21, "the first hour's emails are a day old");
}

#[test]
fn different_spellings_of_one_mailbox_share_one_limit_of_emails() {
    let world = world(8);
    for (account, address) in (2..=9).zip([
        "d.stranger@gmail.com",
        "D.Stranger@GMAIL.com",
        "dstranger+1@gmail.com",
        "dstranger+2@gmail.com",
        "d.s.tranger@googlemail.com",
        "dstranger@gmail.com",
        "dstranger+3@gmail.com",
        "d.stranger+4@googlemail.com",
    ]) {
        assert_eq!(change_email(&world, UserId(account), address), "Ok");
    }
    run_all_jobs(&world);
    assert_eq!(world.mailbox.sent().len(), 5);
}

#[test]
fn all_kinds_of_emails_count_toward_the_limit_of_an_unconfirmed_address() {
    let world = world(5);
    let victim = change_to_unconfirmed_email(&world, DRIVER, STRANGER);
    email::send_confirmation_link(&world.deps, &victim).unwrap();
    run_all_jobs(&world);
    reset::request_password_reset(&world.deps, &Email::parse(STRANGER).unwrap()).unwrap();
    run_all_jobs(&world);
    let proof = IdentityProof { password: "right", code: None };
    invite(&world.deps, &admin(), &Email::parse(STRANGER).unwrap(), proof, &origin()).unwrap();
    run_all_jobs(&world);
    world.database.tables().sessions.push((hash_of("a token"), victim.session.clone()));
    password::change_password(&world.deps, &victim, "right", NEW, &origin()).unwrap();
    run_all_jobs(&world);
    change_email(&world, OTHER, STRANGER);
    run_all_jobs(&world);
    let subjects: Vec<String> = world.mailbox.sent().into_iter().map(|(_, subject)| subject).collect();
    assert_eq!(
        subjects,
        [
            "Confirm your email address",
            "Choose a new password",
            "You are invited to join the Lanewise staff",
            "Your password was changed",
            "Confirm your new email address",
        ]
    );
    for account in (4..=6).map(UserId) {
        assert_eq!(change_email(&world, account, STRANGER), "Ok");
    }
    world.transact(|store| enqueue(&world.deps, store, &QueuedEmail::PasswordChanged(DRIVER))).unwrap();
    run_all_jobs(&world);
    assert_eq!(count_emails_to(&world, STRANGER), 5);
}

#[test]
fn receipts_are_limited_only_for_unconfirmed_addresses() {
    for (is_confirmed, expected) in [(true, 30), (false, 5)] {
        let world = World::new();
        if !is_confirmed {
            change_to_unconfirmed_email(&world, DRIVER, "user2@example.com");
        }
        let ticket = Payable::Ticket(TicketId(1));
        world.pay_and_settle(ticket);
        let paid = PaymentId(1);
        run_all_jobs(&world);
        for _ in 0..29 {
            world.transact(|store| enqueue(&world.deps, store, &QueuedEmail::Paid(paid))).unwrap();
        }
        run_all_jobs(&world);
        assert_eq!(count_emails_to(&world, "user2@example.com"), expected, "confirmed: {is_confirmed}");
    }
}

#[test]
fn a_confirmed_address_is_notified_of_a_change_even_if_other_accounts_used_up_its_limit() {
    for (is_confirmed, notices) in [(true, 1), (false, 0)] {
        let world = world(7);
        let own = "user2@example.com";
        let owner =
            if is_confirmed { actor(DRIVER) } else { change_to_unconfirmed_email(&world, DRIVER, own) };
        for account in (3..=8).map(UserId) {
            assert_eq!(change_email(&world, account, own), "Ok");
        }
        run_all_jobs(&world);
        assert_eq!(count_emails_to(&world, own), 5);
        let to = Email::parse("new@example.com").unwrap();
        email::request_email_change(&world.deps, &owner, &to, "right", &origin()).unwrap();
        run_all_jobs(&world);
        email::confirm_email(&world.deps, &world.mailbox.token("confirm-email"), &origin()).unwrap();
        run_all_jobs(&world);
        assert_eq!(count_emails_to(&world, own), 5 + notices, "confirmed: {is_confirmed}");
    }
}

#[test]
fn only_emails_that_may_have_arrived_count_toward_the_limit() {
    let world = world(2);
    for error in [MailError::Deferred("451".into()), MailError::Unavailable("down".into())] {
        assert_eq!(change_email(&world, DRIVER, STRANGER), "Ok");
        world.mailbox.fail_once(error);
        run_due_jobs(&world.deps, WORKERS).unwrap();
    }
    assert!(world.database.tables().notices.to_unconfirmed.iter().all(Option::is_none), "nothing was sent");
    world.advance(TimeDelta::minutes(1));
    world.mailbox.fail_once(MailError::Lost("timeout".into()));
    run_all_jobs(&world);
    let counted = |world: &World| world.database.tables().notices.to_unconfirmed.iter().flatten().count();
    assert_eq!(counted(&world), 1, "a lost answer may be an email that arrived");
    // The link was replaced before its email was composed, so its email is neither sent nor counted.
    change_email(&world, OTHER, STRANGER);
    change_email(&world, OTHER, STRANGER);
    run_all_jobs(&world);
    assert_eq!((counted(&world), count_emails_to(&world, STRANGER)), (2, 1));
}

#[test]
fn a_link_whose_email_may_have_arrived_stays_valid_if_a_retry_exceeds_the_limit() {
    let world = world(7);
    change_email(&world, DRIVER, STRANGER);
    world.mailbox.fail_once(MailError::Lost("timeout".into()));
    run_all_jobs(&world);
    let token = world.database.tables().links[0].token.clone();
    for account in (3..=8).map(UserId) {
        change_email(&world, account, STRANGER);
    }
    run_all_jobs(&world);
    world.advance(TimeDelta::minutes(1));
    run_all_jobs(&world);
    assert_eq!(count_emails_to(&world, STRANGER), 4, "with the one whose answer was lost there are five");
    assert!(token.is_some());
    assert_eq!(world.database.tables().links[0].token, token);
}

/// Returns a world with this many drivers and a text provider, and the phone numbers of the texts that the
/// provider gets. `answer` returns the provider's response to a text, given the number of texts so far.
fn world_with_texts(
    drivers: i32,
    answer: fn(usize) -> Result<(), TextError>,
) -> (World, Arc<Mutex<Vec<String>>>) {
    let mut world = world(drivers);
    let texts_sent = Arc::new(Mutex::new(vec![]));
    let mut texts = MockTextMessenger::new();
    let handed = texts_sent.clone();
    texts.expect_send_with_status_reports().returning(move |phone, _, _| {
        let mut handed = handed.lock().unwrap();
        handed.push(phone.to_owned());
        answer(handed.len())
    });
    world.deps.texts = Some(TextSender::new(Arc::new(texts)));
    (world, texts_sent)
}

fn request_texts(world: &World, account: UserId, number: &str) -> String {
    outcome(&text_requests::request_texts(
        &world.deps,
        &actor(account),
        account,
        &Phone::parse(number).unwrap(),
    ))
}

fn code_statuses(world: &World) -> Vec<(NoticeStatus, Option<String>)> {
    let tables = world.database.tables();
    tables.notices.notices.iter().map(|notice| (notice.status, notice.reason.clone())).collect()
}

#[test]
fn many_accounts_together_send_an_unconfirmed_number_at_most_five_codes() {
    let (world, texts_sent) = world_with_texts(8, |_| Ok(()));
    for account in (2..=9).map(UserId) {
        assert_eq!(request_texts(&world, account, NUMBER), "Ok", "every caller gets the same answer");
        run_all_jobs(&world);
    }
    assert_eq!(*texts_sent.lock().unwrap(), [NUMBER; 5]);
    // The limit is for each number, so another number still gets a text.
    assert_eq!(request_texts(&world, DRIVER, "5557654321"), "Ok");
    run_all_jobs(&world);
    assert_eq!(texts_sent.lock().unwrap().len(), 6);
}

#[test]
fn all_unconfirmed_numbers_together_get_at_most_200_texts_an_hour() {
    let (world, texts_sent) = world_with_texts(3, |_| Ok(()));
    let earlier = world.deps.clock.now() - TimeDelta::minutes(59);
    let other = |number: i32| Some((Channel::Text, hash_of(&format!("{number}")), earlier));
    world.database.tables().notices.to_unconfirmed = (0..199).map(other).collect();
    for (account, number) in [(DRIVER, NUMBER), (OTHER, "5557654321")] {
        assert_eq!(request_texts(&world, account, number), "Ok");
        run_all_jobs(&world);
    }
    assert_eq!(*texts_sent.lock().unwrap(), [NUMBER]);
    let skipped = (NoticeStatus::Skipped, Some("Too many texts were sent recently.".to_owned()));
    assert_eq!(code_statuses(&world), [(NoticeStatus::Sent, None), skipped]);
    // Emails to different addresses don't share a limit.
    assert_eq!(change_email(&world, DRIVER, STRANGER), "Ok");
    run_all_jobs(&world);
    assert_eq!(count_emails_to(&world, STRANGER), 1);
    world.advance(TimeDelta::minutes(1));
    assert_eq!(outcome(&resend_code(&world.deps, &actor(OTHER), TextNotificationId(2))), "Ok");
    run_all_jobs(&world);
    assert_eq!(texts_sent.lock().unwrap().len(), 2, "after an hour the limit has room again");
}

#[test]
fn only_texts_that_may_have_arrived_count_toward_the_limit() {
    let (world, texts_sent) = world_with_texts(1, |calls| match calls {
        1 => Err(TextError::Unavailable("down".into())),
        2 => Err(TextError::Lost("timeout".into())),
        _ => Ok(()),
    });
    request_texts(&world, DRIVER, NUMBER);
    let counted = || world.database.tables().notices.to_unconfirmed.iter().flatten().count();
    for expected in [0, 1, 2] {
        run_due_jobs(&world.deps, WORKERS).unwrap();
        assert_eq!(counted(), expected);
        world.advance(TimeDelta::minutes(6));
    }
    assert_eq!(texts_sent.lock().unwrap().len(), 3);
}
