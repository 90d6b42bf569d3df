//! Functions that build test data. Tests change the fields that matter to them.

use application::access::Actor;
use application::access::Origin;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::session::Session;
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::accounts::verification::{Verification, VerificationRecord};
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::driving_record::profile::DrivingProfile;
use domain::driving_record::ticket::{Item, Parking, Ticket, Toll};
use domain::legal_help::case::handling::HireCase;
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::payments::ownership::Labels;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::{HireId, ParkingId, PaymentId, ProfileId, SessionId, TicketId, TollId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::payments::gateway::{Intent, IntentStatus};

pub const ADMIN: UserId = UserId(1);
pub const DRIVER: UserId = UserId(2);
/// Another driver, who has no items in a new world.
pub const OTHER: UserId = UserId(3);

/// The driver's ticket, of $150.
pub const TICKET: Payable = Payable::Ticket(TicketId(1));
/// A lawyer for [`TICKET`], at $75.
pub const LAWYER: Payable = Payable::Lawyer(TicketId(1));
/// The driver's parking ticket, of $65.
pub const PARKING: Payable = Payable::Parking(ParkingId(1));
/// The driver's toll, of $4.25.
pub const TOLL: Payable = Payable::Toll(TollId(1));

pub const NO_SUCH_TICKET: Payable = Payable::Ticket(TicketId(99));

pub fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

pub fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Returns the time at which each test starts.
pub fn noon() -> DateTime<Utc> {
    time("2026-03-02T12:00:00Z")
}

pub fn dollars(dollars: i64) -> Money {
    Money::from_dollars(dollars)
}

/// Returns the price of an item or lawyer in a new world.
pub fn due(payable: Payable) -> Money {
    match payable {
        Payable::Ticket(_) => dollars(150),
        Payable::Lawyer(_) => dollars(75),
        Payable::Parking(_) => dollars(65),
        Payable::Toll(_) => Money::from_cents(425),
    }
}

/// Builds a user whose driving record staff have prepared. The user with id 1 is an administrator.
pub fn user(id: UserId) -> User {
    User {
        id,
        email: format!("user{id}@example.com"),
        role: if id == ADMIN { Role::Admin } else { Role::Driver },
        full_name: Some("Dana Driver".to_owned()),
        state: Some(UsState::NewYork),
        drivers_license_number: Some("D1234567".to_owned()),
        date_of_birth: Some(date("1990-05-01")),
        phone_number: Some("5551234567".to_owned()),
        vehicle_license_plate: Some("OLD 1".to_owned()),
        vehicle_state: Some(UsState::NewYork.into()),
        plate_dates: PlateDates::default(),
        vehicle_info_added_at: None,
        license_status: LicenseStatus::Unknown,
        status_requested_at: None,
        signup_step: 5,
        signup_started_at: None,
        signup_completed_at: None,
        last_admin_update_at: Some(time("2026-01-01T00:00:00Z")),
        is_seen_by_admin: false,
        is_vehicle_update_solved: false,
        is_status_request_solved: false,
        created_at: time("2026-01-01T00:00:00Z"),
        verified: Verification {
            email: Some(VerificationRecord { at: time("2026-01-01T00:00:00Z"), basis: None }),
            ..Verification::default()
        },
    }
}

/// Builds a session that was opened ten minutes before `noon`.
pub fn session(user_id: UserId) -> Session {
    let login_time = noon() - TimeDelta::minutes(10);
    Session {
        id: SessionId(user_id.0 * 10),
        user_id,
        login_time,
        last_activity: login_time,
        expires_at: login_time + TimeDelta::minutes(30),
        proved_at: Some(login_time),
    }
}

/// Returns a user as a caller with a session.
pub fn actor(id: UserId) -> Actor {
    Actor { user: user(id), session: session(id), address: "203.0.113.7".to_owned() }
}

pub fn driver() -> Actor {
    actor(DRIVER)
}

pub fn other_driver() -> Actor {
    actor(OTHER)
}

/// Builds a staff member whose step-up authentication never expires, however far a test advances the clock.
pub fn admin() -> Actor {
    let mut admin = actor(ADMIN);
    admin.session.proved_at = Some(DateTime::<Utc>::MAX_UTC);
    admin
}

pub fn origin() -> Origin {
    Origin {
        address: "203.0.113.7".to_owned(),
        path: "/api/somewhere".to_owned(),
        user_agent: Some("Browser/1".to_owned()),
    }
}

pub fn profile(user_id: UserId) -> DrivingProfile {
    DrivingProfile {
        id: ProfileId(user_id.0),
        user_id,
        status: "Need More Info".to_owned(),
        current_points: 0,
        total_points: 11,
    }
}

/// Returns the details of an item with the given fields and the date 2026-01-01.
fn filed(kind: ItemKind, fields: &[(&str, &str)]) -> ItemDetails {
    let draft = fields.iter().fold(ItemDraft::new(kind), |draft, (name, text)| draft.with(name, *text));
    draft.with("date", "2026-01-01").validate(date("2026-01-01"), None).unwrap()
}

/// Builds an unpaid speeding ticket of $150 that belongs to the driver.
pub fn ticket(id: i32) -> Ticket {
    let fields = [
        ("violation_type", "Speeding"),
        ("location", "I-95, Exit 4"),
        ("amount", "$150"),
        ("points", "0"),
        ("category", "traffic"),
    ];
    match item(id, &filed(ItemKind::Ticket, &fields)) {
        Item::Ticket(ticket) => *ticket,
        other => panic!("{other:?} is no ticket"),
    }
}

/// Builds an unpaid parking ticket of $65 that belongs to the driver.
pub fn parking(id: i32) -> Parking {
    let fields = [("violation_type", "Expired meter"), ("location", "Main Street"), ("amount", "$65")];
    match item(id, &filed(ItemKind::Parking, &fields)) {
        Item::Parking(parking) => parking,
        other => panic!("{other:?} is no parking ticket"),
    }
}

/// Builds an unpaid toll of $4.25 that belongs to the driver.
pub fn toll(id: i32) -> Toll {
    let fields = [("toll_road", "I-95 Express"), ("amount", "$4.25")];
    match item(id, &filed(ItemKind::Toll, &fields)) {
        Item::Toll(toll) => toll,
        other => panic!("{other:?} is no toll"),
    }
}

/// Builds an unpaid item that staff have filed for the driver.
pub fn item(id: i32, filed: &ItemDetails) -> Item {
    let (user_id, created_at) = (DRIVER, time("2026-01-02T12:00:00Z"));
    let (is_paid, paid_at, version) = (false, None, 1);
    match filed.clone() {
        ItemDetails::Ticket(filed) => {
            let (id, filed) = (TicketId(id), *filed);
            Item::Ticket(Box::new(Ticket { id, user_id, filed, is_paid, paid_at, created_at, version }))
        }
        ItemDetails::Parking(filed) => {
            let id = ParkingId(id);
            Item::Parking(Parking { id, user_id, filed, is_paid, paid_at, created_at, version })
        }
        ItemDetails::Toll(filed) => {
            let id = TollId(id);
            Item::Toll(Toll { id, user_id, filed, is_paid, paid_at, created_at, version })
        }
    }
}

/// Builds a new payment of the driver for an item.
pub fn payment(id: i32, payable: Payable) -> Payment {
    Payment {
        id: PaymentId(id),
        user_id: DRIVER,
        payable,
        amount: due(payable),
        status: PaymentStatus::Creating,
        idempotency_key: format!("stored-key-{id}"),
        confirmation_number: format!("CONF-STORED{id:04}"),
        provider_intent_id: None,
        client_secret: None,
        amount_received: None,
        refunded: Money::ZERO,
        created_at: noon(),
        updated_at: noon(),
        charged_at: None,
        settled_at: None,
        card: None,
    }
}

/// The id that this installation has in tests.
pub const INSTALLATION: &str = "0123456789abcdef0123456789abcdef";

/// Builds the provider's intent of a payment.
pub fn intent(payment: &Payment, status: IntentStatus) -> Intent {
    Intent {
        id: format!("pi_of_{}", payment.id),
        client_secret: None,
        status,
        amount: payment.amount,
        amount_received: if status == IntentStatus::Succeeded { payment.amount } else { Money::ZERO },
        currency: "usd".to_owned(),
        labels: Labels {
            installation: Some(INSTALLATION.to_owned()),
            payment_id: Some(payment.id),
            confirmation_number: Some(payment.confirmation_number.clone()),
            user_id: Some(payment.user_id),
            item: Some(payment.payable),
        },
        created_at: payment.created_at,
        charged_at: (status == IntentStatus::Succeeded).then_some(payment.created_at),
        card: None,
    }
}

/// Builds a hire of a lawyer for ticket 1. The hire has no payment.
pub fn hire(id: i32, user_id: UserId) -> LawyerHire {
    LawyerHire {
        id: HireId(id),
        user_id,
        ticket_id: Some(TicketId(1)),
        payment_id: None,
        violation_type: Some("Speeding".to_owned()),
        amount: dollars(75),
        contact_method: None,
        contact_value: None,
        confirmation_number: format!("CONF-HIRED{id:05}"),
        status: HireStatus::Pending,
        case: HireCase::NEW,
        refund: None,
        refund_amount: Money::ZERO,
        is_ticket_paid: false,
        is_seen_by_admin: false,
        is_solved: false,
        created_at: noon(),
        recorded_at: noon(),
    }
}
