//! The lists of drivers' requests to staff: their queries and searches.

use diesel::{ExpressionMethods, PgConnection, QueryDsl, QueryResult, SelectableHelper};
use domain::accounts::user::User;
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::search::Search;
use domain::shared::us_state::UsState;
use ports::requests::lists::{MissingTicketSummary, ReportFilter, ReportList};
use ports::requests::lists::{RequestSort, VehicleUpdateFilter, VehicleUpdateList, VehicleUpdateSummary};
use ports::requests::lists::{StatusRequest, StatusRequestFilter, StatusRequestList, StatusRequestSummary};
use ports::requests::lists::{TextNotificationSummary, TextRequestFilter, TextRequestList};
use ports::shared::list::NewestFirst;
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Formulas;

use crate::accounts::lists::{conditions_on_users, find_matching_drivers, users_by_ids};
use crate::lists::listed::StoredList;
use crate::lists::search::{
    GroupedSearch, ListSearch, build_text_search, condition_on_drivers, conditions_on_ids, phone_condition,
};
use crate::lists::shape::{BY_ID, ColumnFilter, Key, Source, key_by};
use crate::lists::statement::{Binds, join_with_or, sql_literal};
use crate::requests::rows::{ReportRow, TextRequestRow};
use crate::store::PgStore;
use schema::{missing_ticket_reports, text_notification_requests, users};

impl StoredList for ReportList {
    const SOURCE: Source = Source { table: "missing_ticket_reports", tally: "reports", within: "true" };
    const FORMULAS: MissingTicketSummary<Formulas> = MissingTicketSummary {
        total: "sum(n)",
        pending: "sum(n) FILTER (WHERE status = 'Pending')",
        resolved: "sum(n) FILTER (WHERE status <> 'Pending')",
    };

    fn sort_key(NewestFirst: NewestFirst) -> Key {
        BY_ID
    }

    fn column_filters(filter: &ReportFilter) -> Vec<ColumnFilter> {
        // Without a filter by state, an index without the state is used, because merging the ranges of all
        // states would be slow.
        let state = filter
            .state
            .is_some()
            .then(|| ColumnFilter::words(("state", "state"), &UsState::ALL, UsState::name, filter.state));
        let (status, kind) = (("status", "status"), ("ticket_type", "kind"));
        let others = [
            ColumnFilter::words(status, ReportStatus::ALL, ReportStatus::as_str, filter.status),
            ColumnFilter::words(kind, TicketReportType::ALL, TicketReportType::as_str, filter.kind),
            ColumnFilter::flag(("is_solved", "is_solved"), filter.is_solved),
        ];
        state.into_iter().chain(others).collect()
    }

    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch> {
        let drivers = find_matching_drivers(connection, search)?;
        Ok(build_report_search(search, condition_on_drivers(binds, drivers)))
    }

    fn user_search_condition(_: &mut PgConnection, _: &mut Binds, search: &Search) -> QueryResult<String> {
        Ok(build_report_search(search, None).condition())
    }

    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<MissingTicketReport>> {
        store.entities::<ReportRow, _>(
            missing_ticket_reports::table
                .filter(missing_ticket_reports::id.eq_any(ids))
                .select(ReportRow::as_select()),
        )
    }
}

/// Builds the search for reports by state, kind, id and user id. If `condition_on_drivers` is given, the
/// search also finds reports that meet this SQL condition.
fn build_report_search(search: &Search, condition_on_drivers: Option<String>) -> ListSearch {
    let found = |words: Vec<&'static str>| -> Vec<String> {
        words.into_iter().filter(|word| search.occurs_in(word)).map(sql_literal).collect()
    };
    let states = found(UsState::ALL.iter().map(|state| state.name()).collect());
    let kinds = found(TicketReportType::ALL.iter().map(|kind| kind.as_str()).collect());
    let condition = |kind: &str| {
        let of = |column: &str, words: &[String]| {
            (!words.is_empty()).then(|| format!("{column} IN ({})", words.join(", ")))
        };
        join_with_or(&[of("state", &states), of(kind, &kinds)].into_iter().flatten().collect::<Vec<_>>())
    };
    let is_grouped = !(states.is_empty() && kinds.is_empty());
    let rare: Vec<String> =
        conditions_on_ids(search, &["id", "user_id"]).chain(condition_on_drivers).collect();
    if !is_grouped && rare.is_empty() {
        return ListSearch::Never;
    }
    ListSearch::Grouped(GroupedSearch {
        tally: is_grouped.then(|| ("reports", condition("kind"))),
        common: is_grouped.then(|| condition("ticket_type")),
        rare,
    })
}

