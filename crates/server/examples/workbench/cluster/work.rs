//! The actors: drivers who pay, drivers who chat, and staff who import files.

use std::fmt::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};

use super::world::{AcceptedMessage, World};

/// Amount of every ticket.
pub const AMOUNT: &str = "150";
/// Amount of every ticket, in cents.
pub const CENTS: i64 = 15_000;
/// Time that a driver takes to type a card, and to read the result.
const THINK_TIME: Duration = Duration::from_millis(900);
/// Maximum time for an import. After a server is killed, another server can claim its job only after five minutes.
const MAX_IMPORT: Duration = Duration::from_secs(400);

/// If a task of an actor has failed, adds its error to the problems. `task` describes the task.
pub fn record_error(world: &World, task: &str, ended: anyhow::Result<()>) {
    if let Err(error) = ended {
        world.notes().problems.push(format!("{task}: {error:#}"));
    }
}

/// Pays these tickets one by one until [`World::is_over`], as the driver whose session cookie is `token`. For every
/// fifth ticket, the driver closes the tab after the card was charged. Fails if the driver runs out of tickets.
pub fn pay(world: &World, token: &str, tickets: &[i64]) -> anyhow::Result<()> {
    for (number, ticket) in tickets.iter().enumerate() {
        if world.is_over() {
            return Ok(());
        }
        let request = json!({"amount": AMOUNT, "type": "ticket", "itemId": ticket});
        let created = world.post(token, "/api/create-payment-intent", &request)?;
        ensure!(created.status == 201, "starting a payment: {} {}", created.status, created.json);
        let intent = created
            .json
            .get("paymentIntentId")
            .and_then(Value::as_str)
            .context("the response has no intent")?
            .to_owned();
        sleep(THINK_TIME);
        let card = [("payment_method", "pm_card_visa")];
        let (status, answer) =
            world.sandbox.call("POST", &format!("/v1/payment_intents/{intent}/confirm"), &card);
        ensure!(status == 200, "a card: {status} {answer}");
        world.count("cards charged");
        if number % 5 != 4 {
            let ended =
                world.post(token, "/api/payment-transactions", &json!({"paymentIntentId": intent}))?;
            ensure!([200, 201].contains(&ended.status), "confirming: {} {}", ended.status, ended.json);
            let number = ended
                .json
                .get("confirmationNumber")
                .and_then(Value::as_str)
                .context("the response has no confirmation number")?;
            world.notes().confirmed.push((number.to_owned(), intent));
        }
        sleep(THINK_TIME);
    }
    bail!("there are too few tickets");
}

/// Sends one chat message after another until [`World::is_over`], as the driver whose session cookie is `token`.
/// Retries use the same client message id, as the page's retries do.
pub fn chat(world: &World, token: &str) -> anyhow::Result<()> {
    let chat_answer =
        world.post(token, "/api/help-inquiries", &json!({"type": "chat", "message": "Is anybody there?"}))?;
    ensure!(chat_answer.status == 201, "asking: {} {}", chat_answer.status, chat_answer.json);
    let inquiry =
        chat_answer.json.get("id").and_then(Value::as_i64).context("the response has no inquiry")?;
    let mut number = 0;
    while !world.is_over() {
        let text = format!("message {number}");
        let body =
            json!({"helpInquiryId": inquiry, "message": text, "clientMessageId": format!("m{number}")});
        let message = world.post(token, "/api/chat-messages", &body)?;
        ensure!(message.status == 201, "saying: {} {}", message.status, message.json);
        world.notes().messages.push(AcceptedMessage { inquiry, text });
        world.count("messages");
        number += 1;
        sleep(Duration::from_millis(400));
    }
    Ok(())
}

/// Imports one file after another until the world is no longer strict, that is, until requests may need retries
/// (`World::set_strict`). The names of the files start with `name`; each file has `rows` rows. `token` is the
/// session cookie of staff.
pub fn import_while_strict(world: &World, token: &str, name: &str, rows: i64) -> anyhow::Result<()> {
    let mut number = 0;
    while world.is_strict() {
        import(world, token, &format!("{name}{number}"), rows)?;
        number += 1;
    }
    Ok(())
}

/// Uploads an import file with this name and number of rows, confirms the import, and waits until it is
/// stored. `token` is the session cookie of staff.
pub fn import(world: &World, token: &str, name: &str, rows: i64) -> anyhow::Result<()> {
    world.count("imports begun");
    let mut file = "Email,Violation,Date,Location,Amount\n".to_owned();
    for line in 0..rows {
        writeln!(file, "driver0@example.test,{name},2026-03-01,{line} Main St,75")?;
    }
    let path = format!("/api/admin/imports?kind=ticket&fileName={name}.csv");
    let brought = world.call(token, "POST", &path, ("text/csv", &file))?;
    ensure!(brought.status == 201, "bringing: {} {}", brought.status, brought.json);
    let id = brought.json.get("id").and_then(Value::as_i64).context("the response has no import")?;
    let guessed: Vec<Value> = brought
        .json
        .get("columns")
        .and_then(Value::as_array)
        .context("the import has no columns")?
        .iter()
        .map(|column| column.get("guess").cloned().unwrap_or_default())
        .collect();
    let at = format!("/api/admin/imports/{id}");
    // The statuses of these responses aren't checked: if the response to a first attempt was lost, the server refuses
    // the retry. The import's status shows whether the call worked.
    world.post(token, &format!("{at}/check"), &json!({"columns": guessed}))?;
    wait_for_status(world, token, &at, "checked")?;
    world.call(token, "POST", &format!("{at}/confirm"), ("", ""))?;
    wait_for_status(world, token, &at, "stored")?;
    world.notes().imports.push((id, rows));
    world.count("imports");
    Ok(())
}

/// Waits until the import at this path has the status `wanted`. Fails if the import has failed.
fn wait_for_status(world: &World, token: &str, path: &str, wanted: &str) -> anyhow::Result<()> {
    let started_at = Instant::now();
    loop {
        let import = world.get(token, path)?;
        let status = import.get("status").and_then(Value::as_str);
        if status == Some(wanted) {
            return Ok(());
        }
        ensure!(status != Some("failed"), "an import has failed: {import}");
        ensure!(started_at.elapsed() < MAX_IMPORT && !world.is_over(), "an import is not {wanted}: {import}");
        sleep(Duration::from_millis(300));
    }
}
