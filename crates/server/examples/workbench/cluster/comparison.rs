//! Comparison of the database with the provider's records and with the responses that users received.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;

use super::nodes::Nodes;
use super::servers::{Release, Servers};
use super::work::CENTS;
use super::world::World;

/// Maximum wait for reconciliation to settle the payments of drivers who closed their tab.
const MAX_RECONCILIATION: Duration = Duration::from_secs(60);

/// The database nodes and the servers that a comparison reads from.
pub struct Places<'a> {
    pub nodes: &'a Nodes,
    /// Index of the current primary.
    pub primary: usize,
    pub servers: &'a Servers,
    pub release: &'a Release,
}

/// Compares the database with the provider's records and with the responses that the simulated clients received.
/// Also runs the server's own checks of the books and of the audit trail. Returns a sentence for each difference,
/// each failed check, and each response that a client must never get. `places` has the database and servers to check.
/// `staff` is a session token.
pub fn differences(world: &World, places: &Places<'_>, staff: &str) -> anyhow::Result<Vec<String>> {
    let started_at = Instant::now();
    let mut found = loop {
        let found = compare_money(world, places)?;
        if found.is_empty() || started_at.elapsed() > MAX_RECONCILIATION {
            break found;
        }
        std::thread::sleep(Duration::from_millis(500));
    };
    found.extend(compare_chats(world, places)?);
    found.extend(compare_imports(world, places)?);
    let matched = world.post(staff, "/api/admin/books/match", &serde_json::json!({}))?;
    if matched.status != 200 {
        found.push(format!("the books were not matched: {} {}", matched.status, matched.json));
    }
    for words in [["books"].as_slice(), &["audit", "verify"]] {
        let mut command = places.servers.command(places.release, 0)?;
        let ended = command.args(words).stdout(Stdio::null()).status()?;
        if !ended.success() {
            found.push(format!("`server {}` failed: {ended}", words.join(" ")));
        }
    }
    let notes = world.notes();
    found.extend(notes.problems.iter().cloned());
    Ok(found)
}

/// Runs a query that selects one text column on the primary. Returns the rows, sorted.
fn query_rows(places: &Places<'_>, sql: &str) -> anyhow::Result<Vec<String>> {
    let all = places.nodes.value(
        places.primary,
        "lanewise",
        &format!("SELECT coalesce(string_agg(line, E'\\n' ORDER BY line), '') FROM ({sql}) AS lines (line)"),
    )?;
    Ok(all.lines().map(str::to_owned).collect())
}

/// Checks that each succeeded intent belongs to exactly one payment, which settled once. Also checks that the
/// database has every payment that a driver saw as confirmed, and checks the amounts and the number of paid
/// tickets. Returns a sentence for each difference from the provider's records and the drivers' confirmations.
fn compare_money(world: &World, places: &Places<'_>) -> anyhow::Result<Vec<String>> {
    let theirs = received_amounts(world)?;
    let mut found = vec![];
    let settled = query_rows(
        places,
        "SELECT concat_ws(' ', p.provider_intent_id, p.amount_received_cents, count(t.id), p.confirmation_number)
         FROM payments p LEFT JOIN payment_transactions t ON t.payment_id = p.id AND t.amount_cents = p.amount_received_cents
         WHERE p.status = 'settled' GROUP BY p.id",
    )?;
    let mut ours = BTreeMap::new();
    for row in &settled {
        let words: Vec<&str> = row.split(' ').collect();
        let [intent, cents, transactions, number] = words.as_slice() else { continue };
        if *transactions != "1" {
            found.push(format!("{intent} has {transactions} transactions"));
        }
        if ours.insert((*intent).to_owned(), (cents.parse::<i64>()?, (*number).to_owned())).is_some() {
            found.push(format!("{intent} settles two payments"));
        }
    }
    for (intent, cents) in &theirs {
        match ours.get(intent) {
            Some((here, _)) if here == cents => {}
            Some((here, _)) => {
                found.push(format!("{intent}: {cents} cents at the provider, {here} cents here"))
            }
            None => found.push(format!("{intent} is paid at the provider but not settled")),
        }
    }
    let strange: Vec<&String> = ours.keys().filter(|intent| !theirs.contains_key(*intent)).collect();
    if !strange.is_empty() {
        found.push(format!("settled but not paid at the provider: {strange:?}"));
    }
    for (number, intent) in &world.notes().confirmed {
        if ours.get(intent).is_none_or(|(_, here)| here != number) {
            found.push(format!("{number} was confirmed to a driver but is missing"));
        }
    }
    let paid = query_rows(places, "SELECT count(*)::text FROM tickets WHERE is_paid")?;
    if paid != [ours.len().to_string()] {
        found.push(format!("{paid:?} tickets are paid, by {} payments", ours.len()));
    }
    let charged = theirs.values().filter(|cents| **cents != CENTS).count();
    if charged > 0 {
        found.push(format!("{charged} charges have another amount"));
    }
    Ok(found)
}

/// Returns the amount that the provider received for each paid intent, in cents, by the intent's id.
fn received_amounts(world: &World) -> anyhow::Result<BTreeMap<String, i64>> {
    let mut all = BTreeMap::new();
    let mut after = String::new();
    loop {
        let mut query = vec![("limit", "100")];
        if !after.is_empty() {
            query.push(("starting_after", after.as_str()));
        }
        let (status, answer) = world.sandbox.call("GET", "/v1/payment_intents", &query);
        ensure!(status == 200, "the provider's list: {status}");
        let page = answer.get("data").and_then(Value::as_array).cloned().unwrap_or_default();
        for intent in &page {
            let id = intent.get("id").and_then(Value::as_str).context("the intent has no id")?;
            let cents = intent.get("amount_received").and_then(Value::as_i64).unwrap_or_default();
            if cents > 0 {
                all.insert(id.to_owned(), cents);
            }
            after = id.to_owned();
        }
        if answer.get("has_more").and_then(Value::as_bool) != Some(true) {
            return Ok(all);
        }
    }
}

/// Checks that every accepted message is stored exactly once. Returns a sentence for each kind of violation found.
fn compare_chats(world: &World, places: &Places<'_>) -> anyhow::Result<Vec<String>> {
    let there = query_rows(
        places,
        "SELECT help_inquiry_id || ' ' || message FROM chat_messages WHERE client_message_id IS NOT NULL",
    )?;
    let mut found = vec![];
    let once: BTreeSet<&String> = there.iter().collect();
    if once.len() != there.len() {
        found.push(format!("{} messages are stored twice", there.len() - once.len()));
    }
    for message in &world.notes().messages {
        let line = format!("{} {}", message.inquiry, message.text);
        if !once.contains(&line) {
            found.push(format!("a message is missing: {line}"));
        }
    }
    Ok(found)
}

/// Checks that every import is stored completely and only once. Returns a sentence for each violation.
fn compare_imports(world: &World, places: &Places<'_>) -> anyhow::Result<Vec<String>> {
    let mut found = vec![];
    let mut expected = 0;
    for (id, lines) in &world.notes().imports {
        expected += lines;
        let stored = query_rows(places, &format!("SELECT stored_items::text FROM imports WHERE id = {id}"))?;
        if stored != [lines.to_string()] {
            found.push(format!("import {id} has {lines} lines and stored {stored:?}"));
        }
    }
    let there = query_rows(places, "SELECT count(*)::text FROM tickets WHERE location LIKE '% Main St'")?;
    if there != [expected.to_string()] {
        found.push(format!("found {there:?} imported tickets, expected {expected}"));
    }
    Ok(found)
}
