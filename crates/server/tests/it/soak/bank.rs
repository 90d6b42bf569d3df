//! Events at the provider that Lanewise doesn't cause, such as chargebacks.

use serde_json::{Value, json};

use super::plan::Dice;
use super::staff;
use super::world::World;

#[derive(Clone, Copy)]
enum Act {
    /// A refund in the provider's dashboard.
    Refund,
    /// A chargeback, which withdraws the money.
    TakeBack,
    /// An inquiry, which withdraws no money.
    Ask,
    /// A bank's decision about an open dispute.
    Decide,
    /// A refund that fails after it succeeded.
    SendRefundBack,
    /// A chargeback of money that was sent to an authority or will be soon.
    TakePartOfSent,
    /// Money that returns to us after a refund or a chargeback.
    ReturnAfterChange,
    /// A payment of another environment.
    ForeignMoney,
    /// An event that is delivered again.
    Redeliver,
}

/// The acts, each with a weight for choosing it at random.
const ACTS: &[(usize, Act)] = &[
    (12, Act::Refund),
    (14, Act::TakeBack),
    (6, Act::Ask),
    (16, Act::Decide),
    (8, Act::SendRefundBack),
    (8, Act::TakePartOfSent),
    (10, Act::ReturnAfterChange),
    (5, Act::ForeignMoney),
    (21, Act::Redeliver),
];

/// Acts at random until the run is over.
pub fn run(world: &World) {
    let mut dice = world.plan.dice("bank", 0);
    while !world.is_over() {
        match dice.weighted(ACTS) {
            Act::Refund => refund(world, &mut dice),
            Act::TakeBack => dispute(world, &mut dice, false),
            Act::Ask => dispute(world, &mut dice, true),
            Act::Decide => decide(world, &mut dice),
            Act::SendRefundBack => send_refund_back(world, &mut dice),
            Act::TakePartOfSent => take_part_of_sent(world, &mut dice),
            Act::ReturnAfterChange => return_after_change(world, &mut dice),
            Act::ForeignMoney => create_foreign_payment(world, &mut dice),
            Act::Redeliver => redeliver(world, &mut dice),
        }
        let slow = if world.plan.is_long() { 1000 } else { 400 };
        dice.think(50, slow);
    }
}

/// Returns the newest objects of a list of the provider, at most 100.
fn list_newest(world: &World, path: &str) -> Vec<Value> {
    let (_, list) = world.app.sandbox.call("GET", path, &[("limit", "100")]);
    list["data"].as_array().cloned().unwrap_or_default()
}

/// Returns a random paid intent that isn't of another environment; `None` if there is none.
fn random_paid_intent(world: &World, dice: &mut Dice) -> Option<Value> {
    let mut paid = list_newest(world, "/v1/payment_intents");
    paid.retain(|intent| {
        intent["status"] == "succeeded" && intent["metadata"]["installation"] != "elsewhere"
    });
    dice.pick(&paid).cloned()
}

/// Refunds a random payment or a quarter of it in the provider's dashboard, unless a refund of the payment failed.
fn refund(world: &World, dice: &mut Dice) {
    let Some(intent) = random_paid_intent(world, dice) else { return };
    let id = intent["id"].as_str().unwrap_or_default();
    let _alone = world.return_money();
    let (_, refunds) =
        world.app.sandbox.call("GET", "/v1/refunds", &[("payment_intent", id), ("limit", "100")]);
    if refunds["data"].as_array().is_some_and(|all| all.iter().any(|one| one["status"] == "failed")) {
        return;
    }
    let rejected = world.app.count(&format!(
        "SELECT count(*) FROM refunds r JOIN payments p ON p.id = r.payment_id
         WHERE p.provider_intent_id = '{id}' AND r.status IN ('refused', 'failed', 'paid_otherwise')"
    ));
    if rejected > 0 {
        return;
    }
    let amount = intent["amount_received"].as_i64().unwrap_or_default();
    let part = (amount / 4).max(1).to_string();
    let params: &[(&str, &str)] = if dice.chance(40) {
        &[("payment_intent", id)]
    } else {
        &[("payment_intent", id), ("amount", &part)]
    };
    if world.app.sandbox.call("POST", "/v1/refunds", params).0 == 200 {
        world.count_event("refunds in the dashboard");
    }
}

