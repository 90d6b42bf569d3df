//! In-memory store of payments, transactions and the payment history.

use chrono::{DateTime, Utc};
use domain::legal_help::case::handling::HireCase;
use domain::legal_help::hire::LawyerHire;
use domain::payments::payment::{Payment, PaymentStatus, PaymentTransaction, TransactionStatus};
use domain::payments::refund::{RefundProgress, RefundReason, RefundStatus};
use domain::shared::ids::{PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::events::ProviderEvent;
use ports::payments::records::{NewPayment, NewTransaction, OpenPaymentFilter, OrphanIntent, Payments};
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::build;
use crate::support::store::repositories::next_id;
use crate::support::store::unit::{Unit, is_live, is_unfinished};

impl Unit<'_> {
    /// Returns whether a stored payment has the idempotency key or the confirmation number of a new payment.
    pub(super) fn has_same_key_or_number(&self, new: &NewPayment) -> bool {
        self.tables.payments.iter().any(|one| {
            one.idempotency_key == new.idempotency_key || one.confirmation_number == new.confirmation_number
        })
    }

    /// Builds a new payment with the next id, without storing it.
    pub(super) fn new_payment(&self, new: &NewPayment) -> Payment {
        Payment {
            user_id: new.user_id,
            amount: new.amount,
            idempotency_key: new.idempotency_key.clone(),
            confirmation_number: new.confirmation_number.clone(),
            created_at: new.created_at,
            updated_at: new.created_at,
            ..build::payment(next_id(&self.tables.payments), new.payable)
        }
    }
}

