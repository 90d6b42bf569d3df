use chrono::{DateTime, Utc};
use diesel::dsl::{exists, sql};
use diesel::pg::Pg;
use diesel::sql_types::{Bool, Integer, Nullable, Timestamptz};
use diesel::{
    BoolExpressionMethods, BoxableExpression, ExpressionMethods, QueryDsl, RunQueryDsl, SelectableHelper,
    insert_into, select, update,
};
use domain::payments::card::CardFacts;
use domain::payments::payment::{Payment, PaymentStatus, PaymentTransaction, TransactionStatus};
use domain::shared::desk::DeskKind;
use domain::shared::ids::{PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::events::{EventSubject, ProviderEvent};
use ports::payments::records::{NewPayment, NewTransaction, OpenPaymentFilter, OrphanIntent, Payments};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::prepared::Prepared;
use crate::payments::rows::{ItemColumns, PaymentRow, TransactionRow};
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{installation, orphan_intents, payment_events, payment_transactions, payments};

// SQL conditions on a payment's status. Statuses are literals instead of parameters, so that
// PostgreSQL can use the partial indexes.
const IS_LIVE: &str = "status IN ('creating', 'timed_out', 'open')";
const IS_OPEN: &str = "status = 'open'";
const IS_UNOPENED: &str = "status IN ('creating', 'timed_out')";
const IS_MOVING: &str = "status IN ('creating', 'timed_out', 'open', 'refund_due')";

impl PgStore<'_> {
    /// Stores a new payment with this status. `intent_id` is `None` if the provider hasn't created the intent yet.
    pub(super) fn insert_payment_row(
        &mut self,
        payment: &NewPayment,
        status: PaymentStatus,
        intent_id: Option<&str>,
        updated_at: DateTime<Utc>,
    ) -> StoreResult<Payment> {
        let item = ItemColumns::from(payment.payable);
        let row: PaymentRow = self.run_unique(|connection| {
            insert_into(payments::table)
                .values((
                    payments::user_id.eq(payment.user_id.0),
                    payments::kind.eq(payment.payable.kind().as_str()),
                    payments::ticket_id.eq(item.ticket_id),
                    payments::parking_id.eq(item.parking_id),
                    payments::toll_id.eq(item.toll_id),
                    payments::amount_cents.eq(payment.amount.cents()),
                    payments::status.eq(status.as_str()),
                    payments::idempotency_key.eq(&payment.idempotency_key),
                    payments::confirmation_number.eq(&payment.confirmation_number),
                    payments::provider_intent_id.eq(intent_id),
                    payments::despite_lawyer.eq(payment.is_despite_lawyer),
                    payments::created_at.eq(payment.created_at),
                    payments::updated_at.eq(updated_at),
                ))
                .returning(PaymentRow::as_returning())
                .prepared()
                .get_result(connection)
        })?;
        row.try_into()
    }
}