/// Makes a bank dispute a random payment or, if `is_inquiry` is true, ask about it.
fn dispute(world: &World, dice: &mut Dice, is_inquiry: bool) {
    let Some(intent) = random_paid_intent(world, dice) else { return };
    let amount = intent["amount_received"].as_i64().unwrap_or_default();
    let mut body = json!({"payment_intent": intent["id"], "inquiry": is_inquiry});
    if dice.chance(25) && amount > 3 {
        body["amount"] = json!(amount / 3);
    }
    if world.app.sandbox.control("POST", "disputes", &body).0 == 200 {
        world.count_event(if is_inquiry { "inquiries" } else { "chargebacks" });
    }
}

/// Decides a random open dispute.
fn decide(world: &World, dice: &mut Dice) {
    let mut open = list_newest(world, "/v1/disputes");
    open.retain(|dispute| !is_over(dispute));
    if let Some(dispute) = dice.pick(&open) {
        give_random_verdict(world, dice, dispute);
    }
}

/// Returns whether a dispute is decided.
fn is_over(dispute: &Value) -> bool {
    matches!(dispute["status"].as_str(), Some("won" | "lost" | "warning_closed" | "prevented"))
}

/// Gives an open dispute a random verdict.
fn give_random_verdict(world: &World, dice: &mut Dice, dispute: &Value) {
    let is_inquiry = dispute["status"].as_str().is_some_and(|status| status.starts_with("warning"));
    let outcome = match (is_inquiry, dice.chance(50)) {
        (true, true) => "closed",
        (true, false) => "escalated",
        (false, true) => "won",
        (false, false) => "lost",
    };
    let path = format!("disputes/{}/resolve", dispute["id"].as_str().unwrap_or_default());
    if world.app.sandbox.control("POST", &path, &json!({"outcome": outcome})).0 == 200 {
        world.count_event(&format!("chargebacks {outcome}"));
    }
}

/// Gives every open dispute a random verdict. Returns whether there was an open dispute.
pub fn decide_all(world: &World, dice: &mut Dice) -> bool {
    let mut open = list_all(world, "/v1/disputes");
    open.retain(|dispute| !is_over(dispute));
    for dispute in &open {
        give_random_verdict(world, dice, dispute);
    }
    !open.is_empty()
}

/// Makes a bank return a refund that had succeeded.
fn send_refund_back(world: &World, dice: &mut Dice) {
    let mut arrived = list_newest(world, "/v1/refunds");
    arrived.retain(|refund| refund["status"] == "succeeded");
    if let Some(refund) = dice.pick(&arrived) {
        refund_failed(world, refund);
    }
}

/// Makes a refund fail, even if it had succeeded.
fn refund_failed(world: &World, refund: &Value) {
    let path = format!("refunds/{}/settle", refund["id"].as_str().unwrap_or_default());
    if world.app.sandbox.control("POST", &path, &json!({"outcome": "failed"})).0 == 200 {
        world.count_event("refunds sent back by a bank");
    }
}

