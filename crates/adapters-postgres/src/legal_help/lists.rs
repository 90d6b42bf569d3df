//! The list of lawyer hires: its queries and its search.

use diesel::dsl::sql;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, PgConnection, QueryDsl, QueryResult, SelectableHelper,
};
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::shared::search::Search;
use ports::legal_help::lists::{HireFilter, HireList, HireSummary};
use ports::shared::list::MoneySort;
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Formulas;

use crate::accounts::lists::find_drivers_by_name;
use crate::legal_help::hire_rows::{
    HireCaseRow, HireRow, HireWithRefund, NEWEST_REFUND, REFUND_AMOUNT, complete_hires,
};
use crate::lists::listed::StoredList;
use crate::lists::search::{CitedItems, ListSearch, build_payment_search, condition_on_own_payments};
use crate::lists::shape::{ColumnFilter, Key, Source, key_by_money};
use crate::lists::statement::Binds;
use crate::store::PgStore;
use schema::{cases, lawyer_hires, tickets};

const SEARCHED_IDS: [&str; 3] = ["id", "user_id", "ticket_id"];

impl StoredList for HireList {
    const SOURCE: Source = Source { table: "lawyer_hires", tally: "hires", within: "true" };
    const FORMULAS: HireSummary<Formulas> = HireSummary {
        pending: "sum(n) FILTER (WHERE status = 'Pending')",
        in_progress: "sum(n) FILTER (WHERE status = 'In Progress')",
        contacted: "sum(n) FILTER (WHERE status = 'Contacted')",
        total_revenue: "sum(amount_cents)",
        cancelled: "sum(amount_cents) FILTER (WHERE status = 'Cancelled')",
        total: "sum(n)",
    };

    fn sort_key(sort: MoneySort) -> Key {
        key_by_money(sort)
    }

    fn column_filters(filter: &HireFilter) -> Vec<ColumnFilter> {
        vec![
            ColumnFilter::words(("status", "status"), HireStatus::ALL, HireStatus::as_str, filter.status),
            ColumnFilter::flag(("is_solved", "is_solved"), filter.is_solved),
            ColumnFilter::flag(("is_seen_by_admin", "is_seen"), filter.is_seen),
        ]
    }

    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch> {
        let drivers = find_drivers_by_name(connection, search)?;
        let items = CitedItems::of(connection, search)?.conditions(binds, &["ticket_id"]);
        build_payment_search(connection, binds, "hire_labels", &SEARCHED_IDS, (drivers, items), search)
    }

    fn user_search_condition(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<String> {
        let items = CitedItems::of(connection, search)?.conditions(binds, &["ticket_id"]);
        Ok(condition_on_own_payments(binds, &SEARCHED_IDS, items, search))
    }

    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<LawyerHire>> {
        store.entities::<HireWithRefund, _>(complete_hires!().filter(lawyer_hires::id.eq_any(ids)))
    }
}
