//! Password, email, sessions, and closing of an account.

use application::access::{Actor, Origin};
use application::accounts::account::{close, contact, data, email, password, reset, sessions};
use application::accounts::proof::IdentityProof;
use application::accounts::second_factor::{confirm_setup, start_setup};
use application::error::{Error, Result};
use application::jobs::{WORKERS, run_due_jobs};
use chrono::TimeDelta;
use domain::accounts::account::ClosingObstacle;
use domain::accounts::session::Session;
use domain::accounts::user::Role;
use domain::legal_help::case::step::CaseStep;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::PaymentStatus;
use domain::security::audit::AuditAction;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use rstest::rstest;

use crate::support::fakes::hash_of;
use crate::support::store::security::MemoryFailure;
use crate::support::*;

const EMAIL: &str = "user2@example.com";
const NEW: &str = "plum-tractor-violet-9";

fn world() -> World {
    let world = World::new();
    for (id, word) in [(ADMIN, "admin"), (DRIVER, "right"), (OTHER, "other")] {
        world.database.tables().password_hashes.push((id, format!("hashed:{word}")));
    }
    world
}

/// Logs the driver in, and returns the driver as a caller.
fn log_in_driver(world: &World) -> Actor {
    let (user, opened) = log_in(&world.deps, EMAIL, "right", None, &origin()).unwrap();
    Actor { user, session: opened.session, address: "203.0.113.7".to_owned() }
}

/// Runs the jobs that are due.
fn run_jobs(world: &World) {
    run_due_jobs(&world.deps, WORKERS).unwrap();
}

/// Requests a password reset. Returns the token in the emailed link.
fn reset_token(world: &World) -> String {
    reset::request_password_reset(&world.deps, &Email::parse(EMAIL).unwrap()).unwrap();
    run_jobs(world);
    world.mailbox.token("reset-password")
}

/// Opens a reset link, and sets the password `NEW`.
fn confirm_reset(world: &World, token: &str) -> Result<()> {
    reset::reset_password(&world.deps, token, NEW, &origin())
}

fn can_log_in(world: &World, email: &str, password: &str) -> bool {
    log_in(&world.deps, email, password, None, &origin()).is_ok()
}

#[test]
fn changing_the_password_ends_every_session_and_opens_a_new_session() {
    let world = world();
    let actor = log_in_driver(&world);
    log_in_driver(&world);
    let opened = password::change_password(&world.deps, &actor, "right", NEW, &origin()).unwrap();
    let tables = world.database.tables();
    let tokens: Vec<_> = tables.sessions.iter().map(|(hash, _)| hash.clone()).collect();
    assert_eq!(tokens, [hash_of(&opened.token)], "a stolen token is no longer valid");
    drop(tables);
    run_jobs(&world);
    assert_eq!(world.mailbox.sent(), [(EMAIL.to_owned(), "Your password was changed".to_owned())]);
    assert!(world.audited().contains(&AuditAction::PasswordChanged));
    assert!(can_log_in(&world, EMAIL, NEW) && !can_log_in(&world, EMAIL, "right"));
}

#[test]
fn a_new_session_after_a_password_change_keeps_the_login_time_expiry_and_wrong_code_count() {
    let world = world();
    let (_, opened) = log_in(&world.deps, "user1@example.com", "admin", None, &origin()).unwrap();
    let actor = Actor { session: opened.session.clone(), ..admin() };
    start_setup(&world.deps, &actor, "admin", &origin()).unwrap();
    let enter_wrong_code = |actor: &Actor| outcome(&confirm_setup(&world.deps, actor, "000000", &origin()));
    for _ in 0..4 {
        assert_eq!(enter_wrong_code(&actor), "Fields");
    }
    world.advance(TimeDelta::minutes(20));
    let elsewhere = Origin { address: "198.51.100.9".to_owned(), ..origin() };
    let changed = password::change_password(&world.deps, &actor, "admin", NEW, &elsewhere).unwrap();
    let limits = |session: &Session| (session.login_time, session.expires_at);
    assert_eq!(limits(&changed.session), limits(&opened.session));
    assert!(world.database.tables().places.iter().all(|place| place.address != "198.51.100.9"));
    let actor = Actor { session: changed.session, ..actor };
    assert_eq!(enter_wrong_code(&actor), "TooManyCodes");
}

