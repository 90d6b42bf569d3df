//! The list of payment transactions: how it lies in the database.

use diesel::{ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper};
use domain::payments::payment::{PaymentTransaction, PaymentType, TransactionStatus};
use domain::shared::search::Search;
use ports::payments::lists::{TransactionFilter, TransactionList, TransactionSummary};
use ports::shared::list::MoneySort;
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Formulas;

use crate::lists::listed::Listed;
use crate::lists::search::{Sought, in_own_payments, in_payments};
use crate::lists::shape::{Dimension, Key, Source, by_money};
use crate::lists::statement::Binds;
use crate::payments::rows::TransactionRow;
use crate::schema::payment_transactions;
use crate::shared::rows::entities;
use crate::store::PgStore;

impl Listed for TransactionList {
    const SOURCE: Source = Source { table: "payment_transactions", tally: "transactions", within: "true" };
    const FORMULAS: TransactionSummary<Formulas> = TransactionSummary {
        our_revenue: "sum(our_fee_cents)",
        total_value: "sum(amount_cents)",
        processing_fees: "sum(processing_fee_cents)",
        refunded: "sum(refunded_cents)",
        count: "sum(n)",
    };

    fn key(sort: MoneySort) -> Key {
        by_money(sort)
    }

    fn dimensions(filter: &TransactionFilter) -> Vec<Dimension> {
        let (kind, status) = (("payment_type", "kind"), ("status", "status"));
        vec![
            Dimension::words(kind, PaymentType::ALL, PaymentType::as_str, filter.kind),
            Dimension::words(status, TransactionStatus::ALL, TransactionStatus::as_str, filter.status),
        ]
    }

    fn sought(connection: &mut PgConnection, binds: &mut Binds, search: &Search) -> QueryResult<Sought> {
        in_payments(connection, binds, "transaction_labels", &["user_id"], search)
    }

    fn sought_of_user(_: &mut PgConnection, binds: &mut Binds, search: &Search) -> QueryResult<String> {
        Ok(in_own_payments(binds, &["user_id"], search))
    }

    fn records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<PaymentTransaction>> {
        let rows: Vec<TransactionRow> = store.run(|connection| {
            payment_transactions::table
                .filter(payment_transactions::id.eq_any(ids))
                .select(TransactionRow::as_select())
                .load(connection)
        })?;
        entities(rows)
    }
}