impl Payments for PgStore<'_> {
    fn insert_payment(&mut self, payment: &NewPayment) -> StoreResult<Payment> {
        self.insert_payment_row(payment, PaymentStatus::Creating, None, payment.created_at)
    }

    fn lock_live_payment(&mut self, payable: Payable) -> StoreResult<Option<Payment>> {
        self.optional_entity::<PaymentRow, _>(
            payments::table
                .filter(payable_condition(payable))
                .filter(sql::<Bool>(IS_LIVE))
                .select(PaymentRow::as_select())
                .for_no_key_update()
                .prepared(),
        )
    }

    fn payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>> {
        self.first_entity::<PaymentRow, _>(payments::table.find(id.0).select(PaymentRow::as_select()))
    }

    fn lock_payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>> {
        self.first_entity::<PaymentRow, _>(
            payments::table.find(id.0).select(PaymentRow::as_select()).for_no_key_update(),
        )
    }

    fn payment_by_intent(&mut self, intent_id: &str) -> StoreResult<Option<Payment>> {
        self.first_entity::<PaymentRow, _>(
            payments::table
                .filter(payments::provider_intent_id.eq(without_nul(intent_id)))
                .select(PaymentRow::as_select()),
        )
    }

    fn set_despite_lawyer_confirmed(&mut self, payment: PaymentId, is_confirmed: bool) -> StoreResult<()> {
        self.execute(update(payments::table.find(payment.0)).set(payments::despite_lawyer.eq(is_confirmed)))
    }

    fn was_paid_despite_lawyer(&mut self, payment: PaymentId) -> StoreResult<Option<bool>> {
        let found: Option<Option<bool>> =
            self.first(payments::table.find(payment.0).select(payments::despite_lawyer))?;
        Ok(found.flatten())
    }

    fn is_settled_by_payment(&mut self, payable: Payable) -> StoreResult<bool> {
        let settled = payments::table
            .filter(payable_condition(payable))
            .filter(payments::status.eq(PaymentStatus::Settled.as_str()));
        self.get_result(select(exists(settled)).prepared())
    }

    fn update_payment(&mut self, payment: &Payment) -> StoreResult<()> {
        let changed = self.load::<i32>(
            update(payments::table.find(payment.id.0))
                .set((
                    payments::status.eq(payment.status.as_str()),
                    payments::provider_intent_id.eq(&payment.provider_intent_id),
                    payments::client_secret.eq(&payment.client_secret),
                    payments::amount_received_cents.eq(payment.amount_received.map(Money::cents)),
                    payments::refunded_cents.eq(payment.refunded.cents()),
                    payments::updated_at.eq(payment.updated_at),
                    payments::charged_at.eq(payment.charged_at),
                    payments::settled_at.eq(payment.settled_at),
                    payments::card_brand.eq(payment.card.as_ref().map(CardFacts::brand)),
                    payments::card_last_four.eq(payment.card.as_ref().map(CardFacts::last_four)),
                ))
                .returning(payments::id)
                .prepared(),
        )?;
        if changed.is_empty() {
            Err(StoreError::Failed("the payment to update doesn't exist".into()))
        } else {
            Ok(())
        }
    }

    fn payments_to_reconcile(&mut self, which: OpenPaymentFilter, limit: i64) -> StoreResult<Vec<Payment>> {
        self.entities::<PaymentRow, _>(
            payments::table
                .filter(open_payment_condition(which))
                .select(PaymentRow::as_select())
                .order((payments::updated_at, payments::id))
                .limit(limit),
        )
    }

    fn unfinished_payments_of(&mut self, user: UserId) -> StoreResult<Vec<Payment>> {
        self.entities::<PaymentRow, _>(
            payments::table
                .filter(payments::user_id.eq(user.0))
                .filter(sql::<Bool>(IS_MOVING))
                .order(payments::id)
                .select(PaymentRow::as_select())
                .prepared(),
        )
    }

    fn record_provider_event(
        &mut self,
        event: &ProviderEvent,
        received_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let understood = event.about != EventSubject::Unrecognized;
        // The body of an event that was parsed isn't stored, because it may contain personal data, such as
        // billing details.
        let body = if understood { String::new() } else { without_nul(&event.body) };
        let written = self.load::<String>(
            insert_into(payment_events::table)
                .values((
                    payment_events::provider_event_id.eq(without_nul(&event.id)),
                    payment_events::kind.eq(without_nul(&event.kind)),
                    payment_events::body.eq(&body),
                    payment_events::understood.eq(understood),
                    payment_events::received_at.eq(received_at),
                ))
                .on_conflict(payment_events::provider_event_id)
                .do_nothing()
                .returning(payment_events::provider_event_id)
                .prepared(),
        )?;
        Ok(!written.is_empty())
    }

    fn installation_id(&mut self) -> StoreResult<String> {
        self.run(|connection| installation::table.select(installation::id).first(connection))
    }

    fn store_orphan_if_new(&mut self, orphan: &OrphanIntent) -> StoreResult<()> {
        self.execute(
            insert_into(orphan_intents::table)
                .values((
                    orphan_intents::provider_intent_id.eq(without_nul(&orphan.intent_id)),
                    orphan_intents::amount_cents.eq(orphan.amount.cents()),
                    orphan_intents::currency.eq(without_nul(&orphan.currency)),
                    orphan_intents::reason.eq(orphan.reason.as_str()),
                    orphan_intents::seen_at.eq(orphan.seen_at),
                ))
                .on_conflict(orphan_intents::provider_intent_id)
                .do_nothing(),
        )
    }

    fn insert_transaction(&mut self, transaction: &NewTransaction) -> StoreResult<PaymentTransaction> {
        let payment_type = transaction
            .payable
            .payment_type()
            .ok_or_else(|| StoreError::Failed("a payment for a lawyer has no transaction".into()))?;
        let item = ItemColumns::from(transaction.payable);
        let row: TransactionRow = self.get_result(
            insert_into(payment_transactions::table)
                .values((
                    payment_transactions::user_id.eq(transaction.user_id.0),
                    payment_transactions::payment_id.eq(transaction.payment_id.0),
                    payment_transactions::payment_type.eq(payment_type.as_str()),
                    payment_transactions::ticket_id.eq(item.ticket_id),
                    payment_transactions::parking_id.eq(item.parking_id),
                    payment_transactions::toll_id.eq(item.toll_id),
                    payment_transactions::violation_type.eq(&transaction.violation_type),
                    payment_transactions::amount_cents.eq(transaction.amount.cents()),
                    payment_transactions::processing_fee_cents.eq(transaction.processing_fee.cents()),
                    payment_transactions::our_fee_cents.eq(transaction.our_fee.cents()),
                    payment_transactions::confirmation_number.eq(&transaction.confirmation_number),
                    payment_transactions::created_at.eq(transaction.created_at),
                    payment_transactions::recorded_at.eq(transaction.recorded_at),
                ))
                .returning(TransactionRow::as_returning())
                .prepared(),
        )?;
        let stored_transaction: PaymentTransaction = row.try_into()?;
        self.notify_desk(DeskKind::Transaction, stored_transaction.id.0, None)?;
        Ok(stored_transaction)
    }

    fn transaction(&mut self, id: TransactionId) -> StoreResult<Option<PaymentTransaction>> {
        self.first_entity::<TransactionRow, _>(
            payment_transactions::table.find(id.0).select(TransactionRow::as_select()),
        )
    }

    fn transaction_of_payment(&mut self, payment: PaymentId) -> StoreResult<Option<PaymentTransaction>> {
        self.first_entity::<TransactionRow, _>(
            payment_transactions::table
                .filter(payment_transactions::payment_id.eq(payment.0))
                .select(TransactionRow::as_select()),
        )
    }

    fn set_transaction_refunded(
        &mut self,
        id: TransactionId,
        refunded: Money,
        status: TransactionStatus,
    ) -> StoreResult<()> {
        let changed = self.count_changed(update(payment_transactions::table.find(id.0)).set((
            payment_transactions::refunded_cents.eq(refunded.cents()),
            payment_transactions::status.eq(status.as_str()),
        )))?;
        if changed == 0 {
            return Err(StoreError::Failed("the transaction to update doesn't exist".into()));
        }
        self.notify_desk(DeskKind::Transaction, id.0, None)
    }
}

