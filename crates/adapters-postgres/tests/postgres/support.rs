//! A test database, and functions that create the records which many tests need.

use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use adapters_postgres::PgStore;
use adapters_postgres::testing::TestDatabase;
use chrono::{DateTime, Utc};
use diesel::connection::InstrumentationEvent;
use diesel::{Connection, PgConnection};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::{ParkingId, PaymentId, TicketId, TollId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::search::Search;
use ports::accounts::lists::UserQuery;
use ports::help::lists::InquiryQuery;
use ports::legal_help::lists::HireQuery;
use ports::payments::lists::TransactionQuery;
use ports::payments::records::{NewTransaction, Payments};
use ports::shared::paging::Page;
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::{Store, in_transaction};
use serde_json::Value;
pub use store_contract::support::{ALL, at, bare_user, new_payment, new_user};

/// Returns the number of migrations, which is the number of folders.
pub fn migrations() -> usize {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    std::fs::read_dir(folder).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir()).count()
}

/// Returns a query for users. A query with `text` is a search.
pub fn users(text: Option<&str>, page: Page) -> UserQuery {
    UserQuery::all(page).with_search(text.and_then(Search::parse))
}

/// Returns a query for the hires of one user, or of all users if there is none.
pub fn hires(user: Option<UserId>, page: Page) -> HireQuery {
    HireQuery::all(page).of(user)
}

/// Returns a query for the transactions of one user, or of all users if there is none.
pub fn transactions(user: Option<UserId>, page: Page) -> TransactionQuery {
    TransactionQuery::all(page).of(user)
}

/// Returns a query for the inquiries of one user, or of all users if there is none.
pub fn inquiries(user: Option<UserId>) -> InquiryQuery {
    InquiryQuery::all(ALL).of(user)
}

/// A test database with a connection to it.
pub struct World {
    connection: PgConnection,
    pub db: TestDatabase,
}

impl World {
    pub fn new() -> Self {
        let db = TestDatabase::new();
        Self { connection: db.server_connection(), db }
    }

    pub fn store(&mut self) -> PgStore<'_> {
        PgStore::new(&mut self.connection)
    }

    /// Waits until a connection to this database waits for a lock.
    pub fn wait_for_blocked_statement(&self) {
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let started_at = Instant::now();
        while self.db.value(waiting).as_deref() == Some("0") {
            assert!(started_at.elapsed() < Duration::from_secs(2), "no statement waits for a lock");
            std::thread::yield_now();
        }
    }

    /// Runs `first` in a transaction. Before that transaction commits, starts `second` in another
    /// transaction. Fails if `second` doesn't have to wait for `first`.
    pub fn run_overlapping<A: Send, B: Send>(
        &self,
        first: impl FnOnce(&mut dyn Store) -> StoreResult<A>,
        second: impl FnOnce(&mut dyn Store) -> StoreResult<B> + Send,
    ) -> (A, B) {
        let database = self.db.database();
        let (begin, started) = mpsc::channel();
        std::thread::scope(|scope| {
            let other = self.db.database();
            let second = scope.spawn(move || {
                started.recv().unwrap();
                in_transaction(&other, second).unwrap()
            });
            let first = in_transaction(&database, |store| {
                let done = first(store)?;
                begin.send(()).unwrap();
                self.wait_for_blocked_statement();
                Ok::<_, StoreError>(done)
            });
            (first.unwrap(), second.join().unwrap())
        })
    }

    pub fn user(&mut self, email: &str) -> UserId {
        store_contract::support::user(&mut self.store(), email)
    }

    /// Runs an INSERT statement, and returns the id that its RETURNING clause selects.
    fn id(&self, insert: &str) -> i32 {
        self.db.value(insert).unwrap().parse().unwrap()
    }

    pub fn ticket(&mut self, user: UserId) -> TicketId {
        TicketId(self.id(&format!(
            "INSERT INTO tickets (user_id, violation_type, date, location, amount, points, category)
             VALUES ({user}, 'Speeding', '2026-01-02', 'Main St', '$150.50', 2, 'traffic') RETURNING id"
        )))
    }

    pub fn parking(&mut self, user: UserId) -> ParkingId {
        ParkingId(self.id(&format!(
            "INSERT INTO parking (user_id, violation_type, date, location, amount)
             VALUES ({user}, 'Expired meter', '2026-01-03', 'Elm St', 'see notice') RETURNING id"
        )))
    }

    pub fn toll(&mut self, user: UserId) -> TollId {
        TollId(self.id(&format!(
            "INSERT INTO tolls (user_id, toll_road, date, amount)
             VALUES ({user}, 'I-95 Express', '2026-01-04', '3.75') RETURNING id"
        )))
    }

    /// Creates one payable of each kind for a user.
    pub fn payables(&mut self, user: UserId) -> [Payable; 4] {
        let ticket = self.ticket(user);
        [
            Payable::Ticket(ticket),
            Payable::Parking(self.parking(user)),
            Payable::Toll(self.toll(user)),
            Payable::Lawyer(ticket),
        ]
    }

    /// Creates a payment of $150.50 that [`new_payment`] builds.
    pub fn payment(&mut self, user: UserId, payable: Payable, key: &str) -> Payment {
        store_contract::support::payment(&mut self.store(), user, payable, key)
    }

    /// Creates a payment that has this status.
    pub fn payment_in(
        &mut self,
        user: UserId,
        payable: Payable,
        key: &str,
        status: PaymentStatus,
    ) -> Payment {
        store_contract::support::payment_in(&mut self.store(), user, payable, key, status)
    }

    /// Creates the transaction that belongs to a payment.
    pub fn transaction(&mut self, payment: PaymentId, created_at: DateTime<Utc>) -> TransactionId {
        let payment = self.store().payment(payment).unwrap().unwrap();
        let transaction = NewTransaction {
            user_id: payment.user_id,
            payment_id: payment.id,
            payable: payment.payable,
            violation_type: Some("Speeding".to_owned()),
            amount: payment.amount,
            processing_fee: Money::ZERO,
            our_fee: Money::ZERO,
            confirmation_number: payment.confirmation_number,
            created_at,
            recorded_at: created_at,
        };
        self.store().insert_transaction(&transaction).unwrap().id
    }
}

