//! Compares the ledger with the amounts that lawyers have earned, were sent and must return, to the cent.

use std::collections::HashMap;

use serde::Deserialize;

use super::super::world::World;
use super::compare::Comparison;
use super::our_records::{Payment, rows};

/// The amounts of one payment for a lawyer, in cents.
#[derive(Clone, Debug, Deserialize)]
pub struct Fees {
    payment_id: i32,
    /// Amount owed to lawyers.
    owed: i64,
    /// Amount that lawyers must return.
    to_recover: i64,
    /// Amount that lawyers must no longer return.
    written_off: i64,
    /// Amount sent to lawyers.
    sent: i64,
}

/// Reads the fees of all cases with terms, by payment.
pub fn read(world: &World) -> HashMap<i32, Fees> {
    let all: Vec<Fees> = rows(
        world,
        "SELECT h.payment_id, (coalesce(shares.owed, 0) + CASE
                WHEN c.lawyer_id IS NULL AND c.step NOT IN ('no_lawyer', 'withdrawn', 'ended') THEN c.fee_price_cents ELSE 0 END)::bigint AS owed,
            coalesce(shares.to_recover, 0)::bigint AS to_recover, coalesce(shares.written_off, 0)::bigint AS written_off,
            coalesce(shares.sent, 0)::bigint AS sent
         FROM cases c JOIN lawyer_hires h ON h.id = c.hire_id LEFT JOIN (
            SELECT payment_id, sum(greatest(claim_cents - sent_cents, 0)) AS owed, sum(written_off_cents) AS written_off,
                sum(greatest(sent_cents - claim_cents - written_off_cents, 0)) AS to_recover, sum(sent_cents) AS sent
            FROM lawyer_obligations GROUP BY payment_id
         ) AS shares ON shares.payment_id = h.payment_id
         WHERE c.fee_price_cents IS NOT NULL AND h.payment_id IS NOT NULL",
    );
    all.into_iter().map(|one| (one.payment_id, one)).collect()
}

/// Checks that the ledger divides a fee as the case requires. `left` is the payment minus refunds and lost
/// chargebacks. `sent` is the amount sent to lawyers, minus returned amounts. `debits` returns the payment's balance
/// in a ledger account. All amounts are in cents.
pub fn compare(
    comparison: &mut Comparison<'_>,
    payment: &Payment,
    fees: &Fees,
    (left, sent): (i64, i64),
    debits: &dyn Fn(&str) -> i64,
) {
    let item = Some(payment.item());
    let expected = [
        ("lawyers", -fees.owed),
        ("to_recover", fees.to_recover),
        ("written_off", fees.written_off),
        ("legal_fees", 0),
    ];
    for (account, expected) in expected {
        let held = debits(account);
        comparison.require(held == expected, item, || {
            format!("the ledger has {held} in {account} of {payment:?}, must have {expected}: {fees:?}")
        });
    }
    comparison
        .require(fees.sent == sent, item, || format!("{sent} of {payment:?} was sent to lawyers: {fees:?}"));
    let (to_return, expense) = (-debits("to_return"), debits("guarantees"));
    comparison.require(to_return >= 0 && expense >= 0 && (to_return == 0 || expense == 0), item, || {
        format!("{to_return} is owed to the driver of {payment:?}, and our expense is {expense}")
    });
    let here = fees.owed + to_return + sent - fees.to_recover - fees.written_off - expense;
    comparison.require(here == left, item, || {
        format!("{here} of {payment:?} is owed or sent, must be {left}: {fees:?}")
    });
}
