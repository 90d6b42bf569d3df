//! Staff, who change, remove and refund items, respond to banks, and send money, often while a driver is
//! paying.

use serde_json::{Value, json};

use super::plan::{Dice, cents, dollars, format_as_typed};
use super::world::{Item, Kind, ShownFact, World};
use crate::support::Answer;

#[derive(Clone, Copy)]
enum Work {
    ChangeAmount,
    MarkPaid,
    Reopen,
    Remove,
    Refund,
    CancelHire,
    LookAfterRefunds,
    AnswerBank,
    Remit,
    Recover,
}

const WORK: &[(usize, Work)] = &[
    (34, Work::ChangeAmount),
    (7, Work::MarkPaid),
    (8, Work::Reopen),
    (4, Work::Remove),
    (22, Work::Refund),
    (8, Work::CancelHire),
    (10, Work::LookAfterRefunds),
    (7, Work::AnswerBank),
    (12, Work::Remit),
    (8, Work::Recover),
];

/// Works at random until the run is over. `number` is the thread's number, and gives each thread
/// its own random numbers.
pub fn run(world: &World, number: usize) {
    let mut dice = world.plan.dice("staff", number);
    while !world.is_over() {
        match dice.weighted(WORK) {
            Work::ChangeAmount => change_amount(world, &mut dice),
            Work::MarkPaid => set_paid(world, &mut dice, true),
            Work::Reopen => set_paid(world, &mut dice, false),
            Work::Remove => remove(world, &mut dice),
            Work::Refund => refund(world, &mut dice),
            Work::CancelHire => cancel_hire(world, &mut dice),
            Work::LookAfterRefunds => drop(resolve_refunds(world, &mut dice)),
            Work::AnswerBank => answer_bank(world, &mut dice),
            Work::Remit => remit(world, &mut dice),
            Work::Recover => recover(world, &mut dice),
        }
        let slow = if world.plan.is_long() { 900 } else { 300 };
        dice.think(50, slow);
    }
}

/// Picks an item at random and returns it as staff see it; `None` if that fails.
fn open(world: &World, dice: &mut Dice) -> Option<(Item, Value)> {
    let item = world.some_item(dice)?;
    let item_seen = read_item(world, dice, &item)?;
    Some((item, item_seen))
}

/// Returns the item as staff see it; `None` if that fails.
fn read_item(world: &World, dice: &mut Dice, item: &Item) -> Option<Value> {
    let path = format!("/api/{}/{}?all=true", item.kind.list(), item.user);
    let answer = world.get(dice, &path, &world.staff)?;
    answer.json.as_array()?.iter().find(|row| row["id"] == item.id).cloned()
}

/// Sends a change of the item as staff; `None` if no server responds.
fn send_change(world: &World, dice: &mut Dice, item: &Item, body: &Value) -> Option<Answer> {
    let path = format!("/api/{}/{}", item.kind.list(), item.id);
    let call = super::client::Call { method: "PATCH", path: &path, token: &world.staff, body: Some(body) };
    world.call(dice, std::time::Duration::from_secs(20), call)
}

fn change_amount(world: &World, dice: &mut Dice) {
    if let Some((item, row)) = open(world, dice) {
        change_seen(world, dice, &item, &row);
    }
}

/// Changes the amount of the item that a payment was for.
pub fn change_amount_of(world: &World, dice: &mut Dice, kind: &str, id: &str) {
    let Some(item) = world.item(if kind == "lawyer" { "ticket" } else { kind }, id) else { return };
    if let Some(row) = read_item(world, dice, &item) {
        change_seen(world, dice, &item, &row);
    }
}

