//! The back office's lists and their counts.

mod search;
mod shape;
mod slice;
mod statement;
mod tables;
mod totals;

use diesel::{ExpressionMethods, NullableExpressionMethods, QueryDsl, RunQueryDsl, SelectableHelper};
use domain::accounts::user::User;
use domain::help::inquiry::HelpInquiry;
use domain::legal_help::hire::LawyerHire;
use domain::payments::payment::PaymentTransaction;
use domain::requests::report::MissingTicketReport;
use domain::requests::text_request::TextNotificationRequest;
use ports::back_office::lists::{
    HireQuery, HireSummary, InquiryQuery, InquirySummary, Lists, ReportQuery, ReportSummary, StatusRequest,
    StatusRequestQuery, StatusRequestSummary, TextRequestQuery, TextRequestSummary, TransactionFilter,
    TransactionQuery, TransactionTotals, UnsolvedCounts, UserQuery, VehicleUpdateQuery, VehicleUpdateSummary,
};
use ports::shared::paging::Paged;
use ports::shared::store_error::StoreResult;

use crate::accounts::user_rows::UserRow;
use crate::help::rows::InquiryRow;
use crate::legal_help::hire_rows::{HireRow, HireWithPayment};
use crate::payments::rows::TransactionRow;
use crate::requests::rows::{ReportRow, TextRequestRow};
use crate::schema::{
    help_inquiries, lawyer_hires, missing_ticket_reports, payment_transactions, payments,
    text_notification_requests, users,
};
use crate::shared::rows::entities;
use crate::store::PgStore;
use slice::{Slice, Sought, of_user, slice};
use statement::Binds;

/// The records of a slice, in its order.
fn in_order<T>(slice: &Slice, records: Vec<T>, id: impl Fn(&T) -> i32) -> Paged<T> {
    let mut found: std::collections::HashMap<i32, T> =
        records.into_iter().map(|record| (id(&record), record)).collect();
    let items = slice.ids.iter().filter_map(|id| found.remove(id)).collect();
    Paged { items, total: slice.total, is_least: slice.is_least }
}

impl PgStore<'_> {
    fn users_of(&mut self, slice: &Slice) -> StoreResult<Paged<User>> {
        let rows: Vec<UserRow> = self.run(|connection| {
            users::table.filter(users::id.eq_any(&slice.ids)).select(UserRow::as_select()).load(connection)
        })?;
        Ok(in_order(slice, entities(rows)?, |user: &User| user.id.0))
    }
}