#[rstest]
#[case::wrong("wrong", NEW, "currentPassword")]
#[case::empty("", NEW, "currentPassword")]
#[case::the_same("right", "right", "newPassword")]
#[case::short("right", "short", "newPassword")]
#[case::guessable("right", "password1234", "newPassword")]
#[case::contains_the_email("right", "User2@example.com", "newPassword")]
fn a_refused_password_change_names_the_field_and_keeps_the_session(
    #[case] current: &str,
    #[case] new: &str,
    #[case] field: &str,
) {
    let world = world();
    let actor = log_in_driver(&world);
    let error =
        password::change_password(&world.deps, &actor, current, new, &origin()).map(drop).unwrap_err();
    let application::Error::Fields(fields) = error else { panic!("{error:?}") };
    assert_eq!(fields[0].0, field);
    let tables = world.database.tables();
    assert_eq!(tables.sessions.len(), 1, "the session stays");
    let refused = tables.security.iter().any(|event| event.kind == SecurityEventKind::PasswordRefused);
    assert_eq!(refused, field == "currentPassword");
}

/// Makes another process change the password while this process checks the caller's password.
fn change_password_during_verification(world: &World) {
    let database = world.database.clone();
    world.passwords.run_during(move || {
        database.tables().password_hashes.iter_mut().for_each(|(_, hash)| *hash = "hashed:newer".to_owned());
    });
}

#[test]
fn a_correct_password_is_refused_if_it_was_changed_while_being_verified() {
    let world = world();
    let actor = log_in_driver(&world);
    change_password_during_verification(&world);
    let entered = log_in(&world.deps, EMAIL, "right", None, &origin());
    assert_eq!(outcome(&entered), "InvalidCredentials");
    world.database.tables().password_hashes[1].1 = "hashed:right".to_owned();
    let changed = password::change_password(&world.deps, &actor, "right", NEW, &origin());
    assert_eq!(outcome(&changed), "Unauthenticated");
    world.database.tables().password_hashes[1].1 = "hashed:right".to_owned();
    assert_eq!(
        outcome(&close::close_account(&world.deps, &actor, password("right"), &origin())),
        "Unauthenticated"
    );
    assert_eq!(world.database.tables().sessions.len(), 1);
}

/// If the correct password were still accepted, an attacker could find it by sending many passwords
/// at the same time.
#[rstest]
#[case::correct("right")]
#[case::wrong("wrong")]
fn logins_that_fail_during_a_password_check_throttle_even_the_correct_password(#[case] entered: &str) {
    let world = world();
    let actor = log_in_driver(&world);
    let (database, sessions) = (world.database.clone(), world.database.tables().sessions.len());
    world.passwords.run_during(move || {
        let failure = MemoryFailure { address: "203.0.113.7".to_owned(), account: None, at: noon() };
        database.tables().failures = vec![failure; 7];
    });
    assert_eq!(outcome(&log_in(&world.deps, EMAIL, entered, None, &origin())), "TooManyTries");
    world.database.tables().failures.clear();
    let changed = password::change_password(&world.deps, &actor, entered, NEW, &origin());
    assert_eq!(outcome(&changed), "TooManyTries");
    assert_eq!(world.database.tables().sessions.len(), sessions);
}

#[test]
fn a_reset_link_sets_a_new_password_once_and_ends_all_sessions() {
    let world = world();
    log_in_driver(&world);
    let token = reset_token(&world);
    confirm_reset(&world, &token).unwrap();
    assert!(world.database.tables().sessions.is_empty());
    assert_eq!(outcome(&confirm_reset(&world, &token)), "LinkNotValid");
    assert!(can_log_in(&world, EMAIL, NEW) && !can_log_in(&world, EMAIL, "right"));
    run_jobs(&world);
    assert_eq!(world.mailbox.sent().last().unwrap().1, "Your password was changed");
}

#[test]
fn a_newer_reset_link_invalidates_the_older_reset_link() {
    let world = world();
    let older = reset_token(&world);
    let newer = reset_token(&world);
    assert_eq!(outcome(&confirm_reset(&world, &older)), "LinkNotValid");
    confirm_reset(&world, &newer).unwrap();
}

#[rstest]
#[case(9, "Ok")]
#[case(10, "LinkNotValid")]
fn a_reset_link_expires_after_ten_minutes(#[case] minutes: i64, #[case] expected: &str) {
    let world = world();
    let token = reset_token(&world);
    world.advance(TimeDelta::minutes(minutes));
    assert_eq!(outcome(&reset::check_reset_link(&world.deps, &token, &origin())), expected);
    assert_eq!(outcome(&confirm_reset(&world, &token)), expected);
}

