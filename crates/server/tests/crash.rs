//! The server is killed between the charge and the commit; after a restart the item is paid exactly once (decision 16).
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

mod support;

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use diesel::connection::SimpleConnection;
use serde_json::json;
use support::{App, eventually, sandbox_keys};

/// A server in a process of its own, on the same database and stand-in as `app`.
struct Server {
    child: Child,
    base: String,
}

impl Server {
    fn start(app: &App, data_dir: &std::path::Path) -> Self {
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        let keys = sandbox_keys(&app.sandbox);
        let child = Command::new(env!("CARGO_BIN_EXE_server"))
            .env_clear()
            .env("DATABASE_URL", app.database.url())
            .env("DATA_DIR", data_dir)
            .env("PORT", port.to_string())
            .env("STRIPE_SECRET_KEY", keys.secret)
            .env("STRIPE_PUBLISHABLE_KEY", keys.publishable)
            .env("STRIPE_WEBHOOK_SECRET", keys.webhook_secret.unwrap())
            .env("STRIPE_API_BASE", keys.api_base.unwrap())
            .env("STRIPE_JS_URL", keys.js_url)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { child, base: format!("http://127.0.0.1:{port}") };
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        eventually("the server is ready", || {
            agent.get(format!("{}/readyz", server.base)).call().is_ok_and(|answer| answer.status() == 200)
        });
        server
    }

    /// SIGKILL: nothing of it runs on.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}

#[test]
fn killed_between_charge_and_commit_it_is_paid_exactly_once() {
    let app = App::start();
    let driver = app.driver("unlucky");
    let token = app.log_in(driver);
    let ticket = app.ticket(driver, "$150");
    let body = json!({"amount": "150", "type": "ticket", "itemId": ticket});
    let intent = app.post("/api/create-payment-intent", &token, &body).json["paymentIntentId"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(app.pay(&intent, "pm_card_visa").0, 200);

    let data = tempfile::tempdir().unwrap();
    // The settlement can do all but its last write: its transaction stays open.
    let mut blocker = app.database.connection();
    blocker.batch_execute("BEGIN; LOCK TABLE payment_transactions IN SHARE MODE").unwrap();
    let server = Server::start(&app, data.path());
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%payment_transactions%'";
    eventually("the settlement waits just before its commit", || app.count(waiting) > 0);
    server.kill();
    blocker.batch_execute("ROLLBACK").unwrap();
    eventually("its connections are gone", || app.count(waiting) == 0);
    assert_eq!(app.count("SELECT count(*) FROM tickets WHERE is_paid"), 0);
    assert_eq!(app.count("SELECT count(*) FROM payment_transactions"), 0);

    let server = Server::start(&app, data.path());
    eventually("the restarted server settles", || {
        app.count("SELECT count(*) FROM tickets WHERE is_paid") == 1
    });
    assert_eq!(app.count("SELECT count(*) FROM payment_transactions"), 1);
    assert_eq!(app.count("SELECT count(*) FROM payments WHERE status = 'settled'"), 1);
    let (_, list) = app.sandbox.call("GET", "/v1/payment_intents", &[]);
    let charged: i64 = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|intent| intent["amount_received"].as_i64().unwrap())
        .sum();
    assert_eq!(charged, 15_000);
    server.kill();
}