impl StoredList for VehicleUpdateList {
    const SOURCE: Source = Source {
        table: "users",
        tally: "vehicle_updates",
        within: "vehicle_info_added_at IS NOT NULL AND closed_at IS NULL",
    };
    const FORMULAS: VehicleUpdateSummary<Formulas> =
        VehicleUpdateSummary { total: "sum(n)", with_plates: "sum(n) FILTER (WHERE has_plate)" };

    fn sort_key(sort: RequestSort) -> Key {
        key_by_request_or_id(sort, "vehicle_info_added_at")
    }

    fn column_filters(filter: &VehicleUpdateFilter) -> Vec<ColumnFilter> {
        vec![ColumnFilter::flag(("is_vehicle_update_solved", "is_solved"), filter.is_solved)]
    }

    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch> {
        Ok(build_text_search(&conditions_on_users(connection, binds, search)?))
    }

    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<User>> {
        users_by_ids(store, ids)
    }
}

/// Returns the key for sorting users who made a request: by `request_column`, which has the time of the
/// request, or by id.
pub(super) fn key_by_request_or_id(sort: RequestSort, request_column: &'static str) -> Key {
    match sort {
        RequestSort::RequestedAt => Key { is_whole: true, has_words: true, ..key_by(request_column) },
        RequestSort::Id => BY_ID,
    }
}

impl StoredList for StatusRequestList {
    const SOURCE: Source = Source {
        table: "users",
        tally: "status_requests",
        within: "status_requested_at IS NOT NULL AND closed_at IS NULL",
    };
    const FORMULAS: StatusRequestSummary<Formulas> = StatusRequestSummary {
        total: "sum(n)",
        states: "(SELECT count(*) FROM (SELECT state FROM list_tallies WHERE list = 'status_requests' AND state IS NOT NULL
            GROUP BY state HAVING sum(n) > 0) AS states)",
        with_license_numbers: "sum(n) FILTER (WHERE has_license_number)",
    };

    fn sort_key(sort: RequestSort) -> Key {
        key_by_request_or_id(sort, "status_requested_at")
    }

    fn column_filters(filter: &StatusRequestFilter) -> Vec<ColumnFilter> {
        // Without a filter by state, an index without the state is used, because merging the ranges of all
        // states would be slow.
        let state = filter
            .state
            .is_some()
            .then(|| ColumnFilter::words(("state", "state"), &UsState::ALL, UsState::name, filter.state));
        let solved = ColumnFilter::flag(("is_status_request_solved", "is_solved"), filter.is_solved);
        state.into_iter().chain([solved]).collect()
    }

    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch> {
        Ok(build_text_search(&conditions_on_users(connection, binds, search)?))
    }

    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<StatusRequest>> {
        let with_digits: Vec<i32> = store.load(
            users::table
                .filter(users::id.eq_any(ids))
                .filter(users::sealed_ssn.is_not_null())
                .select(users::id),
        )?;
        let users = users_by_ids(store, ids)?;
        Ok(users
            .into_iter()
            .map(|user| StatusRequest { has_digits: with_digits.contains(&user.id.0), user })
            .collect())
    }
}

impl StoredList for TextRequestList {
    const SOURCE: Source = Source { table: "text_notification_requests", tally: "texts", within: "true" };
    const FORMULAS: TextNotificationSummary<Formulas> =
        TextNotificationSummary { total: "sum(n)", pending: "sum(n) FILTER (WHERE NOT is_sent)" };

    fn sort_key(NewestFirst: NewestFirst) -> Key {
        BY_ID
    }

    fn column_filters(filter: &TextRequestFilter) -> Vec<ColumnFilter> {
        vec![
            ColumnFilter::flag(("is_sent", "is_sent"), filter.is_sent),
            ColumnFilter::flag(("is_solved", "is_solved"), filter.is_solved),
        ]
    }

    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch> {
        let mut conditions = conditions_on_text_requests(binds, search);
        conditions.extend(condition_on_drivers(binds, find_matching_drivers(connection, search)?));
        Ok(build_text_search(&conditions))
    }

    fn user_search_condition(
        _: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<String> {
        Ok(build_text_search(&conditions_on_text_requests(binds, search)).condition())
    }

    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<TextNotificationRequest>> {
        let rows: Vec<TextRequestRow> = store.load(
            text_notification_requests::table
                .filter(text_notification_requests::id.eq_any(ids))
                .select(TextRequestRow::as_select()),
        )?;
        Ok(rows.into_iter().map(Into::into).collect())
    }
}

/// Returns SQL conditions that match a search against a text request's id, user id and phone number.
fn conditions_on_text_requests(binds: &mut Binds, search: &Search) -> Vec<String> {
    let in_phone = search.in_phone().map(|digits| phone_condition(binds, &digits));
    conditions_on_ids(search, &["id", "user_id"]).chain(in_phone).collect()
}