/// Sets a random amount for the item. `shown` is the item as staff see it.
fn change_seen(world: &World, dice: &mut Dice, item: &Item, shown: &Value) {
    let before = shown["fine"].as_str().and_then(cents).unwrap_or(10_000);
    let after = match dice.below(3) {
        0 => (before / 2).max(100),
        1 => (before * 2).min(400_000),
        _ => dice.amount(),
    };
    // Record the amount first, because the change may take effect even if the response is lost.
    world.record_amount(item, after);
    let body = json!({"version": shown["version"], "amount": format_as_typed(dice, after)});
    match send_change(world, dice, item, &body) {
        Some(answer) if answer.status == 200 => world.count_event("amounts changed"),
        Some(answer) if matches!(answer.status, 404 | 409) => world.count_event("changes that met another"),
        // The amount of a paid item can't be changed.
        Some(answer) if answer.status == 422 && answer.text.contains("This item is paid") => {}
        Some(answer) => {
            world.record_problem(format!("changing an amount: {} {}", answer.status, answer.text))
        }
        None => {}
    }
}

/// Marks a random item as paid or, if `is_paid` is false, as unpaid.
fn set_paid(world: &World, dice: &mut Dice, is_paid: bool) {
    let Some((item, row)) = open(world, dice) else { return };
    if row["isPaid"] == is_paid {
        return;
    }
    let mut body = json!({"version": row["version"], "isPaid": is_paid});
    if !is_paid && item.kind != Kind::Ticket {
        body["status"] = json!("Unpaid");
    }
    match send_change(world, dice, &item, &body) {
        Some(answer) if answer.status == 200 => {
            world.count_event(if is_paid { "items marked paid" } else { "items reopened" });
        }
        Some(answer) if matches!(answer.status, 404 | 409) => world.count_event("changes that met another"),
        Some(answer) => {
            world.record_problem(format!("marking paid {is_paid}: {} {}", answer.status, answer.text))
        }
        None => {}
    }
}

/// Removes a random item.
fn remove(world: &World, dice: &mut Dice) {
    let Some((item, _)) = open(world, dice) else { return };
    let path = format!("/api/{}/{}", item.kind.list(), item.id);
    let body = json!({"result": "The court has dismissed it."});
    let call = super::client::Call { method: "DELETE", path: &path, token: &world.staff, body: Some(&body) };
    match world.call(dice, std::time::Duration::from_secs(20), call) {
        Some(answer) if answer.status == 200 => world.count_event("items removed"),
        Some(answer) if answer.status == 404 => {}
        Some(answer) => world.record_problem(format!("removing: {} {}", answer.status, answer.text)),
        None => {}
    }
}

/// Refunds a random payment in full or in part.
fn refund(world: &World, dice: &mut Dice) {
    let query = "SELECT id FROM payments WHERE status IN ('settled', 'refunded', 'charged_back') ORDER BY id";
    let payments: Vec<String> = world.app.database.values(query).into_iter().flatten().collect();
    let Some(payment) = dice.pick(&payments) else { return };
    let path = format!("/api/admin/payments/{payment}/refunds");
    let Some(money) = world.get(dice, &path, &world.staff) else { return };
    let remaining = money.json["left"].as_str().and_then(cents).unwrap_or_default();
    let amount = if dice.chance(50) { remaining } else { remaining / 3 };
    if amount == 0 {
        return;
    }
    let body = json!({"amount": dollars(amount), "left": dollars(remaining), "reason": "The court lowered the fine.",
        "removesTicket": false});
    match world.post(dice, &path, &world.staff, &body) {
        Some(answer) if answer.status == 201 => {
            world.count_event(if amount == remaining { "refunds in full" } else { "refunds in part" });
            world.record_shown(ShownFact::Refund(answer.json["id"].as_i64().unwrap_or_default()));
        }
        Some(answer)
            if matches!(
                answer.code(),
                "changed_meanwhile" | "taken_by_bank" | "more_than_left" | "fee_of_open_case"
            ) =>
        {
            world.count_event("refunds that met another");
        }
        Some(answer) => world.record_problem(format!("refunding: {} {}", answer.status, answer.text)),
        None => {}
    }
}