/// Runs `work`, and returns the statements that it sends, with the values of their parameters inserted.
pub fn statements(connection: &mut PgConnection, work: impl FnOnce(&mut PgConnection)) -> Vec<String> {
    let sent = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&sent);
    connection.set_instrumentation(move |event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            log.lock().unwrap().push(query.to_string());
        }
    });
    work(connection);
    connection.set_instrumentation(|_: InstrumentationEvent<'_>| {});
    sent.lock().unwrap().iter().map(|text| insert_parameter_values(text)).collect()
}

/// Inserts the values of the parameters into a logged statement.
fn insert_parameter_values(text: &str) -> String {
    let Some((statement, binds)) = text.split_once(" -- binds: ") else { return text.to_owned() };
    let binds: Vec<Value> =
        serde_json::from_str(&parameters_to_json(binds)).unwrap_or_else(|error| panic!("{error}: {text}"));
    binds.iter().enumerate().rev().fold(statement.to_owned(), |statement, (index, value)| {
        statement.replace(&format!("${}", index + 1), &sql_value(value))
    })
}

/// Converts the parameters' values from Rust's debug output to JSON. In that output, numbers, strings and lists
/// are already JSON, but times and options aren't.
fn parameters_to_json(binds: &str) -> String {
    let (mut json, mut word, mut is_text, mut is_escaped) = (String::new(), String::new(), false, false);
    for letter in binds.chars() {
        if !is_text && (letter.is_alphanumeric() || "_:.+-".contains(letter)) {
            word.push(letter);
            continue;
        }
        match std::mem::take(&mut word).as_str() {
            "" | "Some" => {}
            "None" => json.push_str("null"),
            plain if serde_json::from_str::<Value>(plain).is_ok() => json.push_str(plain),
            time => json.push_str(&format!("\"{time}\"")),
        }
        is_text ^= letter == '"' && !is_escaped;
        is_escaped = is_text && letter == '\\' && !is_escaped;
        if is_text || !"()".contains(letter) {
            json.push(letter);
        }
    }
    json
}

/// Converts a value to an SQL literal.
fn sql_value(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{}'", text.replace('\'', "''")),
        Value::Null => "NULL".to_owned(),
        Value::Array(values) if values.is_empty() => "'{}'".to_owned(),
        Value::Array(values) => {
            format!("ARRAY[{}]", values.iter().map(sql_value).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
