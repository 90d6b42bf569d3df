//! The servers, the database and the sandbox of a run, and the state that its actors share.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use domain::shared::ids::UserId;

use super::client::agent;
use super::plan::{Dice, Plan, format_as_typed};
use super::servers::Servers;
use crate::support::App;

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Ticket,
    Parking,
    Toll,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Ticket, Self::Parking, Self::Toll];

    /// Returns the name that payments and the audit trail use for the kind.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ticket => "ticket",
            Self::Parking => "parking",
            Self::Toll => "toll",
        }
    }

    /// Returns the name that paths and tables use for the kind.
    pub fn list(self) -> &'static str {
        match self {
            Self::Ticket => "tickets",
            Self::Parking => "parking",
            Self::Toll => "tolls",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Item {
    pub kind: Kind,
    pub id: i32,
    pub user: UserId,
}

/// A driver or a lawyer with a session.
#[derive(Clone, Debug)]
pub struct Driver {
    pub user: UserId,
    pub token: String,
}

/// A fact that a page has shown and that must stay true.
#[derive(Clone, Debug)]
pub enum ShownFact {
    /// The confirmation number of a payment.
    Confirmed(String),
    /// The id of a refund that was stored.
    Refund(i64),
}

/// Everything that the actors of a run share.
pub struct World {
    pub plan: Plan,
    pub servers: Servers,
    pub app: App,
    pub agent: ureq::Agent,
    pub staff: String,
    pub lawyers: Vec<Driver>,
    begun: Instant,
    is_over: AtomicBool,
    faults_ended: OnceLock<Instant>,
    items: Mutex<Vec<Item>>,
    drivers: Mutex<Vec<Driver>>,
    /// For each item, every amount that it had or that staff tried to set.
    amounts: Mutex<BTreeMap<(Kind, i32), BTreeSet<i64>>>,
    shown: Mutex<Vec<ShownFact>>,
    problems: Mutex<Vec<String>>,
    done: Mutex<BTreeMap<String, u32>>,
    /// Lock for returning money outside of the servers' own refunds, so that the same money isn't returned twice.
    returning: Mutex<()>,
}

impl World {
    pub fn start(plan: Plan) -> Self {
        let app = App::start();
        let servers = Servers::start(&app);
        app.sandbox.set_webhook_url(format!("{}/api/webhooks/stripe", servers.base(0)));
        let staff = app.log_in(app.admin());
        let lawyers = ["ann", "bob", "cat"].map(|name| {
            let user = app.lawyer(name);
            Driver { user, token: app.log_in(user) }
        });
        app.sql("UPDATE lawyers SET capacity = 500");
        Self {
            plan,
            servers,
            app,
            agent: agent(),
            staff,
            lawyers: lawyers.into(),
            begun: Instant::now(),
            is_over: AtomicBool::new(false),
            faults_ended: OnceLock::new(),
            items: Mutex::default(),
            drivers: Mutex::default(),
            amounts: Mutex::default(),
            shown: Mutex::default(),
            problems: Mutex::default(),
            done: Mutex::default(),
            returning: Mutex::default(),
        }
    }

    /// Locks `returning` until the guard is dropped.
    pub fn return_money(&self) -> MutexGuard<'_, ()> {
        lock(&self.returning)
    }

    /// Returns whether actors should start no new work.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.begun.elapsed() >= self.plan.lasts
    }

    /// Ends the run, and stores the time of the last fault.
    pub fn end_faults(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.faults_ended.get_or_init(Instant::now);
    }

    pub fn faults_ended_at(&self) -> Instant {
        *self.faults_ended.get_or_init(Instant::now)
    }

    /// Sleeps, but not longer than until the end of the run.
    pub fn pause(&self, time: Duration) {
        let remaining = self.plan.lasts.saturating_sub(self.begun.elapsed());
        std::thread::sleep(time.min(remaining));
    }

    /// Creates a driver with a session.
    pub fn driver(&self, name: &str) -> Driver {
        let user = self.app.driver(name);
        let driver = Driver { user, token: self.app.log_in(user) };
        lock(&self.drivers).push(driver.clone());
        driver
    }

    pub fn drivers(&self) -> Vec<Driver> {
        lock(&self.drivers).clone()
    }

    /// Files an item for this driver, as staff do.
    pub fn file(&self, dice: &mut Dice, kind: Kind, user: UserId) -> Item {
        let cents = dice.amount();
        let amount = format_as_typed(dice, cents);
        let insert = match kind {
            Kind::Ticket => format!(
                "INSERT INTO tickets (user_id, violation_type, date, due_date, location, amount, points, category) \
                 VALUES ({user}, 'Speeding', current_date, current_date + 9, 'Main St', '{amount}', 2, 'traffic')"
            ),
            Kind::Parking => format!(
                "INSERT INTO parking (user_id, violation_type, date, location, amount) \
                 VALUES ({user}, 'Expired meter', current_date, 'Main St', '{amount}')"
            ),
            Kind::Toll => format!(
                "INSERT INTO tolls (user_id, toll_road, date, amount) VALUES ({user}, 'SH 130', current_date, '{amount}')"
            ),
        };
        let id = self.app.database.value(&format!("{insert} RETURNING id")).unwrap().parse().unwrap();
        let item = Item { kind, id, user };
        self.record_amount(&item, cents);
        lock(&self.items).push(item.clone());
        item
    }

    /// Returns a random item; `None` if there is none.
    pub fn some_item(&self, dice: &mut Dice) -> Option<Item> {
        let items = lock(&self.items);
        // Drivers are most likely paying the newest items.
        let from = if dice.chance(70) { items.len().saturating_sub(12) } else { 0 };
        dice.pick(&items[from..]).cloned()
    }

    /// Returns the item of this kind, in the words of [`Kind::word`], with this id.
    pub fn item(&self, kind: &str, id: &str) -> Option<Item> {
        lock(&self.items).iter().find(|item| item.kind.word() == kind && item.id.to_string() == id).cloned()
    }

    /// Stores an amount that the item has or may get, in cents.
    pub fn record_amount(&self, item: &Item, cents: i64) {
        lock(&self.amounts).entry((item.kind, item.id)).or_default().insert(cents);
    }

    /// Returns every amount that the item had or that staff tried to set, in cents.
    pub fn amounts_of(&self, kind: Kind, id: i32) -> BTreeSet<i64> {
        lock(&self.amounts).get(&(kind, id)).cloned().unwrap_or_default()
    }

    pub fn record_shown(&self, shown: ShownFact) {
        lock(&self.shown).push(shown);
    }

    pub fn shown(&self) -> Vec<ShownFact> {
        lock(&self.shown).clone()
    }

    /// Counts an event, for the output at the end.
    pub fn count_event(&self, event: &str) {
        *lock(&self.done).entry(event.to_owned()).or_default() += 1;
    }

    /// Stores a problem, which fails the test at its end.
    pub fn record_problem(&self, description: String) {
        lock(&self.problems).push(description);
    }

    pub fn print_counts(&self) {
        let done = lock(&self.done);
        let list: Vec<String> = done.iter().map(|(what, times)| format!("{what} {times}")).collect();
        println!("soak: {}", list.join(", "));
    }

    pub fn print_problems(&self) {
        for problem in lock(&self.problems).iter().take(20) {
            println!("soak: problem: {problem}");
        }
    }

    pub fn must_be_without_problems(&self) {
        self.print_problems();
        let count = lock(&self.problems).len();
        assert_eq!(count, 0, "problems with SOAK_SEED={}", self.plan.seed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