impl Lists for PgStore<'_> {
    fn list_users(&mut self, query: &UserQuery) -> StoreResult<Paged<User>> {
        let mut binds = Binds::default();
        let shape = tables::users(query, &mut binds);
        let search = query.filter.search.as_ref();
        let sought = search.map_or(Sought::Every, |search| search::in_users(&mut binds, false, search));
        let found = self.run(|connection| slice(connection, &shape, &sought, &binds))?;
        self.users_of(&found)
    }

    fn list_hires(&mut self, query: &HireQuery) -> StoreResult<Paged<LawyerHire>> {
        let mut binds = Binds::default();
        let shape = tables::hires(query, &mut binds);
        let (user, search) = (query.filter.user, query.filter.search.as_ref());
        let ids = ["user_id", "ticket_id"];
        let found = self.run(|connection| match (user, search) {
            (None, None) => slice(connection, &shape, &Sought::Every, &binds),
            (None, Some(search)) => {
                let sought = search::in_payments(connection, &mut binds, "hire_labels", &ids, search)?;
                slice(connection, &shape, &sought, &binds)
            }
            (Some(user), search) => {
                let sought = own(search, |search| search::in_own_payments(&mut binds, &ids, search));
                of_user(connection, &shape, user.0, &sought, &binds)
            }
        })?;
        let rows: Vec<HireWithPayment> = self.run(|connection| {
            lawyer_hires::table
                .left_join(payments::table)
                .filter(lawyer_hires::id.eq_any(&found.ids))
                .select((HireRow::as_select(), (payments::status, payments::provider_refund_id).nullable()))
                .load(connection)
        })?;
        Ok(in_order(&found, entities(rows)?, |hire: &LawyerHire| hire.id.0))
    }

    fn list_transactions(&mut self, query: &TransactionQuery) -> StoreResult<Paged<PaymentTransaction>> {
        let mut binds = Binds::default();
        let shape = tables::transactions(query, &mut binds);
        let (user, search) = (query.filter.user, query.filter.search.as_ref());
        let found = self.run(|connection| match (user, search) {
            (None, None) => slice(connection, &shape, &Sought::Every, &binds),
            (None, Some(search)) => {
                let sought = totals::sought_transactions(connection, &mut binds, search)?;
                slice(connection, &shape, &sought, &binds)
            }
            (Some(user), search) => {
                let sought = own(search, |search| search::in_own_payments(&mut binds, &["user_id"], search));
                of_user(connection, &shape, user.0, &sought, &binds)
            }
        })?;
        let rows: Vec<TransactionRow> = self.run(|connection| {
            payment_transactions::table
                .filter(payment_transactions::id.eq_any(&found.ids))
                .select(TransactionRow::as_select())
                .load(connection)
        })?;
        Ok(in_order(&found, entities(rows)?, |record: &PaymentTransaction| record.id.0))
    }

    fn list_reports(&mut self, query: &ReportQuery) -> StoreResult<Paged<MissingTicketReport>> {
        let mut binds = Binds::default();
        let shape = tables::reports(query, &mut binds);
        let sought = query.filter.search.as_ref().map_or(Sought::Every, search::in_reports);
        let found = self.run(|connection| match query.filter.user {
            None => slice(connection, &shape, &sought, &binds),
            Some(user) => of_user(connection, &shape, user.0, &sought.condition(), &binds),
        })?;
        let rows: Vec<ReportRow> = self.run(|connection| {
            missing_ticket_reports::table
                .filter(missing_ticket_reports::id.eq_any(&found.ids))
                .select(ReportRow::as_select())
                .load(connection)
        })?;
        Ok(in_order(&found, entities(rows)?, |report: &MissingTicketReport| report.id.0))
    }

    fn list_vehicle_updates(&mut self, query: &VehicleUpdateQuery) -> StoreResult<Paged<User>> {
        let mut binds = Binds::default();
        let shape = tables::vehicle_updates(query, &mut binds);
        let search = query.filter.search.as_ref();
        let sought = search.map_or(Sought::Every, |search| search::in_users(&mut binds, true, search));
        let found = self.run(|connection| slice(connection, &shape, &sought, &binds))?;
        self.users_of(&found)
    }

    fn list_status_requests(&mut self, query: &StatusRequestQuery) -> StoreResult<Paged<StatusRequest>> {
        let mut binds = Binds::default();
        let shape = tables::status_requests(query, &mut binds);
        let search = query.filter.search.as_ref();
        let sought = search.map_or(Sought::Every, |search| search::in_users(&mut binds, false, search));
        let found = self.run(|connection| slice(connection, &shape, &sought, &binds))?;
        let with_digits: Vec<i32> = self.run(|connection| {
            users::table
                .filter(users::id.eq_any(&found.ids))
                .filter(users::sealed_ssn.is_not_null())
                .select(users::id)
                .load(connection)
        })?;
        let users = self.users_of(&found)?;
        let request = |user: User| StatusRequest { has_digits: with_digits.contains(&user.id.0), user };
        Ok(Paged {
            items: users.items.into_iter().map(request).collect(),
            total: users.total,
            is_least: users.is_least,
        })
    }

    fn list_inquiries(&mut self, query: &InquiryQuery) -> StoreResult<Paged<HelpInquiry>> {
        let mut binds = Binds::default();
        let shape = tables::inquiries(query, &mut binds);
        let search = query.filter.search.as_ref();
        let sought = search.map_or(Sought::Every, |search| search::in_inquiries(&mut binds, search));
        let found = self.run(|connection| match query.filter.user {
            None => slice(connection, &shape, &sought, &binds),
            Some(user) => of_user(connection, &shape, user.0, &sought.condition(), &binds),
        })?;
        let rows: Vec<InquiryRow> = self.run(|connection| {
            help_inquiries::table
                .filter(help_inquiries::id.eq_any(&found.ids))
                .select(InquiryRow::as_select())
                .load(connection)
        })?;
        Ok(in_order(&found, entities(rows)?, |inquiry: &HelpInquiry| inquiry.id.0))
    }

    fn list_text_requests(
        &mut self,
        query: &TextRequestQuery,
    ) -> StoreResult<Paged<TextNotificationRequest>> {
        let mut binds = Binds::default();
        let shape = tables::text_requests(query, &mut binds);
        let search = query.filter.search.as_ref();
        let sought = search.map_or(Sought::Every, |search| search::in_text_requests(&mut binds, search));
        let found = self.run(|connection| match query.filter.user {
            None => slice(connection, &shape, &sought, &binds),
            Some(user) => of_user(connection, &shape, user.0, &sought.condition(), &binds),
        })?;
        let rows: Vec<TextRequestRow> = self.run(|connection| {
            text_notification_requests::table
                .filter(text_notification_requests::id.eq_any(&found.ids))
                .select(TextRequestRow::as_select())
                .load(connection)
        })?;
        let records = rows.into_iter().map(Into::into).collect();
        Ok(in_order(&found, records, |request: &TextNotificationRequest| request.id.0))
    }

    fn hire_summary(&mut self) -> StoreResult<HireSummary> {
        self.run(totals::hires)
    }

    fn transaction_totals(&mut self, filter: &TransactionFilter) -> StoreResult<TransactionTotals> {
        self.run(|connection| totals::transactions(connection, filter))
    }

    fn report_summary(&mut self) -> StoreResult<ReportSummary> {
        self.run(totals::reports)
    }

    fn vehicle_update_summary(&mut self) -> StoreResult<VehicleUpdateSummary> {
        self.run(totals::vehicle_updates)
    }

    fn status_request_summary(&mut self) -> StoreResult<StatusRequestSummary> {
        self.run(totals::status_requests)
    }

    fn inquiry_summary(&mut self) -> StoreResult<InquirySummary> {
        self.run(totals::inquiries)
    }

    fn text_request_summary(&mut self) -> StoreResult<TextRequestSummary> {
        self.run(totals::text_requests)
    }

    fn unsolved_counts(&mut self) -> StoreResult<UnsolvedCounts> {
        self.run(totals::unsolved)
    }

    fn fold_tallies(&mut self) -> StoreResult<usize> {
        self.run(totals::fold)
    }
}

fn own(
    search: Option<&domain::shared::search::Search>,
    condition: impl FnOnce(&domain::shared::search::Search) -> String,
) -> String {
    search.map_or_else(|| "true".to_owned(), condition)
}
