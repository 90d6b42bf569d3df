//! Payments that seem to be from before the sandbox started. Adding them causes no events.

use std::collections::BTreeMap;

use crate::memory::ids;
use crate::memory::money::{Dispute, DisputeStatus, Transaction};
use crate::memory::records::{Charge, Intent, IntentStatus, Method, Refund, RefundStatus};
use crate::memory::world::Tx;
use crate::objects::balance;
use crate::objects::cards::TestCard;
use crate::objects::methods;

/// A payment with the test card `visa`, from before the sandbox started.
#[derive(Clone, Debug)]
pub struct PastPayment {
    /// Id of the payment intent, such as `pi_…`.
    pub intent: String,
    /// Id of the charge's balance transaction, such as `txn_…`. `None` if the payment is still processing. Such a
    /// payment doesn't settle by itself.
    pub transaction: Option<String>,
    /// Amount of the payment, in cents of a US dollar.
    pub amount: i64,
    /// When the payment was confirmed, in seconds since 1970.
    pub paid_at: i64,
    /// The payment's refund, if the whole amount was refunded.
    pub refund: Option<PastRefund>,
    /// The dispute of the whole payment, if the cardholder's bank opened one.
    pub dispute: Option<PastDispute>,
}

/// The full refund of a [`PastPayment`].
#[derive(Clone, Debug)]
pub struct PastRefund {
    /// Id of the refund, such as `re_…`.
    pub id: String,
    /// Id of the refund's balance transaction, such as `txn_…`.
    pub transaction: String,
    /// When the payment was refunded, in seconds since 1970.
    pub refunded_at: i64,
}

/// The dispute of a whole [`PastPayment`], which needs a response.
#[derive(Clone, Debug)]
pub struct PastDispute {
    /// Id of the dispute, such as `du_…`.
    pub id: String,
    /// Id of the balance transaction that took the money, such as `txn_…`.
    pub transaction: String,
    /// When the bank opened the dispute, in seconds since 1970.
    pub opened_at: i64,
    /// Deadline for evidence, in seconds since 1970.
    pub due_by: i64,
}

const CURRENCY: &str = "usd";
/// Brand of the test card.
const BRAND: &str = "visa";

/// Adds past payments. The caller must pass the oldest first, because lists sort by the order of adding.
pub(crate) fn add_past_payments(tx: &mut Tx<'_>, payments: &[PastPayment]) {
    let Some(card) = TestCard::by_name(BRAND) else { return };
    let method = methods::store_test_card(tx, card);
    for payment in payments {
        add_past_payment(tx, payment, &method);
    }
}

/// Adds the intent, the charge, the refund and the dispute of a past payment with the card `method`.
fn add_past_payment(tx: &mut Tx<'_>, payment: &PastPayment, method: &Method) {
    let charge_id = payment.transaction.as_ref().map(|_| ids::new("ch_"));
    let intent = Intent {
        id: payment.intent.clone(),
        seq: tx.state().next_seq(),
        client_secret: format!("{}_secret_{}", payment.intent, ids::random("", 25)),
        amount: payment.amount,
        currency: CURRENCY.to_owned(),
        created: payment.paid_at,
        status: if charge_id.is_some() { IntentStatus::Succeeded } else { IntentStatus::Processing },
        description: None,
        receipt_email: None,
        statement_descriptor_suffix: None,
        metadata: BTreeMap::new(),
        shipping: None,
        allowed_types: Some(vec!["card".to_owned()]),
        automatic: false,
        payment_method: Some(method.id.clone()),
        latest_charge: charge_id.clone(),
        last_error: None,
        redirect_to: None,
        canceled_at: None,
        cancellation_reason: None,
        settles_at: None,
    };
    if let Some((id, transaction)) = charge_id.zip(payment.transaction.as_deref()) {
        add_charge(tx, payment, &intent, id, transaction);
    }
    tx.put_intent(&intent);
}

/// Adds the charge with the id `id`, whose balance transaction has the id `transaction`, and its refund and dispute.
fn add_charge(tx: &mut Tx<'_>, payment: &PastPayment, intent: &Intent, id: String, transaction: &str) {
    let mut charge = Charge {
        id,
        seq: tx.state().next_seq(),
        intent: intent.id.clone(),
        created: payment.paid_at,
        method: intent.payment_method.clone().unwrap_or_default(),
        amount: payment.amount,
        refunded: 0,
        succeeded: true,
        failure: None,
        authenticated: false,
        transaction: Some(transaction.to_owned()),
        disputed: payment.dispute.is_some(),
    };
    let booked = balance::record_charge(tx, &charge, intent, false);
    backdate_transaction(tx, &booked, transaction, payment.paid_at);
    if let Some(refund) = &payment.refund {
        charge.refunded = payment.amount;
        add_refund(tx, &charge, refund);
    }
    if let Some(dispute) = &payment.dispute {
        add_dispute(tx, &charge, dispute);
    }
    tx.put_charge(&charge);
}

/// Adds the past dispute `past` of the whole charge.
fn add_dispute(tx: &mut Tx<'_>, charge: &Charge, past: &PastDispute) {
    let dispute = Dispute {
        id: past.id.clone(),
        seq: tx.state().next_seq(),
        charge: charge.id.clone(),
        intent: charge.intent.clone(),
        created: past.opened_at,
        amount: charge.amount,
        currency: CURRENCY.to_owned(),
        brand: BRAND.to_owned(),
        reason: "fraudulent".to_owned(),
        status: DisputeStatus::NeedsResponse,
        evidence: BTreeMap::new(),
        due_by: past.due_by,
        submissions: 0,
        metadata: BTreeMap::new(),
        transactions: vec![past.transaction.clone()],
        settles: None,
    };
    let booked = balance::record_withdrawal(tx, &dispute);
    backdate_transaction(tx, &booked, &past.transaction, past.opened_at);
    tx.put_dispute(&dispute);
}

/// Adds the past refund `past` of the whole charge.
fn add_refund(tx: &mut Tx<'_>, charge: &Charge, past: &PastRefund) {
    let refund = Refund {
        id: past.id.clone(),
        seq: tx.state().next_seq(),
        charge: charge.id.clone(),
        intent: charge.intent.clone(),
        created: past.refunded_at,
        amount: charge.amount,
        currency: CURRENCY.to_owned(),
        reason: None,
        metadata: BTreeMap::new(),
        status: RefundStatus::Succeeded,
        failure_reason: None,
        transaction: Some(past.transaction.clone()),
        failure_transaction: None,
        settles: None,
    };
    let booked = balance::record_refund(tx, &refund);
    backdate_transaction(tx, &booked, &past.transaction, past.refunded_at);
    tx.put_refund(&refund);
}

/// Changes the balance transaction with the id `old_id`: its id becomes `new_id`, and its creation time
/// `created`. Its money becomes available earlier or later by the same amount of time.
fn backdate_transaction(tx: &mut Tx<'_>, old_id: &str, new_id: &str, created: i64) {
    let transactions = &mut tx.state().transactions;
    if let Some(transaction) = transactions.remove(old_id) {
        let available_on = created + transaction.available_on - transaction.created;
        let id = new_id.to_owned();
        transactions.insert(id.clone(), Transaction { id, created, available_on, ..transaction });
    }
}