#[rstest]
#[case("")]
#[case("token-99")]
#[case("nonsense")]
fn an_unknown_link_token_is_refused_and_recorded_as_a_security_event(#[case] token: &str) {
    let world = world();
    reset_token(&world);
    assert_eq!(outcome(&confirm_reset(&world, token)), "LinkNotValid");
    assert_eq!(world.database.tables().security[0].kind, SecurityEventKind::LinkRefused);
    assert_eq!(outcome(&reset::check_reset_link(&world.deps, token, &origin())), "LinkNotValid");
    assert_eq!(world.database.tables().security.len(), 2);
}

#[test]
fn a_refused_new_password_does_not_use_up_the_reset_link() {
    let world = world();
    let token = reset_token(&world);
    let result = reset::reset_password(&world.deps, &token, "short", &origin());
    assert_eq!(outcome(&result), "Fields");
    confirm_reset(&world, &token).unwrap();
}

#[test]
fn a_reset_whose_commit_fails_leaves_the_link_valid() {
    let world = world();
    let token = reset_token(&world);
    world.database.crash_at_next_commit();
    assert_eq!(outcome(&confirm_reset(&world, &token)), "StoreDown");
    confirm_reset(&world, &token).unwrap();
}

/// Requests a change of the driver's email, with the correct password.
fn request_email_change(world: &World, actor: &Actor, address: &str) -> Result<()> {
    email::request_email_change(&world.deps, actor, &Email::parse(address).unwrap(), "right", &origin())
}

/// Requests a change of the driver's email. Returns the token in the emailed link.
fn email_token(world: &World, actor: &Actor, address: &str) -> String {
    request_email_change(world, actor, address).unwrap();
    run_jobs(world);
    world.mailbox.token("confirm-email")
}

#[test]
fn an_email_changes_when_the_emailed_link_is_opened_and_the_old_address_is_notified() {
    let world = world();
    let actor = log_in_driver(&world);
    let reset = reset_token(&world);
    let token = email_token(&world, &actor, "new@example.com");
    assert!(can_log_in(&world, EMAIL, "right"), "nothing changes before the link is opened");
    email::confirm_email(&world.deps, &token, &origin()).unwrap();
    assert!(can_log_in(&world, "new@example.com", "right") && !can_log_in(&world, EMAIL, "right"));
    run_jobs(&world);
    let sent: Vec<String> = world.mailbox.sent().into_iter().map(|(to, _)| to).collect();
    assert_eq!(sent, [EMAIL, "new@example.com", EMAIL]);
    assert_eq!(outcome(&email::confirm_email(&world.deps, &token, &origin())), "LinkNotValid");
    assert_eq!(
        outcome(&confirm_reset(&world, &reset)),
        "LinkNotValid",
        "the reset link was sent to the old address"
    );
}

#[test]
fn an_email_change_reveals_that_the_address_is_taken_only_after_its_link_is_opened() {
    let world = world();
    let actor = log_in_driver(&world);
    let token = email_token(&world, &actor, "USER3@example.com");
    assert_eq!(outcome(&email::confirm_email(&world.deps, &token, &origin())), "EmailTaken");
    assert!(can_log_in(&world, EMAIL, "right"));
}

#[test]
fn an_emailed_link_works_only_for_its_own_purpose() {
    let world = world();
    let actor = log_in_driver(&world);
    let token = email_token(&world, &actor, "new@example.com");
    assert_eq!(outcome(&confirm_reset(&world, &token)), "LinkNotValid");
    let token = reset_token(&world);
    assert_eq!(outcome(&email::confirm_email(&world.deps, &token, &origin())), "LinkNotValid");
}

#[test]
fn an_email_change_needs_the_password_and_a_new_address_and_can_be_requested_five_times() {
    let world = world();
    let actor = log_in_driver(&world);
    let address = Email::parse("new@example.com").unwrap();
    assert_eq!(
        outcome(&email::request_email_change(&world.deps, &actor, &address, "wrong", &origin())),
        "Fields"
    );
    assert_eq!(outcome(&request_email_change(&world, &actor, "User2@example.com")), "Fields");
    for _ in 0..5 {
        request_email_change(&world, &actor, "new@example.com").unwrap();
    }
    assert_eq!(outcome(&request_email_change(&world, &actor, "new@example.com")), "Fields");
}

