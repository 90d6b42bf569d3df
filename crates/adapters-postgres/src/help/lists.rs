//! The list of help inquiries: how it lies in the database.

use diesel::{ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper};
use domain::help::inquiry::{HelpInquiry, InquiryKind, InquiryStatus};
use domain::shared::search::Search;
use ports::help::lists::{HelpInquirySummary, InquiryFilter, InquiryList};
use ports::shared::list::Newest;
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Formulas;

use crate::help::rows::InquiryRow;
use crate::lists::listed::Listed;
use crate::lists::search::{Sought, contains, in_phone, is_number, text};
use crate::lists::shape::{BY_ID, Dimension, Key, Source};
use crate::lists::statement::Binds;
use crate::schema::help_inquiries;
use crate::shared::rows::entities;
use crate::store::PgStore;

impl Listed for InquiryList {
    const SOURCE: Source = Source { table: "help_inquiries", tally: "inquiries", within: "true" };
    const FORMULAS: HelpInquirySummary<Formulas> = HelpInquirySummary {
        total: "sum(n)",
        pending: "sum(n) FILTER (WHERE status = 'pending')",
        chat: "sum(n) FILTER (WHERE kind = 'chat')",
        callback: "sum(n) FILTER (WHERE kind = 'callback')",
    };

    fn key(Newest: Newest) -> Key {
        BY_ID
    }

    fn dimensions(filter: &InquiryFilter) -> Vec<Dimension> {
        let (kind, status) = (("type", "kind"), ("status", "status"));
        vec![
            Dimension::words(kind, InquiryKind::ALL, InquiryKind::as_str, filter.kind),
            Dimension::words(status, InquiryStatus::ALL, InquiryStatus::as_str, filter.status),
            Dimension::flag(("is_solved", "is_solved"), filter.is_solved),
        ]
    }

    fn sought(_: &mut PgConnection, binds: &mut Binds, search: &Search) -> QueryResult<Sought> {
        let mut conditions: Vec<String> = is_number(search, &["id", "user_id"]).collect();
        conditions.extend(search.text().map(|text| contains(binds, "lower(message)", text)));
        conditions.extend(search.in_phone().map(|digits| in_phone(binds, &digits)));
        Ok(text(&conditions))
    }

    fn records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<HelpInquiry>> {
        let rows: Vec<InquiryRow> = store.run(|connection| {
            help_inquiries::table
                .filter(help_inquiries::id.eq_any(ids))
                .select(InquiryRow::as_select())
                .load(connection)
        })?;
        entities(rows)
    }
}