/// Builds the SQL condition for the open payments that `which` describes.
fn open_payment_condition(
    which: OpenPaymentFilter,
) -> Box<dyn BoxableExpression<payments::table, Pg, SqlType = Bool>> {
    let last = payments::updated_at;
    match which {
        OpenPaymentFilter::ChangedBefore(before) => Box::new(sql::<Bool>(IS_LIVE).and(last.lt(before))),
        OpenPaymentFilter::WithoutIntent(before) => Box::new(sql::<Bool>(IS_UNOPENED).and(last.lt(before))),
        OpenPaymentFilter::Processing(before) => {
            Box::new(sql::<Bool>(IS_OPEN).and(sql::<Bool>("is_processing")).and(last.lt(before)))
        }
        OpenPaymentFilter::Started { started_before, changed_before } => Box::new(
            sql::<Bool>(IS_OPEN).and(payments::created_at.lt(started_before)).and(last.lt(changed_before)),
        ),
        OpenPaymentFilter::Recent { now, changed_before, started_after, slowing } => Box::new(
            sql::<Bool>(IS_OPEN)
                .and(payments::created_at.gt(started_after))
                .and(last.lt(changed_before))
                .and(
                    sql::<Bool>("updated_at + (updated_at - created_at) * ")
                        .bind::<Integer, _>(slowing)
                        .sql(" < ")
                        .bind::<Timestamptz, _>(now),
                ),
        ),
    }
}

type PaymentCondition = Box<dyn BoxableExpression<payments::table, Pg, SqlType = Nullable<Bool>>>;

/// Builds the SQL condition for payments for this item, or for a lawyer for this ticket.
fn payable_condition(payable: Payable) -> PaymentCondition {
    let kind = payments::kind.eq(payable.kind().as_str());
    match payable {
        Payable::Ticket(id) | Payable::Lawyer(id) => Box::new(kind.and(payments::ticket_id.eq(id.0))),
        Payable::Parking(id) => Box::new(kind.and(payments::parking_id.eq(id.0))),
        Payable::Toll(id) => Box::new(kind.and(payments::toll_id.eq(id.0))),
    }
}

#[cfg(test)]
mod tests {
    use domain::payments::payment::PaymentStatus;

    use super::{IS_LIVE, IS_MOVING, IS_OPEN, IS_UNOPENED};

    #[test]
    fn the_sql_conditions_use_the_status_names_of_the_domain() {
        let condition = |wanted: &[PaymentStatus]| {
            let words: Vec<String> = wanted.iter().map(|status| format!("'{status}'")).collect();
            format!("status IN ({})", words.join(", "))
        };
        let live = [PaymentStatus::Creating, PaymentStatus::TimedOut, PaymentStatus::Open];
        assert_eq!(IS_LIVE, condition(&live));
        assert_eq!(IS_OPEN, format!("status = '{}'", PaymentStatus::Open));
        assert_eq!(IS_UNOPENED, condition(&[PaymentStatus::Creating, PaymentStatus::TimedOut]));
        assert_eq!(IS_MOVING, condition(&[live.as_slice(), &[PaymentStatus::RefundDue]].concat()));
    }
}
