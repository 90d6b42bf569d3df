//! The lists of payment transactions and of chargebacks: their queries and searches.

use diesel::{ExpressionMethods, PgConnection, QueryDsl, QueryResult, SelectableHelper};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{PaymentTransaction, PaymentType, TransactionStatus};
use domain::shared::search::Search;
use ports::payments::lists::{
    ChargebackFilter, ChargebackList, ChargebackSort, ChargebackSummary, TransactionFilter, TransactionList,
    TransactionSummary,
};
use ports::shared::list::MoneySort;
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Formulas;

use crate::accounts::lists::find_drivers_by_name;
use crate::lists::listed::StoredList;
use crate::lists::search::{
    CitedItems, ListSearch, build_payment_search, build_text_search, condition_on_drivers,
    condition_on_own_payments, conditions_on_ids, substring_condition,
};
use crate::lists::shape::{BY_ID, ColumnFilter, Key, Source, key_by, key_by_money};
use crate::lists::statement::Binds;
use crate::payments::chargebacks::ChargebackRow;
use crate::payments::rows::TransactionRow;
use crate::store::PgStore;
use schema::{chargebacks, payment_transactions};

const ITEMS: [&str; 3] = ["ticket_id", "parking_id", "toll_id"];

impl StoredList for TransactionList {
    const SOURCE: Source = Source { table: "payment_transactions", tally: "transactions", within: "true" };
    const FORMULAS: TransactionSummary<Formulas> = TransactionSummary {
        our_revenue: "sum(our_fee_cents)",
        total_value: "sum(amount_cents)",
        processing_fees: "sum(processing_fee_cents)",
        refunded: "sum(refunded_cents)",
        count: "sum(n)",
    };

    fn sort_key(sort: MoneySort) -> Key {
        key_by_money(sort)
    }

    fn column_filters(filter: &TransactionFilter) -> Vec<ColumnFilter> {
        let (kind, status) = (("payment_type", "kind"), ("status", "status"));
        vec![
            ColumnFilter::words(kind, PaymentType::ALL, PaymentType::as_str, filter.kind),
            ColumnFilter::words(status, TransactionStatus::ALL, TransactionStatus::as_str, filter.status),
        ]
    }

    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch> {
        let drivers = find_drivers_by_name(connection, search)?;
        let items = CitedItems::of(connection, search)?.conditions(binds, &ITEMS);
        build_payment_search(
            connection,
            binds,
            "transaction_labels",
            &["id", "user_id"],
            (drivers, items),
            search,
        )
    }

    fn user_search_condition(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<String> {
        let items = CitedItems::of(connection, search)?.conditions(binds, &ITEMS);
        Ok(condition_on_own_payments(binds, &["id", "user_id"], items, search))
    }

    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<PaymentTransaction>> {
        store.entities::<TransactionRow, _>(
            payment_transactions::table
                .filter(payment_transactions::id.eq_any(ids))
                .select(TransactionRow::as_select()),
        )
    }
}

impl StoredList for ChargebackList {
    const SOURCE: Source = Source { table: "chargebacks", tally: "chargebacks", within: "true" };
    const FORMULAS: ChargebackSummary<Formulas> = ChargebackSummary {
        total: "sum(n)",
        waiting: "sum(n) FILTER (WHERE status IN ('inquiry', 'needs_response'))",
        under_review: "sum(n) FILTER (WHERE status IN ('inquiry_under_review', 'under_review'))",
        won: "sum(n) FILTER (WHERE status = 'won')",
        lost: "sum(n) FILTER (WHERE status = 'lost')",
        withheld: "sum(amount_cents) FILTER (WHERE status IN ('needs_response', 'under_review'))",
    };

    fn sort_key(sort: ChargebackSort) -> Key {
        match sort {
            ChargebackSort::Id => BY_ID,
            ChargebackSort::DueBy => key_by("coalesce(evidence_due_by, 'infinity')"),
        }
    }

    fn column_filters(filter: &ChargebackFilter) -> Vec<ColumnFilter> {
        let status = ("status", "status");
        vec![
            ColumnFilter::words(status, ChargebackStatus::ALL, ChargebackStatus::as_str, filter.status),
            ColumnFilter::flag(("is_answered", "is_solved"), filter.is_answered),
        ]
    }

    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch> {
        let mut conditions: Vec<String> = conditions_on_ids(search, &["id", "user_id"]).collect();
        conditions
            .extend(search.text().map(|text| substring_condition(binds, "lower(confirmation_number)", text)));
        conditions.extend(condition_on_drivers(binds, find_drivers_by_name(connection, search)?));
        let payments = CitedItems::of(connection, search)?.payments(connection)?;
        if !payments.is_empty() {
            conditions.push(format!("payment_id = ANY ({})", binds.add_integers(payments)));
        }
        Ok(build_text_search(&conditions))
    }

    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<Chargeback>> {
        store.entities::<ChargebackRow, _>(
            chargebacks::table.filter(chargebacks::id.eq_any(ids)).select(ChargebackRow::as_select()),
        )
    }
}
