//! The list of help inquiries: how it lies in the database.

use diesel::{ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper};
use domain::help::inquiry::{HelpInquiry, InquiryKind, InquiryStatus};
use domain::shared::search::Search;
use ports::help::lists::{HelpInquirySummary, InquiryFilter, InquiryList};
use ports::shared::list::Newest;
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Formulas;

use crate::accounts::lists::drivers_named;
use crate::help::rows::InquiryRow;
use crate::lists::listed::Listed;
use crate::lists::search::{Sought, in_phone, is_found, is_number, of_drivers, text};
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

    fn sought(connection: &mut PgConnection, binds: &mut Binds, search: &Search) -> QueryResult<Sought> {
        let mut conditions = in_inquiries(binds, search);
        conditions.extend(of_drivers(binds, drivers_named(connection, search)?));
        Ok(text(&conditions))
    }

    fn sought_of_user(_: &mut PgConnection, binds: &mut Binds, search: &Search) -> QueryResult<String> {
        Ok(text(&in_inquiries(binds, search)).condition())
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

fn in_inquiries(binds: &mut Binds, search: &Search) -> Vec<String> {
    let mut conditions: Vec<String> = is_number(search, &["id", "user_id"]).collect();
    conditions.extend(is_found(binds, "lower(message)", search));
    conditions.extend(search.in_phone().map(|digits| in_phone(binds, &digits)));
    conditions
}
