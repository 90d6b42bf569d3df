//! Compares the final screens of drivers and staff: histories, receipts and the sums above lists.

use lopdf::Document;
use serde_json::Value;

use super::super::plan::{Dice, cents, dollars};
use super::super::world::{Driver, World};
use super::ledger;
use super::our_records::{Ours, Payment};

/// Approximate number of receipts that the short run checks.
const SOME_RECEIPTS: usize = 12;

/// Compares the screens and receipts with our tables, and compares the books with the provider.
pub fn compare(world: &World) {
    let mut dice = world.plan.dice("papers", 0);
    let ours = Ours::read(world);
    for driver in world.drivers() {
        check_history(world, &mut dice, &ours, &driver);
    }
    check_receipts(world, &mut dice, &ours);
    check_sums(world, &mut dice, &ours);
    ledger::check_matching(world, &mut dice);
}

/// Returns the amount that banks have taken of a payment. Undecided chargebacks are included.
fn amount_taken_by_banks(ours: &Ours, payment: &Payment) -> i64 {
    let of = |one: &&super::our_records::Chargeback| {
        one.payment_id == payment.id
            && matches!(one.status.as_str(), "lost" | "needs_response" | "under_review")
    };
    ours.chargebacks.iter().filter(of).map(|one| one.amount_cents).sum()
}

/// Checks that the history lists every received payment once, with its refunds, and that the year's total is correct.
fn check_history(world: &World, dice: &mut Dice, ours: &Ours, driver: &Driver) {
    let path = format!("/api/payment-history/{}", driver.user);
    let list = world.get(dice, &format!("{path}?limit=200"), &driver.token).map(|answer| answer.json);
    let year = world.get(dice, &format!("{path}/this-year"), &driver.token).map(|answer| answer.json);
    let (Some(list), Some(year)) = (list, year) else { return world.record_problem(format!("no {path}")) };
    let line = |amount: i64, back: i64, number: &str| format!("{number}: {amount}, {back} back");
    let money = |value: &Value| value.as_str().and_then(cents).unwrap_or(-1);
    let mut shown: Vec<String> = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| {
            Some(line(money(&one["amount"]), money(&one["refunded"]), one["confirmationNumber"].as_str()?))
        })
        .collect();
    let own: Vec<&Payment> =
        ours.payments.iter().filter(|one| one.user_id == driver.user.0 && one.is_received()).collect();
    let mut expected: Vec<String> =
        own.iter().map(|one| line(one.received(), one.refunded_cents, &one.confirmation_number)).collect();
    shown.sort();
    expected.sort();
    if shown != expected {
        world.record_problem(format!(
            "the history of {} shows {shown:?}, must show {expected:?}",
            driver.user
        ));
    }
    let kept = own
        .iter()
        .map(|one| (one.received() - one.refunded_cents - amount_taken_by_banks(ours, one)).max(0))
        .sum::<i64>();
    if money(&year["charged"]) != kept {
        world.record_problem(format!("the year of {} says {year}, must say {kept}", driver.user));
    }
}

/// Checks that receipts can be rendered and show the paid and refunded amounts.
fn check_receipts(world: &World, dice: &mut Dice, ours: &Ours) {
    let transactions = ours
        .transactions
        .iter()
        .map(|one| ("payment-transactions", one.id, one.payment_id, one.amount_cents));
    let hires = ours.hires.iter().map(|one| ("lawyer-hires", one.id, one.payment_id, one.amount_cents));
    let all: Vec<_> = transactions.chain(hires).collect();
    let step = if world.plan.is_long() { 1 } else { (all.len() / SOME_RECEIPTS).max(1) };
    for (list, id, payment, amount) in all.into_iter().step_by(step) {
        let Some(payment) = ours.payments.iter().find(|one| Some(one.id) == payment) else {
            world.record_problem(format!("{list} {id} has no payment"));
            continue;
        };
        let path = format!("/api/{list}/{id}/receipt");
        let words = document_text(world, dice, &path, payment);
        let mut amounts = vec![amount];
        if payment.refunded_cents > 0 {
            amounts.push(payment.refunded_cents);
        }
        for amount in amounts {
            let wanted = format!("${}", dollars(amount));
            if !words.replace(',', "").contains(&wanted) {
                world.record_problem(format!("{path} must say {wanted}: {words}"));
            }
        }
        world.count_event("receipts read");
    }
}

/// Returns the text of a PDF at this path, as the payment's driver downloads it. The text is empty if that fails.
fn document_text(world: &World, dice: &mut Dice, path: &str, payment: &Payment) -> String {
    let token = world
        .drivers()
        .into_iter()
        .find(|driver| driver.user.0 == payment.user_id)
        .map(|driver| driver.token);
    let url = format!("{}{path}", world.servers.base(dice.below(2)));
    let asked =
        world.agent.get(url).header("cookie", format!("lanewise_session={}", token.unwrap_or_default()));
    let bytes =
        asked.call().ok().and_then(|mut answer| answer.body_mut().read_to_vec().ok()).unwrap_or_default();
    let text = Document::load_mem(&bytes).ok().and_then(|document| document.extract_text(&[1]).ok());
    text.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks the sums above the list of transactions.
fn check_sums(world: &World, dice: &mut Dice, ours: &Ours) {
    let Some(answer) = world.get(dice, "/api/admin/payment-transactions/summary", &world.staff) else {
        return world.record_problem("no summary".to_owned());
    };
    let money = |name: &str| answer.json[name].as_str().and_then(cents).unwrap_or(-1);
    let shown = (answer.json["count"].as_u64(), money("totalValue"), money("refunded"));
    let expected = (
        u64::try_from(ours.transactions.len()).ok(),
        ours.transactions.iter().map(|one| one.amount_cents).sum::<i64>(),
        ours.transactions.iter().map(|one| one.refunded_cents).sum::<i64>(),
    );
    if shown != expected {
        world.record_problem(format!("the sums say {shown:?}, must say {expected:?}"));
    }
}
