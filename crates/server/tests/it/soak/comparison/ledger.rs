//! Compares the ledger with each payment's remaining money, and the ledger's provider balance with
//! the provider's own list.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

use super::super::bank::list_all;
use super::super::plan::Dice;
use super::super::world::{Kind, World};
use super::compare::Comparison;
use super::fees;
use super::money::MoneyState;
use super::our_records::{Payment, rows};

/// A payment's balance in a ledger account.
#[derive(Deserialize)]
struct Position {
    payment_id: i32,
    account: String,
    cents: i64,
}

/// Returns each balance in the ledger, in cents, by the payment's id and the account.
fn positions(world: &World) -> HashMap<(i32, String), i64> {
    let all: Vec<Position> = rows(
        world,
        "SELECT coalesce(e.payment_id, 0) AS payment_id, p.account, sum(p.amount_cents)::bigint AS cents \
         FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id GROUP BY 1, 2",
    );
    all.into_iter().map(|one| ((one.payment_id, one.account), one.cents)).collect()
}

/// Returns the ledger account that holds a payment's money while the payment pays for its item.
fn ledger_account_of(payment: &Payment) -> &'static str {
    match payment.item().0 {
        _ if payment.is_lawyers() => "lawyers",
        Kind::Ticket => "traffic_fines",
        Kind::Parking => "parking_fines",
        Kind::Toll => "tolls",
    }
}

/// Checks for each received payment that the ledger shows the money left after refunds and lost chargebacks in
/// the right accounts, as owed or as sent.
pub fn compare(comparison: &mut Comparison<'_>) {
    let (positions, all_sent, all_fees) =
        (positions(comparison.world), sent_amounts(comparison.world), fees::read(comparison.world));
    for payment in comparison.ours.payments.clone().iter().filter(|payment| payment.is_received()) {
        let Some(intent) = payment.provider_intent_id.as_deref().and_then(|id| comparison.theirs.intent(id))
        else {
            continue;
        };
        let became = MoneyState::of(&comparison.ours, &comparison.theirs, payment, intent);
        let left = became.received - became.back - became.lost;
        let held = |account: &str| -> i64 {
            positions.get(&(payment.id, account.to_owned())).copied().unwrap_or_default()
        };
        let sent = all_sent.get(&payment.id).cloned().unwrap_or_default();
        if let Some(fees) = all_fees.get(&payment.id) {
            fees::compare(comparison, payment, fees, (left, sent.remitted - sent.recovered), &held);
            continue;
        }
        let (pays, owed) = if became.counts() { (left, 0) } else { (0, left) };
        let expected = match sent.remitted {
            0 => {
                vec![(ledger_account_of(payment), -pays), ("to_return", -owed), ("with_banks", became.taken)]
            }
            _ => vec![("with_banks", became.taken)],
        };
        for (account, expected) in expected {
            let held = held(account);
            comparison.require(held == expected, Some(payment.item()), || {
                format!("the ledger has {held} in {account} of {payment:?}, must have {expected}")
            });
        }
        // The amounts owed plus the amounts sent must equal the charge minus refunds and lost chargebacks, plus the
        // amount written off.
        let (owed, to_recover) = (-held(ledger_account_of(payment)), held("to_recover"));
        let here = owed - held("to_return") - to_recover + sent.remitted - sent.recovered;
        let expected = left + held("written_off");
        comparison.require(here == expected, Some(payment.item()), || {
            format!("{here} of {payment:?} is owed or sent, must be {expected}: {sent:?}")
        });
        comparison.require(
            owed >= 0 && to_recover >= 0 && (owed == 0 || to_recover == 0),
            Some(payment.item()),
            || format!("{owed} of {payment:?} is owed while {to_recover} is to be recovered"),
        );
        comparison.require(owed == 0 || !sent.is_out || payment.is_lawyers(), Some(payment.item()), || {
            format!("{owed} of {payment:?} is owed, and it counts as sent")
        });
    }
}

/// Amounts of a payment that were sent to an authority or lawyers, and recovered from them, in cents.
#[derive(Clone, Debug, Default, Deserialize)]
struct Sent {
    payment_id: i32,
    remitted: i64,
    recovered: i64,
    /// Whether the obligation counts as sent or accepted.
    is_out: bool,
}

/// Returns the sent and recovered amounts by the payment's id.
fn sent_amounts(world: &World) -> HashMap<i32, Sent> {
    let all: Vec<Sent> = rows(
        world,
        "SELECT o.payment_id, coalesce(-sum(p.amount_cents) FILTER (WHERE e.kind = 'remitted'), 0)::bigint AS remitted, \
            coalesce(sum(p.amount_cents) FILTER (WHERE e.kind = 'recovered'), 0)::bigint AS recovered, \
            o.status IN ('sent', 'accepted') AS is_out \
         FROM (SELECT payment_id, status FROM obligations UNION SELECT payment_id, 'sent' FROM lawyer_obligations) AS o LEFT JOIN ledger_entries e ON e.payment_id = o.payment_id AND e.kind IN ('remitted', 'recovered') \
            LEFT JOIN ledger_postings p ON p.entry_id = e.id AND p.account = 'bank' GROUP BY o.payment_id, o.status",
    );
    all.into_iter().map(|one| (one.payment_id, one)).collect()
}

/// Checks that, after matching, the ledger's provider balance and fees equal the sums of the provider's list.
pub fn check_matching(world: &World, dice: &mut Dice) {
    match world.post(dice, "/api/admin/books/match", &world.staff, &serde_json::json!({})) {
        Some(answer) if answer.status == 200 && answer.json["isBalanced"] == true => {}
        other => return world.record_problem(format!("matching the books: {other:?}")),
    }
    let is_foreign = foreign_charges(world);
    let movements: Vec<Value> = list_all(world, "/v1/balance_transactions");
    let sum = |name: &str, kind: &str| -> i64 {
        let of_kind = movements.iter().filter(|one| kind.is_empty() || one["type"] == kind);
        let ours = of_kind.filter(|one| !is_foreign.contains(&one["source"]));
        ours.map(|one| one[name].as_i64().unwrap_or_default()).sum()
    };
    let positions = positions(world);
    let held = |account: &str| -> i64 {
        positions.iter().filter(|((_, of), _)| of == account).map(|(_, cents)| cents).sum()
    };
    let otherwise =
        world.app.count("SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE status = 'paid_otherwise'");
    let remitted: i64 = sent_amounts(world).values().map(|one| one.remitted - one.recovered).sum();
    let expected = [
        ("provider", sum("net", "")),
        ("provider_fees", sum("fee", "charge")),
        ("chargeback_fees", sum("fee", "adjustment")),
        ("bank", -otherwise - sum("amount", "payout") - remitted),
        ("in_question", 0),
    ];
    for (account, expected) in expected {
        if held(account) != expected {
            world.record_problem(format!(
                "the books have {} in {account}, must have {expected}",
                held(account)
            ));
        }
    }
    let (is_well, said) = world.servers.books(&world.app);
    println!(
        "soak: {} movements at the provider, {} cents in the books' balance there",
        movements.len(),
        held("provider")
    );
    if !is_well {
        world.record_problem(format!("server books: {said}"));
    }
}

/// Returns the charges of the other environment.
fn foreign_charges(world: &World) -> Vec<Value> {
    let all = list_all(world, "/v1/payment_intents");
    let foreign = all.iter().filter(|intent| intent["metadata"]["installation"] == "elsewhere");
    foreign.map(|intent| intent["latest_charge"].clone()).collect()
}