#[test]
fn changing_the_password_invalidates_the_link_of_a_pending_email_change() {
    let world = world();
    let actor = log_in_driver(&world);
    let token = email_token(&world, &actor, "thief@example.com");
    password::change_password(&world.deps, &actor, "right", NEW, &origin()).unwrap();
    assert_eq!(outcome(&email::confirm_email(&world.deps, &token, &origin())), "LinkNotValid");
}

#[test]
fn a_driver_can_set_and_remove_their_phone_number() {
    let world = world();
    let actor = log_in_driver(&world);
    let phone = Phone::parse("(555) 987-6543").unwrap();
    let user = contact::set_phone(&world.deps, &actor, Some(&phone)).unwrap();
    assert_eq!(user.phone_number.as_deref(), Some("5559876543"));
    assert_eq!(contact::set_phone(&world.deps, &actor, None).unwrap().phone_number, None);
}

/// Returns a proof of identity with this password and without a code.
fn password(password: &str) -> IdentityProof<'_> {
    IdentityProof { password, code: None }
}

#[test]
fn a_user_can_end_one_session_or_all_other_sessions_with_the_password() {
    let world = world();
    let (first, second, third) = (log_in_driver(&world), log_in_driver(&world), log_in_driver(&world));
    let (_, stranger) = log_in(&world.deps, "user3@example.com", "other", None, &origin()).unwrap();
    let list = || world.transact(|store| sessions::list_sessions(&world.deps, store, &first)).unwrap();
    assert_eq!(list().len(), 3);
    let result =
        sessions::end_session(&world.deps, &first, stranger.session.id, password("right"), &origin());
    assert_eq!(outcome(&result), "NotFound");
    assert_eq!(
        outcome(&sessions::end_session(&world.deps, &first, SessionId(4_242), password("right"), &origin())),
        "NotFound"
    );
    let wrong = sessions::end_session(&world.deps, &first, second.session.id, password("wrong"), &origin());
    assert_eq!(outcome(&wrong), "Fields", "a session without the password cannot end another");
    assert_eq!(
        outcome(&sessions::end_other_sessions(&world.deps, &first, password("wrong"), &origin())),
        "Fields"
    );
    assert_eq!(list().len(), 3);
    sessions::end_session(&world.deps, &first, second.session.id, password("right"), &origin()).unwrap();
    assert_eq!(list().len(), 2);
    assert_eq!(sessions::end_other_sessions(&world.deps, &third, password("right"), &origin()).unwrap(), 1);
    assert_eq!(sessions::end_other_sessions(&world.deps, &third, password("right"), &origin()).unwrap(), 0);
    assert_eq!(list()[0].session.id, third.session.id);
    assert_eq!(world.database.tables().sessions.len(), 2, "the other user's session stays");
}

#[test]
fn staff_can_end_all_sessions_of_a_driver_but_not_of_staff() {
    let world = world();
    let (first, second) = (log_in_driver(&world), log_in_driver(&world));
    assert_eq!(outcome(&sessions::end_sessions_of_user(&world.deps, &first, first.id())), "Forbidden");
    assert_eq!(outcome(&sessions::end_sessions_of_user(&world.deps, &admin(), ADMIN)), "NotFound");
    assert_eq!(outcome(&sessions::end_sessions_of_user(&world.deps, &admin(), UserId(4_242))), "NotFound");
    assert_eq!(sessions::end_sessions_of_user(&world.deps, &admin(), second.id()).unwrap(), 2);
    assert_eq!(sessions::end_sessions_of_user(&world.deps, &admin(), second.id()).unwrap(), 0);
    assert!(world.transact(|store| sessions::list_sessions(&world.deps, store, &first)).unwrap().is_empty());
    let audited_count = world.audited().into_iter().filter(|action| *action == AuditAction::DriverLoggedOut);
    assert_eq!(audited_count.count(), 2, "each logout by staff is audited");
}

#[test]
fn downloading_personal_data_is_audited() {
    let world = world();
    let actor = log_in_driver(&world);
    let text =
        world.transact(|store| data::download_personal_data(&world.deps, store, &actor)).unwrap().stored;
    assert!(text.contains(EMAIL));
    assert!(world.audited().contains(&AuditAction::DataDownloaded));
}

