//! The metrics of a real server, and that alerts and dashboard ask for none that it does not have (docs/OPERATIONS.md#what-is-measured).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::process::{Server, free_port};
use crate::support::{App, eventually};

/// What PromQL itself knows, and what Prometheus adds.
const NOT_OURS: &[&str] = &[
    "absent",
    "and",
    "by",
    "count",
    "histogram_quantile",
    "increase",
    "max",
    "max_over_time",
    "min",
    "on",
    "or",
    "rate",
    "sum",
    "time",
    "topk",
    "up",
];

/// The names of metrics in an expression.
fn names(expression: &str) -> BTreeSet<String> {
    let mut left = expression.to_owned();
    // Labels, and what things are counted by, are no metrics.
    for (open, close) in [("{", '}'), ("by (", ')'), ("on (", ')'), ("[", ']')] {
        while let Some(start) = left.find(open) {
            let end = left[start..].find(close).unwrap() + start;
            left.replace_range(start..=end, " ");
        }
    }
    left.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase()))
        .filter(|word| !NOT_OURS.contains(word))
        .map(str::to_owned)
        .collect()
}

fn asked_for() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ops");
    let alerts = fs::read_to_string(folder.join("alerts.yml")).unwrap();
    let of_alerts = alerts.lines().filter_map(|line| line.trim().strip_prefix("expr: "));
    let dashboard: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("dashboard.json")).unwrap()).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels.iter().filter_map(|panel| panel["targets"].as_array()).flatten();
    let of_panels = targets.map(|target| target["expr"].as_str().unwrap());
    of_alerts.chain(of_panels).flat_map(names).collect()
}

/// Names with the values that have them.
fn told(scrape: &str) -> BTreeSet<String> {
    let lines = scrape.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split(['{', ' ']).next()).map(str::to_owned).collect()
}

#[test]
fn names_are_found_in_expressions() {
    let expression = r#"sum by (le) (rate(a_b{status=~"5.."}[5m])) / max(c) > 0.5 and on () time() - d < 9"#;
    assert_eq!(names(expression), ["a_b", "c", "d"].map(str::to_owned).into());
}

#[test]
fn alerts_and_dashboard_ask_for_metrics_that_there_are() {
    let app = App::start();
    // A payment that is disputed right after it succeeded, known before the server looks for the first time.
    let driver = app.driver("payer");
    let (token, ticket) = (app.log_in(driver), app.ticket(driver, "$150"));
    let body = json!({"amount": "150.00", "type": "ticket", "itemId": ticket});
    let intent = app.post("/api/create-payment-intent", &token, &body).json["paymentIntentId"].clone();
    app.pay(intent.as_str().unwrap(), "pm_card_createDispute");
    eventually("the dispute is there", || {
        application::payments::reconciliation::reconcile::reconcile(app.deps(), true).unwrap();
        app.count("SELECT count(*) FROM chargebacks") == 1
    });
    let (data, operators) = (tempfile::tempdir().unwrap(), format!("127.0.0.1:{}", free_port()));
    let server = Server::start_at(&app, data.path(), free_port(), |command| {
        command.env("OPS_ADDRESS", &operators);
    });
    // Another event, for a webhook.
    app.sandbox.set_webhook_url(format!("{}/api/webhooks/stripe", server.base));
    let body = json!({"amount": "80.00", "type": "parking", "itemId": app.parking(driver, "$80")});
    assert_eq!(app.post("/api/create-payment-intent", &token, &body).status, 201);
    ureq::get(format!("{}/healthz", server.base)).call().unwrap();
    let asked = asked_for();
    assert!(asked.len() > 30, "{asked:?}");
    let scrape = || {
        let answer = ureq::get(format!("http://{operators}/metrics")).call().unwrap();
        answer.into_body().read_to_string().unwrap()
    };
    eventually("every metric that is asked for is told", || {
        let told = told(&scrape());
        let missing: Vec<_> = asked.iter().filter(|name| !told.contains(*name)).collect();
        if !missing.is_empty() {
            eprintln!("still missing: {missing:?}");
        }
        missing.is_empty()
    });
    let scrape = scrape();
    for (what, line) in [
        ("no label names a person or a path", "payer"),
        ("no label is an address", "127.0.0.1"),
        ("no label is a card or an intent", "pi_"),
    ] {
        assert!(!scrape.contains(line), "{what}");
    }
    // What is said of a metric is said of one that there is, and the other way round.
    let described = scrape.lines().filter(|line| line.starts_with("# HELP ")).count();
    let typed = scrape.lines().filter(|line| line.starts_with("# TYPE ")).count();
    assert_eq!(described, typed, "{scrape}");
    if let Ok(file) = std::env::var("SCRAPE_FILE") {
        fs::write(file, &scrape).unwrap();
    }
}
