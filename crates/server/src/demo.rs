//! Demo data (docs/product/running.md#demo-data). A development server loads the data once into an empty embedded
//! database. Production never loads it.

use adapters_postgres::{DemoPayment, load_demo};
use anyhow::Context;
use application::Deps;
use application::staff::bootstrap;
use chrono::TimeDelta;
use domain::accounts::password::Password;
use domain::shared::ids::UserId;
use domain::shared::person::email::Email;
use ports::shared::secrets::HashPriority;
use ports::shared::store_error::StoreResult;
use ports::store::{Store, with_store};

/// Password of all demo accounts.
pub const PASSWORD: &str = "demo-Passw0rd-lanewise";
/// Email address of the demo administrator, user 1.
pub const ADMIN: &str = "admin@lanewise.test";

/// Email addresses of demo accounts. All have the password [`PASSWORD`].
pub const EMAILS: &[&str] = &[
    ADMIN,
    "driver@lanewise.test",
    "suspended@lanewise.test",
    "newcomer@lanewise.test",
    "noplate@lanewise.test",
    "clear@lanewise.test",
    "waiting@lanewise.test",
    "lawyer@lanewise.test",
    "lawyer2@lanewise.test",
    "lawyer3@lanewise.test",
    "lawyer4@lanewise.test",
    "lawyer5@lanewise.test",
];

/// Loads the demo accounts, and `test_drivers` more drivers for tests. Does nothing if there
/// is an administrator. Otherwise, the database must have no users. `owner` is the connection
/// URL of the role that owns the tables. Returns the accounts' payments, which the payment
/// provider doesn't have yet.
pub fn load_demo_accounts(deps: &Deps, owner: &str, test_drivers: u32) -> anyhow::Result<Vec<DemoPayment>> {
    if !create_demo_administrator(deps)? {
        return Ok(vec![]);
    }
    let hash = deps.passwords.hash(PASSWORD, HashPriority::Known)?;
    let payments = load_demo(owner, &hash, test_drivers).context("loading the demo data")?;
    with_store(&*deps.database, |store| create_status_requests(deps, store))
        .context("asking for status checks")?;
    tracing::info!(
        "demo data loaded: log in as driver@lanewise.test, lawyer@lanewise.test or {ADMIN}, password {PASSWORD}"
    );
    Ok(payments)
}

/// Converts a demo payment, with its refund and chargeback if it has them, for the sandbox of the payment provider.
#[cfg(feature = "sandbox")]
pub fn to_past_payment(payment: &DemoPayment) -> stripe_sandbox::PastPayment {
    let refund = payment.refund.as_ref().map(|refund| stripe_sandbox::PastRefund {
        id: refund.id.clone(),
        transaction: refund.movement_id.clone(),
        refunded_at: refund.refunded_at.timestamp(),
    });
    let dispute = payment.chargeback.as_ref().map(|chargeback| stripe_sandbox::PastDispute {
        id: chargeback.id.clone(),
        transaction: chargeback.movement_id.clone(),
        opened_at: chargeback.opened_at.timestamp(),
        due_by: chargeback.evidence_due_by.timestamp(),
    });
    stripe_sandbox::PastPayment {
        intent: payment.intent_id.clone(),
        transaction: payment.movement_id.clone(),
        amount: payment.amount.cents(),
        paid_at: payment.paid_at.timestamp(),
        refund,
        dispute,
    }
}

/// Creates status requests of some demo drivers, whose SSN digits must be encrypted with this installation's key.
fn create_status_requests(deps: &Deps, store: &mut dyn Store) -> StoreResult<()> {
    for (user, digits, hours_ago) in [(22, "4821", 3), (25, "0937", 26), (29, "7715", 50), (33, "2204", 120)]
    {
        let sealed = deps.vault.seal(UserId(user), digits);
        store.set_status_request(UserId(user), &sealed, deps.clock.now() - TimeDelta::hours(hours_ago))?;
    }
    Ok(())
}

/// Creates the demo administrator, unless there is an administrator. Returns whether the administrator was created.
pub fn create_demo_administrator(deps: &Deps) -> anyhow::Result<bool> {
    let (email, password) = (Email::parse(ADMIN)?, Password::parse(PASSWORD, &[])?);
    Ok(bootstrap::create_first_admin(deps, "Lanewise Admin", &email, &password)?.is_some())
}