/// Makes a bank dispute a part of a payment whose money was sent to an authority or will be soon.
fn take_part_of_sent(world: &World, dice: &mut Dice) {
    let query = "SELECT p.provider_intent_id FROM payments p JOIN obligations o ON o.payment_id = p.id \
                 WHERE p.status = 'settled' AND o.status <> 'owed' AND p.amount_received_cents > 3 ORDER BY p.id";
    let sent: Vec<String> = world.app.database.values(query).into_iter().flatten().collect();
    let Some(intent) = dice.pick(&sent) else { return };
    let (_, intent) = world.app.sandbox.call("GET", &format!("/v1/payment_intents/{intent}"), &[]);
    let amount = intent["amount_received"].as_i64().unwrap_or_default() / 5;
    let body = json!({"payment_intent": intent["id"], "amount": amount.max(1)});
    let (status, dispute) = world.app.sandbox.control("POST", "disputes", &body);
    if status != 200 {
        return;
    }
    world.count_event("parts taken of what was sent");
    if dice.chance(60) {
        let path = format!("disputes/{}/resolve", dispute["id"].as_str().unwrap_or_default());
        world.app.sandbox.control("POST", &path, &json!({"outcome": "lost"}));
    }
}

/// Makes refunded or disputed money of an item return to us, usually after staff changed the item's amount.
fn return_after_change(world: &World, dice: &mut Dice) {
    let query = "SELECT concat_ws(' ', kind, coalesce(ticket_id, parking_id, toll_id), provider_intent_id) FROM payments \
                 WHERE status IN ('refunded', 'charged_back') AND provider_intent_id IS NOT NULL ORDER BY id";
    let gone: Vec<String> = world.app.database.values(query).into_iter().flatten().collect();
    let row: Option<[&str; 3]> =
        dice.pick(&gone).and_then(|row| row.split(' ').collect::<Vec<_>>().try_into().ok());
    let Some([kind, id, intent]) = row else { return };
    if dice.chance(70) {
        staff::change_amount_of(world, dice, kind, id);
    }
    let (_, refunds) =
        world.app.sandbox.call("GET", "/v1/refunds", &[("payment_intent", intent), ("limit", "100")]);
    let refunds = refunds["data"].as_array().cloned().unwrap_or_default();
    if let Some(arrived) = refunds.iter().find(|refund| refund["status"] == "succeeded") {
        return refund_failed(world, arrived);
    }
    let disputes = list_newest(world, "/v1/disputes");
    let lost = |one: &&Value| one["payment_intent"] == intent && one["status"] == "lost";
    if let Some(lost) = disputes.iter().find(lost) {
        let path = format!("disputes/{}/resolve", lost["id"].as_str().unwrap_or_default());
        if world.app.sandbox.control("POST", &path, &json!({"outcome": "won"})).0 == 200 {
            world.count_event("chargebacks won after all");
        }
    }
}

/// Creates a payment of another environment on the same account. Its metadata may name one of our payments.
fn create_foreign_payment(world: &World, dice: &mut Dice) {
    let number = (dice.below(50) + 1).to_string();
    let (_, intent) = world.app.sandbox.call(
        "POST",
        "/v1/payment_intents",
        &[
            ("amount", "100"),
            ("currency", "usd"),
            ("metadata[payment_id]", &number),
            ("metadata[installation]", "elsewhere"),
            ("payment_method", "pm_card_visa"),
            ("confirm", "true"),
        ],
    );
    if intent["status"] == "succeeded" {
        world.count_event("payments of others");
    }
}

/// Delivers a random event again.
fn redeliver(world: &World, dice: &mut Dice) {
    if let Some(event) = dice.pick(&list_newest(world, "/v1/events")) {
        world.app.sandbox.redeliver(event["id"].as_str().unwrap_or_default());
        world.count_event("events that came again");
    }
}

/// Returns all objects of a list of the provider.
pub fn list_all(world: &World, path: &str) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    loop {
        let after = all.last().and_then(|last| last["id"].as_str()).map(str::to_owned);
        let mut params = vec![("limit", "100")];
        if let Some(after) = &after {
            params.push(("starting_after", after));
        }
        let (_, page) = world.app.sandbox.call("GET", path, &params);
        all.extend(page["data"].as_array().into_iter().flatten().cloned());
        if page["has_more"] != true {
            return all;
        }
    }
}