/// Cancels one of the newest hires.
fn cancel_hire(world: &World, dice: &mut Dice) {
    let Some(list) = world.get(dice, "/api/lawyer-hires?limit=20", &world.staff) else { return };
    let Some(hire) = list.json.as_array().and_then(|list| dice.pick(list)) else { return };
    let path = format!("/api/lawyer-hires/{}/cancel", hire["id"]);
    match world.post(dice, &path, &world.staff, &json!({})) {
        Some(answer) if answer.status == 200 => world.count_event("hires cancelled by staff"),
        Some(answer) if answer.status == 409 => world.count_event("hires that can't be cancelled"),
        Some(answer) => world.record_problem(format!("cancelling a hire: {} {}", answer.status, answer.text)),
        None => {}
    }
}

/// Retries failed and refused refunds, or records that they were paid another way. Returns whether it changed any or
/// couldn't read the list.
pub fn resolve_refunds(world: &World, dice: &mut Dice) -> bool {
    let Some(list) = world.get(dice, "/api/admin/money-attention", &world.staff) else { return true };
    let mut has_changed = false;
    for open in list.json["refunds"].as_array().into_iter().flatten() {
        let refund = &open["refund"];
        let (path, body) = match refund["status"].as_str() {
            Some("failed" | "refused") if dice.chance(60) => ("paid-otherwise", json!({"how": "By check."})),
            Some("failed" | "refused") => ("retry", json!({})),
            // The short run has no time to wait until the servers retry.
            Some("due") if !world.plan.is_long() => ("retry", json!({})),
            _ => continue,
        };
        let _alone = (path == "paid-otherwise").then(|| world.return_money());
        let answer =
            world.post(dice, &format!("/api/admin/refunds/{}/{path}", refund["id"]), &world.staff, &body);
        match answer {
            Some(answer) if matches!(answer.status, 409 | 422) => {
                world.count_event("refunds that met another");
                continue;
            }
            Some(answer) if answer.status == 200 => world.count_event(&format!("refunds: {path}")),
            Some(answer) => world.record_problem(format!("{path}: {} {}", answer.status, answer.text)),
            None => {}
        }
        has_changed = true;
    }
    has_changed
}

/// Submits evidence to a bank. In Stripe's test mode, certain words in the evidence decide the outcome.
fn answer_bank(world: &World, dice: &mut Dice) {
    let Some(list) = world.get(dice, "/api/admin/chargebacks?answered=false", &world.staff) else { return };
    let Some(chargeback) = list.json.as_array().and_then(|list| dice.pick(list)) else { return };
    let path = format!("/api/admin/chargebacks/{}/evidence", chargeback["id"]);
    let Some(chargeback_row) =
        world.get(dice, &path, &world.staff).filter(|chargeback_row| chargeback_row.status == 200)
    else {
        return;
    };
    let words = if dice.chance(50) { "winning_evidence" } else { "losing_evidence" };
    let body =
        json!({"evidence": {"other": words}, "version": chargeback_row.json["version"], "submit": true});
    match world.post(dice, &path, &world.staff, &body) {
        Some(answer) if matches!(answer.status, 200 | 201) => world.count_event("evidence given"),
        Some(answer) if answer.status == 409 => {}
        Some(answer) => world.record_problem(format!("giving evidence: {} {}", answer.status, answer.text)),
        None => {}
    }
}