impl Payments for Unit<'_> {
    fn insert_payment(&mut self, new: &NewPayment) -> StoreResult<Payment> {
        self.must_hold_item(new.payable);
        if self.tables.payments.iter().any(|payment| payment.payable == new.payable && is_live(payment)) {
            return Err(StoreError::Duplicate(UniqueKey::LivePayment));
        }
        if self.has_same_key_or_number(new) {
            return Err(StoreError::Duplicate(UniqueKey::Other));
        }
        let payment = self.new_payment(new);
        self.tables.payments.push(payment.clone());
        if let Some(is_confirmed) = new.is_despite_lawyer {
            self.tables.despite_lawyer.insert(payment.id, is_confirmed);
        }
        Ok(payment)
    }

    fn lock_live_payment(&mut self, payable: Payable) -> StoreResult<Option<Payment>> {
        let mut all = self.tables.payments.iter();
        let live = all.find(|payment| payment.payable == payable && is_live(payment)).cloned();
        if let Some(live) = &live {
            self.lock_payment_row(live);
        }
        Ok(live)
    }

    fn payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>> {
        Ok(self.tables.payments.iter().find(|payment| payment.id == id).cloned())
    }

    fn lock_payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>> {
        let found = self.payment(id)?;
        if let Some(payment) = &found {
            self.lock_payment_row(payment);
        }
        Ok(found)
    }

    fn payment_by_intent(&mut self, intent_id: &str) -> StoreResult<Option<Payment>> {
        let mut all = self.tables.payments.iter();
        Ok(all.find(|payment| payment.provider_intent_id.as_deref() == Some(intent_id)).cloned())
    }

    fn set_despite_lawyer_confirmed(&mut self, payment: PaymentId, is_confirmed: bool) -> StoreResult<()> {
        self.tables.despite_lawyer.insert(payment, is_confirmed);
        Ok(())
    }

    fn was_paid_despite_lawyer(&mut self, payment: PaymentId) -> StoreResult<Option<bool>> {
        Ok(self.tables.despite_lawyer.get(&payment).copied())
    }

    fn is_settled_by_payment(&mut self, payable: Payable) -> StoreResult<bool> {
        let mut all = self.tables.payments.iter();
        Ok(all.any(|payment| payment.payable == payable && payment.status == PaymentStatus::Settled))
    }

    fn update_payment(&mut self, payment: &Payment) -> StoreResult<()> {
        self.must_hold_payment(payment.id);
        *self.tables.payments.iter_mut().find(|stored| stored.id == payment.id).unwrap() = payment.clone();
        self.check_payments();
        Ok(())
    }

    fn unfinished_payments_of(&mut self, user: UserId) -> StoreResult<Vec<Payment>> {
        let payments = self.tables.payments.iter();
        Ok(payments.filter(|row| row.user_id == user && is_unfinished(row)).cloned().collect())
    }

    fn payments_to_reconcile(&mut self, which: OpenPaymentFilter, limit: i64) -> StoreResult<Vec<Payment>> {
        let processing = self.tables.processing.clone();
        let is_wanted = |one: &&Payment| {
            let is_open = one.status == PaymentStatus::Open;
            match which {
                OpenPaymentFilter::ChangedBefore(before) => is_live(one) && one.updated_at < before,
                OpenPaymentFilter::WithoutIntent(before) => {
                    is_live(one) && !is_open && one.updated_at < before
                }
                OpenPaymentFilter::Processing(before) => {
                    is_open && processing.contains(&one.id) && one.updated_at < before
                }
                OpenPaymentFilter::Started { started_before, changed_before } => {
                    is_open && one.created_at < started_before && one.updated_at < changed_before
                }
                OpenPaymentFilter::Recent { now, changed_before, started_after, slowing } => {
                    let rest = (one.updated_at - one.created_at) * slowing;
                    is_open
                        && one.created_at > started_after
                        && one.updated_at < changed_before
                        && one.updated_at + rest < now
                }
            }
        };
        let mut due: Vec<Payment> = self.tables.payments.iter().filter(is_wanted).cloned().collect();
        due.sort_by_key(|payment| (payment.updated_at, payment.id));
        due.truncate(usize::try_from(limit).unwrap());
        Ok(due)
    }

    fn record_provider_event(
        &mut self,
        event: &ProviderEvent,
        received_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let is_new = !self.tables.events.iter().any(|known| known.id == event.id);
        if is_new {
            self.tables.event_times.insert(event.id.clone(), received_at);
            self.tables.events.push(event.clone());
        }
        Ok(is_new)
    }

    fn installation_id(&mut self) -> StoreResult<String> {
        Ok(build::INSTALLATION.to_owned())
    }

    fn store_orphan_if_new(&mut self, orphan: &OrphanIntent) -> StoreResult<()> {
        if !self.tables.orphans.iter().any(|known| known.intent_id == orphan.intent_id) {
            self.tables.orphans.push(orphan.clone());
        }
        Ok(())
    }

    fn insert_transaction(&mut self, new: &NewTransaction) -> StoreResult<PaymentTransaction> {
        self.must_hold_payment(new.payment_id);
        assert!(self.transaction_of_payment(new.payment_id)?.is_none(), "a payment has one transaction");
        let transaction = PaymentTransaction {
            id: TransactionId(next_id(&self.tables.transactions)),
            user_id: new.user_id,
            payment_id: Some(new.payment_id),
            payable: new.payable,
            violation_type: new.violation_type.clone(),
            amount: new.amount,
            refunded: Money::ZERO,
            processing_fee: new.processing_fee,
            our_fee: new.our_fee,
            confirmation_number: new.confirmation_number.clone(),
            status: TransactionStatus::Completed,
            created_at: new.created_at,
            recorded_at: new.recorded_at,
        };
        self.tables.transactions.push(transaction.clone());
        Ok(transaction)
    }

    fn transaction(&mut self, id: TransactionId) -> StoreResult<Option<PaymentTransaction>> {
        Ok(self.tables.transactions.iter().find(|record| record.id == id).cloned())
    }

    fn transaction_of_payment(&mut self, payment: PaymentId) -> StoreResult<Option<PaymentTransaction>> {
        Ok(self.tables.transactions.iter().find(|record| record.payment_id == Some(payment)).cloned())
    }

    fn set_transaction_refunded(
        &mut self,
        id: TransactionId,
        refunded: Money,
        status: TransactionStatus,
    ) -> StoreResult<()> {
        let mut all = self.tables.transactions.iter_mut();
        let stored = all.find(|record| record.id == id).unwrap();
        (stored.refunded, stored.status) = (refunded, status);
        Ok(())
    }
}

impl Unit<'_> {
    /// Returns a hire with its refund, its case, and whether its ticket is paid.
    pub fn with_refund(&self, hire: &LawyerHire) -> LawyerHire {
        let of_price = self.tables.refunds.iter().filter(|refund| {
            Some(refund.payment_id) == hire.payment_id
                && refund.status != RefundStatus::CalledOff
                && refund.reason != RefundReason::PaidTooMuch
                && !refund.needs_decision()
        });
        let refund = of_price.clone().next_back().and_then(|refund| RefundProgress::of(refund.status));
        let refund_amount = Money::from_cents(of_price.map(|refund| refund.amount.cents()).sum());
        let mut tickets = self.tables.tickets.iter();
        let is_ticket_paid = tickets.any(|ticket| Some(ticket.id) == hire.ticket_id && ticket.is_paid);
        let cases = self.tables.cases();
        let case = cases.iter().find(|case| case.id == hire.id).map_or(hire.case, |case| HireCase {
            handling: case.handling,
            step: case.step,
            is_label_by_staff: case.is_label_by_staff,
        });
        LawyerHire { refund, refund_amount, is_ticket_paid, case, ..hire.clone() }
    }
}
