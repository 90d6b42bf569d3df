//! Functions that run transactions and create the records that many contracts need. They use only
//! the ports.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::accounts::user::Role;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::shared::ids::{TicketId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::accounts::sessions::NewSession;
use ports::accounts::users::NewUser;
use ports::payments::records::NewPayment;
use ports::payments::remittances::SaveAuthorityResult;
use ports::shared::paging::Page;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::{Database, Store, in_transaction, with_store};

/// A page that is larger than any list in a test.
pub const ALL: Page = Page { limit: 200, offset: 0 };

/// Runs `work` in a transaction and commits it.
pub fn transaction<T>(database: &dyn Database, work: impl FnOnce(&mut dyn Store) -> T) -> T {
    in_transaction(database, |store| Ok::<_, StoreError>(work(store))).unwrap()
}

/// Runs `work` without a transaction around its statements.
pub fn connection<T>(database: &dyn Database, work: impl FnOnce(&mut dyn Store) -> T) -> T {
    with_store(database, |store| Ok::<_, StoreError>(work(store))).unwrap()
}

/// Runs `work` in a transaction, and returns its error if it fails.
pub fn refused<T>(
    database: &dyn Database,
    work: impl FnOnce(&mut dyn Store) -> StoreResult<T>,
) -> Option<StoreError> {
    in_transaction(database, work).err()
}

/// Adds an authority. Its names must be free.
pub fn authority(store: &mut dyn Store, details: &AuthorityDetails) -> Authority {
    store.lock_authority_register().unwrap();
    match store.insert_authority(details).unwrap() {
        SaveAuthorityResult::Saved(authority) => authority,
        other => unreachable!("{other:?}"),
    }
}

/// Returns the time that is this many seconds after a fixed time in 2026.
pub fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap() + TimeDelta::seconds(seconds)
}

/// Parses a date such as `2026-11-01`.
pub fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Builds a driver whose fields all have a value.
pub fn new_user(email: &str) -> NewUser {
    NewUser {
        email: email.to_owned(),
        password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned(),
        role: Role::Driver,
        full_name: Some("Ann Example".to_owned()),
        state: Some(UsState::Texas),
        drivers_license_number: Some("TX-123".to_owned()),
        date_of_birth: NaiveDate::from_ymd_opt(1990, 2, 3),
        phone_number: Some("5551234567".to_owned()),
        vehicle_license_plate: Some("ABC 123".to_owned()),
        vehicle_state: Some(UsState::NewYork.into()),
        signup_step: 5,
        created_at: at(0),
        signup_completed_at: Some(at(1)),
    }
}

/// Builds a user who has only an email address and a password.
pub fn bare_user(email: &str) -> NewUser {
    NewUser {
        full_name: None,
        state: None,
        drivers_license_number: None,
        date_of_birth: None,
        phone_number: None,
        vehicle_license_plate: None,
        vehicle_state: None,
        signup_step: 1,
        signup_completed_at: None,
        ..new_user(email)
    }
}

/// Builds a session of a user. The hash of its token is this byte, repeated.
pub fn new_session(user: UserId, token: u8) -> NewSession {
    NewSession {
        user_id: user,
        token_hash: TokenHash([token; 32]),
        login_time: at(0),
        expires_at: at(1800),
        address: "203.0.113.7".to_owned(),
        user_agent: Some("Chrome on Windows".to_owned()),
        proved_at: Some(at(0)),
    }
}

/// Adds a driver.
pub fn user(store: &mut dyn Store, email: &str) -> UserId {
    store.insert_user(&new_user(email)).unwrap().id
}

/// Adds an administrator.
pub fn admin(store: &mut dyn Store, email: &str) -> UserId {
    store.insert_user(&NewUser { role: Role::Admin, ..bare_user(email) }).unwrap().id
}

/// The required fields of a ticket, except its date.
pub const TICKET_FIELDS: &[(&str, &str)] = &[
    ("violation_type", "Speeding"),
    ("location", "Main St"),
    ("amount", "$150.50"),
    ("points", "2"),
    ("category", "traffic"),
];

/// Adds an item without a citation number for a driver.
pub fn item(store: &mut dyn Store, user: UserId, kind: ItemKind) -> Payable {
    let fields: &[(&str, &str)] = match kind {
        ItemKind::Ticket => TICKET_FIELDS,
        ItemKind::Parking => &[("violation_type", "Expired meter"), ("location", "Elm St"), ("amount", "65")],
        ItemKind::Toll => &[("toll_road", "I-95 Express"), ("amount", "3.75")],
    };
    let details = details(kind, fields);
    store.insert_item(user, &details, None, at(0)).unwrap().payable()
}

/// Returns the details of an item with these fields and the date 2026-01-02.
pub fn details(kind: ItemKind, fields: &[(&str, &str)]) -> ItemDetails {
    let draft = fields.iter().fold(ItemDraft::new(kind), |draft, (name, text)| draft.with(name, *text));
    draft.with("date", "2026-01-02").validate(date("2026-11-01"), None).unwrap()
}

/// Adds a ticket, a parking ticket and a toll for a driver.
pub fn items(store: &mut dyn Store, user: UserId) -> [Payable; 3] {
    [ItemKind::Ticket, ItemKind::Parking, ItemKind::Toll].map(|kind| item(store, user, kind))
}

/// Adds a ticket for a driver.
pub fn ticket(store: &mut dyn Store, user: UserId) -> TicketId {
    match item(store, user, ItemKind::Ticket) {
        Payable::Ticket(id) => id,
        other => unreachable!("{other:?} is no ticket"),
    }
}

/// Adds one payable of each kind for a driver: a ticket, a parking ticket, a toll, and a
/// lawyer for that ticket.
pub fn payables(store: &mut dyn Store, user: UserId) -> [Payable; 4] {
    let [ticket, parking, toll] = items(store, user);
    [ticket, parking, toll, Payable::Lawyer(TicketId(ticket.item_id()))]
}

/// Builds a payment of $150.50. The `key` makes its idempotency key and its confirmation number unique.
pub fn new_payment(user: UserId, payable: Payable, key: &str) -> NewPayment {
    NewPayment {
        user_id: user,
        payable,
        amount: Money::from_cents(15_050),
        idempotency_key: format!("key-{key}"),
        confirmation_number: format!("CONF-{key}"),
        is_despite_lawyer: None,
        created_at: at(0),
    }
}

/// Adds a payment, and locks its item.
pub fn payment(store: &mut dyn Store, user: UserId, payable: Payable, key: &str) -> Payment {
    store.lock_payable_item(payable).unwrap();
    store.insert_payment(&new_payment(user, payable, key)).unwrap()
}

/// Adds a payment that has this status, and locks it and its item.
pub fn payment_in(
    store: &mut dyn Store,
    user: UserId,
    payable: Payable,
    key: &str,
    status: PaymentStatus,
) -> Payment {
    let mut payment = payment(store, user, payable, key);
    payment.status = status;
    payment.provider_intent_id = Some(format!("pi_{key}"));
    payment.settled_at = (status == PaymentStatus::Settled).then(|| at(9));
    store.lock_payment(payment.id).unwrap();
    store.update_payment(&payment).unwrap();
    payment
}
