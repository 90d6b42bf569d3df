use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not};
use diesel::pg::Pg;
use diesel::sql_types::{Bool, Nullable};
use diesel::{BoxableExpression, ExpressionMethods, QueryDsl, RunQueryDsl, insert_into, select};
use domain::payments::attention::MoneyProblemKind;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::{Payable, PayableKind};
use ports::payments::lost::{LostPayment, LostPayments, RebuiltPayment};
use ports::shared::store_error::StoreResult;

use crate::payments::rows::ItemColumns;
use crate::shared::rows::parse_word;
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{attention_closed, lost_payments, orphan_intents, payments};

type LostRow = (
    (String, String, i32, DateTime<Utc>),
    (Option<String>, Option<i32>, Option<i32>, Option<i32>),
    (i64, DateTime<Utc>),
);

/// The SQL columns of a [`LostRow`].
macro_rules! columns {
    () => {
        (
            (
                lost_payments::provider_intent_id,
                lost_payments::confirmation_number,
                lost_payments::user_id,
                lost_payments::started_at,
            ),
            (
                lost_payments::kind,
                lost_payments::ticket_id,
                lost_payments::parking_id,
                lost_payments::toll_id,
            ),
            (orphan_intents::amount_cents, orphan_intents::seen_at),
        )
    };
}

/// Builds the SQL condition for lost payments that staff haven't decided about.
macro_rules! is_undecided {
    () => {
        not(exists(
            attention_closed::table
                .filter(attention_closed::kind.eq(MoneyProblemKind::Orphan.as_str()))
                .filter(attention_closed::provider_id.eq(lost_payments::provider_intent_id)),
        ))
    };
}

/// Converts a row to a lost payment. Its item is `None` if the item was deleted.
fn read_lost_payment(row: LostRow) -> StoreResult<LostPayment> {
    let ((intent_id, confirmation_number, user_id, started_at), item, (cents, seen_at)) = row;
    let (kind, ticket_id, parking_id, toll_id) = item;
    let kind = kind.map(|kind| parse_word("lost_payments.kind", &kind, PayableKind::parse)).transpose()?;
    let columns = ItemColumns { ticket_id, parking_id, toll_id };
    Ok(LostPayment {
        intent_id,
        amount: Money::from_cents(cents),
        confirmation_number,
        user_id: UserId(user_id),
        // The item is unknown if it was deleted in the meantime.
        item: kind.and_then(|kind| columns.payable(kind).ok()),
        started_at,
        seen_at,
    })
}

/// Builds the SQL condition for lost payments of an item. A ticket and its lawyer count as the same item.
fn item_condition(
    item: Payable,
) -> Box<dyn BoxableExpression<lost_payments::table, Pg, SqlType = Nullable<Bool>>> {
    match item {
        Payable::Ticket(id) | Payable::Lawyer(id) => Box::new(lost_payments::ticket_id.eq(id.0)),
        Payable::Parking(id) => Box::new(lost_payments::parking_id.eq(id.0)),
        Payable::Toll(id) => Box::new(lost_payments::toll_id.eq(id.0)),
    }
}

impl LostPayments for PgStore<'_> {
    fn store_lost_payment_if_new(&mut self, lost: &LostPayment) -> StoreResult<bool> {
        let item = lost.item.map(ItemColumns::from);
        let written = self.count_changed(
            insert_into(lost_payments::table)
                .values((
                    lost_payments::provider_intent_id.eq(without_nul(&lost.intent_id)),
                    lost_payments::confirmation_number.eq(&lost.confirmation_number),
                    lost_payments::user_id.eq(lost.user_id.0),
                    lost_payments::kind.eq(lost.item.map(|item| item.kind().as_str())),
                    lost_payments::ticket_id.eq(item.and_then(|item| item.ticket_id)),
                    lost_payments::parking_id.eq(item.and_then(|item| item.parking_id)),
                    lost_payments::toll_id.eq(item.and_then(|item| item.toll_id)),
                    lost_payments::started_at.eq(lost.started_at),
                ))
                .on_conflict(lost_payments::provider_intent_id)
                .do_nothing(),
        )?;
        Ok(written == 1)
    }

    fn lost_payments(&mut self, user: Option<UserId>, limit: i64) -> StoreResult<Vec<LostPayment>> {
        let rows: Vec<LostRow> = self.run(|connection| {
            let undecided = lost_payments::table
                .inner_join(orphan_intents::table)
                .filter(is_undecided!())
                .select(columns!())
                .order((orphan_intents::seen_at, lost_payments::provider_intent_id))
                .limit(limit)
                .into_boxed();
            match user {
                Some(user) => undecided.filter(lost_payments::user_id.eq(user.0)).load(connection),
                None => undecided.load(connection),
            }
        })?;
        rows.into_iter().map(read_lost_payment).collect()
    }

    fn lost_payment(&mut self, intent_id: &str) -> StoreResult<Option<LostPayment>> {
        let row: Option<LostRow> = self.first(
            lost_payments::table
                .inner_join(orphan_intents::table)
                .filter(lost_payments::provider_intent_id.eq(without_nul(intent_id)))
                .select(columns!()),
        )?;
        row.map(read_lost_payment).transpose()
    }

    fn has_lost_payment(&mut self, item: Payable) -> StoreResult<bool> {
        let undecided = lost_payments::table.filter(item_condition(item)).filter(is_undecided!());
        self.get_result(select(exists(undecided)))
    }

    fn insert_rebuilt_payment(&mut self, rebuilt: &RebuiltPayment) -> StoreResult<Payment> {
        let RebuiltPayment { payment, intent_id, rebuilt_at } = rebuilt;
        self.insert_payment_row(payment, PaymentStatus::Cancelled, Some(intent_id), *rebuilt_at)
    }

    fn has_payment_numbered(&mut self, confirmation_number: &str) -> StoreResult<bool> {
        let known = payments::table.filter(payments::confirmation_number.eq(confirmation_number));
        self.get_result(select(exists(known)))
    }
}
