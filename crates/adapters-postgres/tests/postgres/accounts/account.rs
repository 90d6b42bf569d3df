//! Tests of accounts: their links and sessions, closing an account, and the export of personal data.

use domain::shared::retention::RetainedData;
use ports::shared::retention::ExpiredRecords;
use std::collections::BTreeSet;

use diesel::connection::SimpleConnection;
use domain::accounts::account::{ClosingObstacle, LinkPurpose, may_close};
use domain::accounts::user::Role;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::{LinkId, UserId};
use domain::shared::payable::Payable;
use ports::accounts::account::{Accounts, Links, NewLink};
use ports::accounts::sessions::{NewSession, Sessions};
use ports::accounts::users::{NewUser, Users};
use ports::legal_help::hires::Hires;
use ports::payments::records::Payments;
use ports::shared::list::Lists;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::with_store;

use crate::support::{ALL, World, at, bare_user, users};

const TOKEN: TokenHash = TokenHash([9; 32]);

fn new_link(user: UserId, purpose: LinkPurpose) -> NewLink {
    let new_email = (purpose == LinkPurpose::EmailChange).then(|| "new@example.com".to_owned());
    NewLink { user_id: user, purpose, new_email, created_at: at(0) }
}

#[test]
fn an_emailed_link_is_valid_from_its_sending_until_it_is_used_or_expires() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut store = world.store();
    let purpose = LinkPurpose::PasswordReset;
    let link = store.insert_link(&new_link(ann, purpose)).unwrap();
    assert_eq!(store.link(link.id).unwrap(), Some(link.clone()));
    assert_eq!(store.valid_link(&TOKEN, purpose, at(1)).unwrap(), None);
    assert!(store.arm_link(link.id, &TOKEN, at(100)).unwrap());
    assert_eq!(store.valid_link(&TOKEN, purpose, at(99)).unwrap(), Some(link.clone()));
    assert_eq!(store.valid_link(&TOKEN, LinkPurpose::EmailChange, at(99)).unwrap(), None);
    assert_eq!(
        store.use_link(&TOKEN, purpose, at(100)).unwrap(),
        None,
        "a link is invalid from its expiry on"
    );
    assert_eq!(store.use_link(&TOKEN, purpose, at(99)).unwrap(), Some(link.clone()));
    assert_eq!(store.use_link(&TOKEN, purpose, at(99)).unwrap(), None);
    assert!(!store.arm_link(link.id, &TOKEN, at(200)).unwrap(), "a used link cannot be armed again");
    assert!(!store.arm_link(LinkId(999), &TOKEN, at(200)).unwrap());
}

#[test]
fn a_newer_emailed_link_invalidates_only_older_ones_with_its_purpose_and_user() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let mut store = world.store();
    let mut armed = |user, purpose, token| {
        let id = store.insert_link(&new_link(user, purpose)).unwrap().id;
        assert!(store.arm_link(id, &TokenHash([token; 32]), at(100)).unwrap());
    };
    armed(ann, LinkPurpose::EmailChange, 1);
    armed(bob, LinkPurpose::PasswordReset, 2);
    armed(ann, LinkPurpose::PasswordReset, 3);
    armed(ann, LinkPurpose::PasswordReset, 4);
    let mut is_good =
        |token, purpose| store.valid_link(&TokenHash([token; 32]), purpose, at(1)).unwrap().is_some();
    assert!(is_good(1, LinkPurpose::EmailChange) && is_good(2, LinkPurpose::PasswordReset));
    assert!(!is_good(3, LinkPurpose::PasswordReset) && is_good(4, LinkPurpose::PasswordReset));
    assert_eq!(store.count_links(ann, LinkPurpose::PasswordReset, at(-1)).unwrap(), 2);
    assert_eq!(store.count_links(ann, LinkPurpose::PasswordReset, at(0)).unwrap(), 0);
    store.end_links_of(ann, at(2)).unwrap();
    let mut is_good =
        |token, purpose| store.valid_link(&TokenHash([token; 32]), purpose, at(1)).unwrap().is_some();
    assert!(!is_good(1, LinkPurpose::EmailChange) && is_good(2, LinkPurpose::PasswordReset));
    assert_eq!(store.delete_expired(RetainedData::Links, at(1), 9).unwrap(), 4);
}

#[test]
fn an_email_in_use_is_refused_ignoring_case_and_the_transaction_stays_usable() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    world.user("bob@example.com");
    let mut store = world.store();
    let error = store.set_email(ann, "BOB@example.com").unwrap_err();
    assert!(matches!(error, StoreError::Duplicate(UniqueKey::Email)), "{error}");
    assert_eq!(store.set_email(ann, "Ann@Example.org").unwrap().unwrap().email, "Ann@Example.org");
    assert_eq!(store.set_phone(ann, None).unwrap().unwrap().phone_number, None);
    store.set_password_hash(ann, "$argon2id$new").unwrap();
    assert_eq!(store.lock_credentials(ann).unwrap().unwrap().password_hash, "$argon2id$new");
    assert!(store.lock_credentials(UserId(99)).unwrap().is_none());
}