#[test]
fn a_closed_account_cannot_log_in_and_can_neither_use_nor_get_a_reset_link() {
    let world = world();
    let actor = log_in_driver(&world);
    let token = reset_token(&world);
    assert_eq!(outcome(&close::close_account(&world.deps, &actor, password("wrong"), &origin())), "Fields");
    close::close_account(&world.deps, &actor, password("right"), &origin()).unwrap();
    assert!(!can_log_in(&world, EMAIL, "right"));
    assert_eq!(outcome(&confirm_reset(&world, &token)), "LinkNotValid");
    assert!(world.database.tables().sessions.is_empty());
    let before = world.mailbox.sent().len();
    reset::request_password_reset(&world.deps, &Email::parse(EMAIL).unwrap()).unwrap();
    run_jobs(&world);
    assert_eq!(world.mailbox.sent().len(), before);
}

#[rstest]
#[case(PaymentStatus::Creating, ClosingObstacle::OpenPayment)]
#[case(PaymentStatus::TimedOut, ClosingObstacle::OpenPayment)]
#[case(PaymentStatus::Open, ClosingObstacle::OpenPayment)]
#[case(PaymentStatus::RefundDue, ClosingObstacle::PendingRefund)]
fn an_account_with_an_unfinished_payment_cannot_be_closed(
    #[case] status: PaymentStatus,
    #[case] expected: fn(String) -> ClosingObstacle,
) {
    let world = world();
    let actor = log_in_driver(&world);
    world.started(TICKET);
    world.database.tables().payments[0].status = status;
    let expected = expected(world.payment(1).confirmation_number);
    let closed = close::close_account(&world.deps, &actor, password("right"), &origin());
    assert!(
        matches!(&closed, Err(Error::CannotClose(obstacle)) if *obstacle == expected),
        "{closed:?}, not {expected:?}"
    );
    assert!(can_log_in(&world, EMAIL, "right"));
}

#[test]
fn an_account_cannot_be_closed_while_the_driver_has_an_open_case() {
    let world = world();
    let actor = log_in_driver(&world);
    world.pay_and_settle(LAWYER);
    assert_eq!(
        outcome(&close::close_account(&world.deps, &actor, password("right"), &origin())),
        "CannotClose"
    );
    world.database.tables().set_first_case(CaseStep::Closed);
    close::close_account(&world.deps, &actor, password("right"), &origin()).unwrap();
}

#[rstest]
#[case::inquiry(ChargebackStatus::Inquiry, false)]
#[case::inquiry_under_review(ChargebackStatus::InquiryUnderReview, false)]
#[case::evidence_needed(ChargebackStatus::NeedsResponse, false)]
#[case::under_review(ChargebackStatus::UnderReview, false)]
#[case::inquiry_closed(ChargebackStatus::InquiryClosed, true)]
#[case::won(ChargebackStatus::Won, true)]
#[case::lost(ChargebackStatus::Lost, true)]
#[case::prevented(ChargebackStatus::Prevented, true)]
fn an_account_can_be_closed_only_after_its_chargebacks_are_decided(
    #[case] status: ChargebackStatus,
    #[case] is_allowed: bool,
) {
    let world = world();
    let actor = log_in_driver(&world);
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(ChargebackStatus::Inquiry);
    world.database.tables().chargebacks[0].status = status;
    let closed = close::close_account(&world.deps, &actor, password("right"), &origin());
    if is_allowed {
        closed.unwrap();
        return;
    }
    let number = world.payment(1).confirmation_number;
    assert!(
        matches!(&closed, Err(Error::CannotClose(ClosingObstacle::OpenChargeback(of))) if *of == number),
        "{closed:?}"
    );
    assert!(can_log_in(&world, EMAIL, "right"));
}

#[test]
fn the_first_administrator_cannot_close_their_account() {
    let world = world();
    world.database.tables().users.iter_mut().for_each(|user| user.role = Role::Admin);
    let (user, opened) = log_in(&world.deps, "user1@example.com", "admin", None, &origin()).unwrap();
    let actor = Actor { user, session: opened.session, address: String::new() };
    let closed = close::close_account(&world.deps, &actor, password("admin"), &origin());
    assert!(matches!(closed, Err(Error::CannotClose(ClosingObstacle::NeededAdministrator))), "{closed:?}");
}

#[test]
fn the_only_administrator_cannot_close_their_account_even_if_they_are_not_the_first() {
    let world = world();
    for user in &mut world.database.tables().users {
        user.role = if user.id == DRIVER { Role::Admin } else { Role::Driver };
    }
    let actor = log_in_driver(&world);
    let closed = close::close_account(&world.deps, &actor, password("right"), &origin());
    assert!(matches!(closed, Err(Error::CannotClose(ClosingObstacle::NeededAdministrator))), "{closed:?}");
}
