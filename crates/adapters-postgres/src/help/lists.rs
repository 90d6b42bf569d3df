//! The list of help inquiries: its queries and its search.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Integer};
use diesel::{
    ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper, sql_query,
};
use domain::help::inquiry::{HelpInquiry, InquiryKind, InquiryStatus, LastMessage, SenderType};
use domain::shared::search::Search;
use ports::help::lists::{HelpInquirySummary, InquiryFilter, InquiryList, InquirySort};
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Formulas;

use crate::accounts::lists::find_matching_drivers;
use crate::help::rows::InquiryRow;
use crate::lists::listed::StoredList;
use crate::lists::search::{
    ListSearch, build_text_search, condition_on_column, condition_on_drivers, conditions_on_ids,
    phone_condition,
};
use crate::lists::shape::{BY_ID, ColumnFilter, Key, Source, key_by};
use crate::lists::statement::Binds;
use crate::shared::rows::{convert_rows, row_by_name};
use crate::store::PgStore;
use schema::help_inquiries;

impl StoredList for InquiryList {
    const SOURCE: Source = Source { table: "help_inquiries", tally: "inquiries", within: "true" };
    const FORMULAS: HelpInquirySummary<Formulas> = HelpInquirySummary {
        total: "sum(n)",
        pending: "sum(n) FILTER (WHERE status = 'pending')",
        chat: "sum(n) FILTER (WHERE kind = 'chat')",
        callback: "sum(n) FILTER (WHERE kind = 'callback')",
    };

    fn sort_key(sort: InquirySort) -> Key {
        match sort {
            InquirySort::Id => BY_ID,
            InquirySort::Waiting => key_by(WAITING_SINCE),
        }
    }

    fn column_filters(filter: &InquiryFilter) -> Vec<ColumnFilter> {
        let (kind, status) = (("type", "kind"), ("status", "status"));
        vec![
            ColumnFilter::words(kind, InquiryKind::ALL, InquiryKind::as_str, filter.kind),
            ColumnFilter::words(status, InquiryStatus::ALL, InquiryStatus::as_str, filter.status),
            ColumnFilter::flag(("is_solved", "is_solved"), filter.is_solved),
        ]
    }

    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch> {
        let mut conditions = conditions_on_inquiries(binds, search);
        conditions.extend(condition_on_drivers(binds, find_matching_drivers(connection, search)?));
        Ok(build_text_search(&conditions))
    }

    fn user_search_condition(
        _: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<String> {
        Ok(build_text_search(&conditions_on_inquiries(binds, search)).condition())
    }

    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<HelpInquiry>> {
        let rows: Vec<InquiryRow> = store.load(
            help_inquiries::table.filter(help_inquiries::id.eq_any(ids)).select(InquiryRow::as_select()),
        )?;
        let mut inquiries: Vec<HelpInquiry> = convert_rows(rows)?;
        let mut messages = store.run(|connection| last_messages(connection, ids))?;
        for inquiry in &mut inquiries {
            inquiry.last_said = messages.remove(&inquiry.id.0);
        }
        Ok(inquiries)
    }
}

/// SQL expression for when the driver started to wait for an answer, written exactly as in its index. For inquiries
/// that need no answer, the expression is `infinity`, so that they come last.
const WAITING_SINCE: &str = "(CASE WHEN is_answered OR status = 'resolved' THEN timestamptz 'infinity' \
    ELSE coalesce(waiting_since, created_at) END)";

/// Selects the newest message of each inquiry. For each inquiry, reads only one row of the messages' index.
const LAST_SAID: &str = "
    SELECT inquiry.id, said.sender_type, left(said.message, $2::integer) AS beginning, said.created_at
    FROM unnest($1::integer[]) AS inquiry (id), LATERAL (
        SELECT sender_type, message, created_at FROM chat_messages
        WHERE help_inquiry_id = inquiry.id ORDER BY chat_messages.id DESC LIMIT 1
    ) AS said";

row_by_name! {
    struct LastMessageRow {
        id: i32,
        sender_type: String,
        beginning: String,
        created_at: DateTime<Utc>,
    }
}

/// Returns the newest message of each inquiry in `ids`, by the inquiry's id. Long messages are shortened.
fn last_messages(connection: &mut PgConnection, ids: &[i32]) -> QueryResult<HashMap<i32, LastMessage>> {
    let max_chars = i32::try_from(LastMessage::MAX_CHARS).unwrap_or(i32::MAX);
    // SQL: the query builder has no LATERAL. Here, LATERAL finds the newest message of each inquiry.
    let rows: Vec<LastMessageRow> =
        sql_query(LAST_SAID).bind::<Array<Integer>, _>(ids).bind::<Integer, _>(max_chars).load(connection)?;
    let to_last_message = |row: LastMessageRow| {
        let by = SenderType::parse(&row.sender_type)?;
        Some((row.id, LastMessage { by, beginning: row.beginning, at: row.created_at }))
    };
    Ok(rows.into_iter().filter_map(to_last_message).collect())
}

/// Returns SQL conditions that match a search against an inquiry's id, user id, message and phone number.
fn conditions_on_inquiries(binds: &mut Binds, search: &Search) -> Vec<String> {
    let mut conditions: Vec<String> = conditions_on_ids(search, &["id", "user_id"]).collect();
    conditions.extend(condition_on_column(binds, "search_fold(message)", search));
    conditions.extend(search.in_phone().map(|digits| phone_condition(binds, &digits)));
    conditions
}