#[test]
fn sessions_are_listed_and_deleted_per_user() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let mut store = world.store();
    let mut open = |user, token, end| {
        store
            .insert_session(&NewSession {
                user_id: user,
                token_hash: TokenHash([token; 32]),
                login_time: at(0),
                expires_at: at(end),
                address: "::1".to_owned(),
                user_agent: Some("Chrome on Windows".to_owned()),
                proved_at: Some(at(0)),
            })
            .unwrap()
            .id
    };
    let (first, second, over, bobs) =
        (open(ann, 1, 900), open(ann, 2, 900), open(ann, 3, 10), open(bob, 4, 900));
    store.renew_session(first, at(5), at(900)).unwrap();
    let listed = store.sessions_of(ann, at(10)).unwrap();
    assert_eq!(listed.iter().map(|open| open.session.id).collect::<Vec<_>>(), [first, second]);
    assert_eq!(listed[0].device.as_deref(), Some("Chrome on Windows"));
    assert!(!store.delete_session_of(ann, bobs).unwrap());
    assert!(store.delete_session_of(ann, over).unwrap());
    assert_eq!(store.delete_sessions_of(ann, Some(second)).unwrap(), 1);
    assert_eq!(store.delete_sessions_of(ann, None).unwrap(), 1);
    assert_eq!(store.sessions_of(bob, at(10)).unwrap().len(), 1);
}

/// The test has a driver for each payment status.
#[test]
fn unfinished_payments_prevent_closing_the_account() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    for (number, status) in PaymentStatus::ALL.iter().enumerate() {
        let ticket = world.ticket(ann);
        world.payment_in(ann, Payable::Ticket(ticket), &format!("p{number}"), *status);
    }
    let payments = world.store().unfinished_payments_of(ann).unwrap();
    let found: BTreeSet<&str> = payments.iter().map(|payment| payment.status.as_str()).collect();
    assert_eq!(found, BTreeSet::from(["creating", "open", "refund_due", "timed_out"]));
    let user = world.store().user(ann).unwrap().unwrap();
    let has_other_admins = world.store().lock_for_closing(ann).unwrap();
    assert!(matches!(
        may_close(&user, has_other_admins, payments.iter().filter_map(Payment::obstacle_to_closing)),
        Err(ClosingObstacle::OpenPayment(_) | ClosingObstacle::PendingRefund(_))
    ));
    assert!(!has_other_admins && world.store().open_hires(ann).unwrap().is_empty());
    world.store().insert_user(&NewUser { role: Role::Admin, ..bare_user("staff@example.com") }).unwrap();
    assert!(world.store().lock_for_closing(ann).unwrap());
}

#[test]
fn a_closed_user_is_not_found_and_their_email_can_be_used_again() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let ticket = world.ticket(ann);
    let paid = world.ticket(ann);
    world.payment_in(ann, Payable::Ticket(paid), "a", PaymentStatus::Settled);
    world.store().close_user(ann, at(5)).unwrap();
    let mut store = world.store();
    assert!(store.credentials("ann@example.com").unwrap().is_none());
    assert!(store.credentials(&format!("closed-{ann}@invalid")).unwrap().is_none());
    assert!(store.lock_credentials(ann).unwrap().is_none());
    assert!(store.open_user(ann).unwrap().is_none() && store.lock_user(ann).unwrap().is_none());
    assert!(store.set_email(ann, "x@example.com").unwrap().is_none());
    assert!(store.set_phone(ann, Some("5551234567")).unwrap().is_none());
    for query in [None, Some("ann"), Some("closed"), Some(ann.to_string().as_str())] {
        assert_eq!(store.list(&users(query, ALL)).unwrap().total, 0, "{query:?}");
    }
    assert_eq!(store.user(ann).unwrap().unwrap().full_name.as_deref(), Some("Closed account"));
    let stored = world.db.values("SELECT id::text FROM tickets");
    assert_eq!(stored, [Some(paid.to_string())], "{ticket} had no payment");
    world.user("ann@example.com");
}

#[test]
fn two_accounts_with_the_same_email_can_be_closed_in_turn() {
    let mut world = World::new();
    for _ in 0..2 {
        let ann = world.user("ann@example.com");
        world.store().close_user(ann, at(5)).unwrap();
    }
    assert_eq!(
        world.db.value("SELECT count(*)::text FROM users WHERE closed_at IS NOT NULL"),
        Some("2".to_owned())
    );
}

#[test]
fn personal_data_is_read_from_one_snapshot() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut other = world.db.connection();
    other.batch_execute("BEGIN; LOCK TABLE login_places").unwrap();
    let database = world.db.database();
    let file = std::thread::scope(|scope| {
        let file = scope.spawn(|| with_store(&database, |store| store.personal_data(ann)).unwrap().unwrap());
        world.wait_for_blocked_statement();
        let insert_place = "INSERT INTO login_places (user_id, address, seen_at)";
        other.batch_execute(&format!("{insert_place} VALUES ({ann}, '203.0.113.9', now()); COMMIT")).unwrap();
        file.join().unwrap()
    });
    assert!(file.contains("\"loginPlaces\": []"), "{file}");
    let later = world.store().personal_data(ann).unwrap().unwrap();
    assert!(later.contains("203.0.113.9"), "{later}");
}

#[test]
fn personal_data_contains_no_secrets() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let file = world.store().personal_data(ann).unwrap().unwrap();
    for part in ["account", "tickets", "payments", "chatMessages", "secondFactor", "auditLog"] {
        assert!(file.contains(&format!("\"{part}\": [")), "{part} is missing");
    }
    for secret in ["argon2", "sealed", "Hash", "ecret", "idempotency", "searchText"] {
        assert!(!file.contains(secret), "{secret} in {file}");
    }
    assert_eq!(world.store().personal_data(UserId(99)).unwrap(), None);
}
