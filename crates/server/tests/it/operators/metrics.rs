//! Metrics of a real server. Alerts and the dashboard may use only metrics that exist
//! (docs/OPERATIONS.md#what-is-measured).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::process::{Server, free_port};
use crate::support::{App, eventually};

/// Words in expressions that aren't our metrics: PromQL's keywords and functions, and names that Prometheus adds.
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

/// Returns the names of the metrics in an expression.
fn names(expression: &str) -> BTreeSet<String> {
    let mut remaining = expression.to_owned();
    // Remove labels and grouping clauses.
    for (open, close) in [("{", '}'), ("by (", ')'), ("on (", ')'), ("[", ']')] {
        while let Some(start) = remaining.find(open) {
            let end = remaining[start..].find(close).unwrap() + start;
            remaining.replace_range(start..=end, " ");
        }
    }
    remaining
        .split(|letter: char| !is_name_character(letter))
        .filter(|word| is_metric(word))
        .map(str::to_owned)
        .collect()
}

/// Returns each metric, label and value that an expression uses. The value is `None` if no exact value is used.
fn labels(expression: &str) -> Vec<(String, String, Option<String>)> {
    let mut found = vec![];
    for (start, _) in expression.match_indices('{') {
        let metric = expression[..start].rsplit(|letter: char| !is_name_character(letter)).next().unwrap();
        let inside = expression[start + 1..].split('}').next().unwrap();
        for matcher in inside.split(',') {
            let label: String =
                matcher.trim().chars().take_while(|letter| is_name_character(*letter)).collect();
            for value in matcher.split('"').nth(1).unwrap().split('|') {
                let value = value.chars().all(is_name_character).then(|| value.to_owned());
                found.push((metric.to_owned(), label.clone(), value));
            }
        }
    }
    for (start, opening) in expression.match_indices("by (") {
        let (listed, counted) = expression[start + opening.len()..].split_once(')').unwrap();
        // In PromQL, the expression comes after its `by (…)` clause, as in `sum by (label) (expression)`.
        let metric =
            counted.split(|letter: char| !is_name_character(letter)).find(|word| is_metric(word)).unwrap();
        found.extend(listed.split(',').map(|label| (metric.to_owned(), label.trim().to_owned(), None)));
    }
    // Remove labels that Prometheus adds.
    found.retain(|(metric, label, _)| !NOT_OURS.contains(&&**metric) && label != "instance");
    found
}

/// Returns whether the name of a metric or a label may contain this character.
fn is_name_character(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Returns whether a word in an expression is the name of one of our metrics.
fn is_metric(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase()) && !NOT_OURS.contains(&word)
}

/// Returns the expressions of all alerts and of the dashboard.
fn expressions() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ops");
    let alerts = fs::read_to_string(folder.join("alerts.yml")).unwrap();
    let of_alerts = alerts.lines().filter_map(|line| line.trim().strip_prefix("expr: "));
    let dashboard: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("dashboard.json")).unwrap()).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels.iter().filter_map(|panel| panel["targets"].as_array()).flatten();
    let of_panels = targets.map(|target| target["expr"].as_str().unwrap());
    of_alerts.chain(of_panels).map(str::to_owned).collect()
}

/// Returns the names of the metrics in a scrape.
fn metric_names(scrape: &str) -> BTreeSet<String> {
    let lines = scrape.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split(['{', ' ']).next()).map(str::to_owned).collect()
}

/// Returns whether a scrape has a series of this metric with this label, and with this value if given.
fn has_label(scrape: &str, metric: &str, label: &str, value: Option<&str>) -> bool {
    let wanted = value.map_or_else(|| format!("{label}=\""), |value| format!("{label}=\"{value}\""));
    scrape.lines().any(|line| {
        line.strip_prefix(metric)
            .and_then(|rest| rest.strip_prefix('{'))
            .is_some_and(|rest| rest.split(',').any(|one| one.starts_with(&wanted)))
    })
}