/// Assigns obligations without an authority to the city, prepares a remittance, and usually records that it was sent.
fn remit(world: &World, dice: &mut Dice) {
    let Some(authorities) = world.get(dice, "/api/admin/authorities", &world.staff) else { return };
    let Some(city) = authorities.json[0]["id"].as_i64() else {
        let body = json!({"name": "City of Houston", "kind": "city"});
        // Another staff member may have created the authority first.
        world.post(dice, "/api/admin/authorities", &world.staff, &body);
        return;
    };
    let Some(nobodys) = world.get(dice, "/api/admin/obligations", &world.staff) else { return };
    let ids: Vec<&Value> =
        nobodys.json.as_array().into_iter().flatten().map(|one| &one["paymentId"]).collect();
    if !ids.is_empty() {
        let path = format!("/api/admin/authorities/{city}/payments");
        world.post(dice, &path, &world.staff, &json!({"paymentIds": ids}));
    }
    let Some(owed) = world.get(dice, "/api/admin/money-owed", &world.staff) else { return };
    let payees: Vec<&Value> =
        owed.json["owed"].as_array().into_iter().flatten().map(|row| &row["payee"]).collect();
    let lawyers: Vec<&&Value> = payees.iter().filter(|payee| payee["kind"] == "lawyer").collect();
    let body = match dice.pick(&lawyers) {
        Some(lawyer) if dice.chance(50) => json!({"lawyerId": lawyer["id"]}),
        _ => json!({"authorityId": city}),
    };
    let Some(made) = world.post(dice, "/api/admin/remittances", &world.staff, &body) else { return };
    if made.code() == "nothing_to_send" {
        return world.count_event("remittances without anything to send");
    }
    let path = format!("/api/admin/remittances/{}", made.json["id"]);
    if dice.chance(20) {
        let call = super::client::Call { method: "DELETE", path: &path, token: &world.staff, body: None };
        world.call(dice, std::time::Duration::from_secs(20), call);
        return world.count_event("remittances taken apart");
    }
    // For payments that were refunded after the file was downloaded, staff must say whether the money was
    // sent.
    for _ in 0..2 {
        if dice.chance(50) {
            world.get(dice, &format!("{path}/file"), &world.staff);
        }
        // Drivers and banks get time to act in between.
        dice.think(50, 400);
    }
    let today = world.app.database.value("SELECT (now() AT TIME ZONE 'America/New_York')::date");
    let mut sent = json!({"sentOn": today, "reference": "ACH 4711"});
    let mut answer = world.post(dice, &format!("{path}/sent"), &world.staff, &sent);
    if let Some(asked) = answer.as_ref().filter(|answer| answer.code() == "refunded_since_file") {
        world.count_event("remittances with refunds after the file");
        let refunded = asked.json["refunded"].as_array().into_iter().flatten();
        sent["refunded"] = refunded
            .map(|one| {
                let was = if dice.chance(50) { "sent" } else { "left_out" };
                json!({"paymentId": one["paymentId"], "was": was})
            })
            .collect();
        answer = world.post(dice, &format!("{path}/sent"), &world.staff, &sent);
    }
    let to = if body["lawyerId"].is_null() { "authorities" } else { "lawyers" };
    match answer {
        Some(answer) if answer.status == 200 => world.count_event(&format!("remittances to {to} sent")),
        // The remittance was already recorded as sent, by a request whose response was lost.
        Some(answer) if answer.status == 409 => world.count_event("remittances that met another"),
        Some(answer) => world.record_problem(format!("sending: {} {}", answer.status, answer.text)),
        None => {}
    }
    if dice.chance(50) {
        world.post(dice, &format!("{path}/accepted"), &world.staff, &json!({"acceptedOn": today}));
    }
}

/// Recovers or writes off all or half of the money that an authority or a lawyer must return.
fn recover(world: &World, dice: &mut Dice) {
    let Some(seen) = world.get(dice, "/api/admin/money-owed", &world.staff) else { return };
    let Some(one) = seen.json["toRecover"].as_array().and_then(|list| dice.pick(list)) else { return };
    let all = one["toRecover"].as_str().and_then(cents).unwrap_or_default();
    let amount = if dice.chance(50) { all } else { (all / 2).max(1) };
    let what = if dice.chance(70) { "back" } else { "written-off" };
    let path = format!("/api/admin/obligations/{}/{what}", one["paymentId"]);
    let mut body = json!({"amount": dollars(amount), "how": "As the letter of the city says."});
    let mut whom = "authorities";
    if one["payee"]["kind"] == "lawyer" {
        body["lawyerId"] = one["payee"]["id"].clone();
        whom = "lawyers";
    }
    match world.post(dice, &path, &world.staff, &body) {
        Some(answer) if answer.status == 200 => world.count_event(&format!("recovered from {whom}: {what}")),
        Some(answer) if matches!(answer.status, 409 | 422) => {
            world.count_event("recoveries that met another")
        }
        Some(answer) => world.record_problem(format!("recovering: {} {}", answer.status, answer.text)),
        None => {}
    }
}
