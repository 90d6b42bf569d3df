//! A driver who pays, from "Pay" to the confirmation. The driver retries failed steps.

use serde_json::{Value, json};

use super::plan::Dice;
use super::world::{Driver, Item, ShownFact, World};

/// The way in which a driver pays.
#[derive(Clone, Copy)]
pub struct PaymentStyle {
    /// Whether the driver hires a lawyer for the ticket instead of paying the fine.
    pub hires: bool,
    /// Time that the driver needs to type the card, in milliseconds.
    pub types_for: u64,
    /// Whether the driver closes the tab before typing the card.
    pub leaves: bool,
    /// Probability that the driver closes the tab after the charge, in percent.
    pub closes: usize,
}

/// Test cards, each with a weight for choosing it at random.
const CARDS: &[(usize, &str)] = &[
    (58, "visa"),
    (8, "bypassPending"),
    (8, "pendingRefund"),
    (5, "refundFail"),
    (4, "createDispute"),
    (3, "createDisputeProductNotReceived"),
    (3, "createDisputeInquiry"),
    (6, "chargeDeclined"),
    (5, "chargeDeclinedInsufficientFunds"),
];
const MAX_ATTEMPTS: usize = 8;

/// Pays one item, unless the driver leaves before. Returns whether the card was charged.
pub fn pay(world: &World, dice: &mut Dice, driver: &Driver, item: &Item, manner: PaymentStyle) -> bool {
    let mut despite_lawyer = false;
    for _ in 0..MAX_ATTEMPTS {
        let Some(shown) = find_unpaid_item(world, dice, driver, item) else { return false };
        let asks_first = shown["payNeedsConfirmation"].is_string();
        despite_lawyer = despite_lawyer || (!manner.hires && asks_first);
        let amount = &shown[if manner.hires { "lawyerPrice" } else { "fine" }];
        let kind = if manner.hires { "lawyer" } else { item.kind.word() };
        let mut body = json!({"amount": amount, "type": kind, "itemId": item.id});
        if despite_lawyer {
            body["despiteLawyer"] = json!(true);
        }
        let Some(answer) = world.post(dice, "/api/create-payment-intent", &driver.token, &body) else {
            return false;
        };
        match (answer.status, answer.code()) {
            (201, _) => {
                if manner.leaves {
                    world.count_event("tabs closed before paying");
                    return false;
                }
                dice.think(manner.types_for / 3, manner.types_for);
                if type_card(world, dice, &answer.json) {
                    confirm(world, dice, driver, manner, &answer.json["paymentIntentId"]);
                    return true;
                }
            }
            (409, "lawyer_at_work") => despite_lawyer = true,
            (409, "amount_changed" | "paid_too_little") | (402, _) => dice.think(100, 400),
            (429, "too_many_declines") => {
                world.count_event("drivers who must wait after declines");
                return false;
            }
            (409, "already_paid" | "paid_twice" | "legal_help_not_offered") | (404, _) => return false,
            _ => {
                world.record_problem(format!("starting to pay: {} {}", answer.status, answer.text));
                return false;
            }
        }
    }
    false
}

/// Returns the item as its driver sees it, or `None` if it no longer needs to be paid.
fn find_unpaid_item(world: &World, dice: &mut Dice, driver: &Driver, item: &Item) -> Option<Value> {
    let path = format!("/api/{}/{}?all=true", item.kind.list(), driver.user);
    let answer = world.get(dice, &path, &driver.token)?;
    let list = answer.json.as_array()?;
    list.iter().find(|shown| shown["id"] == item.id && shown["isPaid"] == false).cloned()
}

/// Enters cards into the provider's form until a card is accepted. Returns whether a card was accepted.
fn type_card(world: &World, dice: &mut Dice, started: &Value) -> bool {
    let intent = started["paymentIntentId"].as_str().unwrap_or_default();
    let secret = started["clientSecret"].as_str().unwrap_or_default();
    for _ in 0..MAX_ATTEMPTS {
        let card = format!("pm_card_{}", dice.weighted(CARDS));
        let url = format!("{}/v1/payment_intents/{intent}/confirm", world.app.sandbox.base_url());
        let sent = world
            .agent
            .post(url)
            .header("authorization", format!("Bearer {}", world.app.sandbox.publishable_key()))
            .send_form([("client_secret", secret), ("payment_method", &card)]);
        let body_text = sent.map(|mut answer| answer.body_mut().read_to_string().unwrap_or_default());
        // The intent's status decides, because the response may have been lost.
        let (_, now) = world.app.sandbox.call("GET", &format!("/v1/payment_intents/{intent}"), &[]);
        match now["status"].as_str() {
            Some("succeeded" | "processing") => return true,
            Some("requires_payment_method" | "requires_confirmation") => {
                world.count_event("cards tried again")
            }
            Some("canceled") => return false,
            _ => {
                world.record_problem(format!("a card form: {body_text:?}, {now}"));
                return false;
            }
        }
    }
    false
}

/// Opens the confirmation page, unless the driver closes the tab. Stores the confirmation number that the page shows.
fn confirm(world: &World, dice: &mut Dice, driver: &Driver, manner: PaymentStyle, intent: &Value) {
    world.count_event(if manner.hires { "lawyers paid" } else { "items paid" });
    if dice.chance(manner.closes) {
        return world.count_event("tabs closed after paying");
    }
    let path = if manner.hires { "/api/lawyer-hires" } else { "/api/payment-transactions" };
    for _ in 0..MAX_ATTEMPTS {
        let Some(answer) = world.post(dice, path, &driver.token, &json!({"paymentIntentId": intent})) else {
            return;
        };
        match (answer.status, answer.code()) {
            (201, _) => {
                let number = answer.json["confirmationNumber"].as_str().unwrap_or_default().to_owned();
                return world.record_shown(ShownFact::Confirmed(number));
            }
            (402, "payment_processing") => dice.think(300, 1000),
            // The bank declined the payment after all, or the payment is being refunded.
            (402, "not_paid") | (409, _) => return,
            _ => return world.record_problem(format!("confirming: {} {}", answer.status, answer.text)),
        }
    }
}