#[test]
fn the_parser_finds_labels_and_values_in_promql_expressions() {
    let expression = r#"topk(8, sum by (le, route) (rate(a_b{status=~"5..", kind="x"}[5m]))) / sum(c{outcome=~"y|z"}) or absent(up{job="w"})"#;
    let found = labels(expression);
    let found: Vec<_> =
        found.iter().map(|(metric, label, value)| (&**metric, &**label, value.as_deref())).collect();
    let wanted = [
        ("a_b", "status", None),
        ("a_b", "kind", Some("x")),
        ("c", "outcome", Some("y")),
        ("c", "outcome", Some("z")),
        ("a_b", "le", None),
        ("a_b", "route", None),
    ];
    assert_eq!(found, wanted);
    let scrape = "a_b{kind=\"x\",status=\"500\"} 1\n";
    assert!(has_label(scrape, "a_b", "status", None) && has_label(scrape, "a_b", "kind", Some("x")));
    assert!(!has_label(scrape, "a_b", "route", None) && !has_label(scrape, "a_b", "kind", Some("y")));
    assert!(!has_label(scrape, "a", "kind", None), "the label belongs to another metric");
}

#[test]
fn the_parser_finds_metric_names_in_promql_expressions() {
    let expression = r#"sum by (le) (rate(a_b{status=~"5.."}[5m])) / max(c) > 0.5 and on () time() - d < 9"#;
    assert_eq!(names(expression), ["a_b", "c", "d"].map(str::to_owned).into());
}

#[test]
fn alerts_and_dashboard_use_only_existing_metrics_and_labels() {
    let app = App::start();
    // The card makes the bank dispute the payment at once.
    let driver = app.driver("payer");
    let (token, ticket) = (app.log_in(driver), app.ticket(driver, "$150"));
    let body = json!({"amount": "150.00", "type": "ticket", "itemId": ticket});
    let intent = app.post("/api/create-payment-intent", &token, &body).json["paymentIntentId"].clone();
    app.pay(intent.as_str().unwrap(), "pm_card_createDispute");
    eventually("the chargeback is recorded", || {
        application::payments::reconciliation::reconcile::reconcile(app.deps(), true).unwrap();
        app.count("SELECT count(*) FROM chargebacks") == 1
    });
    let (data, operators) = (tempfile::tempdir().unwrap(), format!("127.0.0.1:{}", free_port()));
    let server = Server::start_at(&app, data.path(), free_port(), |command| {
        command.env("OPS_ADDRESS", &operators);
    });
    // The next event arrives by webhook.
    app.sandbox.set_webhook_url(format!("{}/api/webhooks/stripe", server.base));
    let body = json!({"amount": "80.00", "type": "parking", "itemId": app.parking(driver, "$80")});
    assert_eq!(app.post("/api/create-payment-intent", &token, &body).status, 201);
    ureq::get(format!("{}/healthz", server.base)).call().unwrap();
    let expressions = expressions();
    let names_used: BTreeSet<_> = expressions.iter().flat_map(|expression| names(expression)).collect();
    let labels: BTreeSet<_> = expressions.iter().flat_map(|expression| labels(expression)).collect();
    assert!(names_used.len() > 30 && labels.len() > 15, "{names_used:?} {labels:?}");
    let scrape = || {
        let answer = ureq::get(format!("http://{operators}/metrics")).call().unwrap();
        answer.into_body().read_to_string().unwrap()
    };
    eventually("every metric in use is exported with its labels", || {
        let scrape = scrape();
        let names_served = metric_names(&scrape);
        let missing: Vec<_> = names_used.iter().filter(|name| !names_served.contains(*name)).collect();
        let lacking: Vec<_> = labels
            .iter()
            .filter(|(metric, label, value)| !has_label(&scrape, metric, label, value.as_deref()))
            .collect();
        if !missing.is_empty() || !lacking.is_empty() {
            eprintln!("still missing: {missing:?} {lacking:?}");
        }
        missing.is_empty() && lacking.is_empty()
    });
    let scrape = scrape();
    for (what, line) in [
        ("no label names a person or a path", "payer"),
        ("no label is an address", "127.0.0.1"),
        ("no label is a card or an intent", "pi_"),
    ] {
        assert!(!scrape.contains(line), "{what}");
    }
    // Every metric has a description.
    let described = scrape.lines().filter(|line| line.starts_with("# HELP ")).count();
    let typed = scrape.lines().filter(|line| line.starts_with("# TYPE ")).count();
    assert_eq!(described, typed, "{scrape}");
    if let Ok(file) = std::env::var("SCRAPE_FILE") {
        fs::write(file, &scrape).unwrap();
    }
}
