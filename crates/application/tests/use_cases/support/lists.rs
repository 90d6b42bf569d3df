//! The lists over the tables in memory: whose rows they are. Filters, sorts and counts are the database's own.

use domain::accounts::user::User;
use domain::help::inquiry::HelpInquiry;
use domain::legal_help::hire::LawyerHire;
use domain::payments::payment::PaymentTransaction;
use domain::requests::report::MissingTicketReport;
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::ids::UserId;
use ports::back_office::lists::{
    HireQuery, HireSummary, InquiryQuery, InquirySummary, Lists, ReportQuery, ReportSummary, StatusRequest,
    StatusRequestQuery, StatusRequestSummary, TextRequestQuery, TextRequestSummary, TransactionFilter,
    TransactionQuery, TransactionTotals, UnsolvedCounts, UserQuery, VehicleUpdateQuery, VehicleUpdateSummary,
};
use ports::shared::paging::Paged;
use ports::shared::store_error::{StoreError, StoreResult};

use super::repositories::paged;
use super::unit::Unit;

fn is_of(owner: UserId, asked: Option<UserId>) -> bool {
    asked.is_none_or(|asked| asked == owner)
}

impl Lists for Unit<'_> {
    fn list_users(&mut self, query: &UserQuery) -> StoreResult<Paged<User>> {
        Ok(paged(&self.tables.users, |_| true, query.page))
    }

    fn list_hires(&mut self, query: &HireQuery) -> StoreResult<Paged<LawyerHire>> {
        let hires: Vec<_> = self.tables.hires.iter().map(|hire| self.with_refund(hire)).collect();
        Ok(paged(&hires, |hire| is_of(hire.user_id, query.filter.user), query.page))
    }

    fn list_transactions(&mut self, query: &TransactionQuery) -> StoreResult<Paged<PaymentTransaction>> {
        Ok(paged(&self.tables.transactions, |record| is_of(record.user_id, query.filter.user), query.page))
    }

    fn list_reports(&mut self, query: &ReportQuery) -> StoreResult<Paged<MissingTicketReport>> {
        Ok(paged(&self.tables.reports, |report| is_of(report.user_id, query.filter.user), query.page))
    }

    fn list_vehicle_updates(&mut self, query: &VehicleUpdateQuery) -> StoreResult<Paged<User>> {
        Ok(paged(&self.tables.users, |user| user.vehicle_info_added_at.is_some(), query.page))
    }

    fn list_status_requests(&mut self, _: &StatusRequestQuery) -> StoreResult<Paged<StatusRequest>> {
        not_here()
    }

    fn list_inquiries(&mut self, query: &InquiryQuery) -> StoreResult<Paged<HelpInquiry>> {
        Ok(paged(&self.tables.inquiries, |inquiry| is_of(inquiry.user_id, query.filter.user), query.page))
    }

    fn list_text_requests(
        &mut self,
        query: &TextRequestQuery,
    ) -> StoreResult<Paged<TextNotificationRequest>> {
        let user = query.filter.user;
        Ok(paged(&self.tables.text_requests, |request| user.is_none() || request.user_id == user, query.page))
    }

    fn hire_summary(&mut self) -> StoreResult<HireSummary> {
        not_here()
    }

    fn transaction_totals(&mut self, _: &TransactionFilter) -> StoreResult<TransactionTotals> {
        not_here()
    }

    fn report_summary(&mut self) -> StoreResult<ReportSummary> {
        not_here()
    }

    fn vehicle_update_summary(&mut self) -> StoreResult<VehicleUpdateSummary> {
        not_here()
    }

    fn status_request_summary(&mut self) -> StoreResult<StatusRequestSummary> {
        not_here()
    }

    fn inquiry_summary(&mut self) -> StoreResult<InquirySummary> {
        not_here()
    }

    fn text_request_summary(&mut self) -> StoreResult<TextRequestSummary> {
        not_here()
    }

    fn unsolved_counts(&mut self) -> StoreResult<UnsolvedCounts> {
        not_here()
    }

    fn fold_tallies(&mut self) -> StoreResult<usize> {
        Ok(0)
    }
}

/// Sums and filters are the database's: its own tests have them.
fn not_here<T>() -> StoreResult<T> {
    Err(StoreError::Failed("not in memory".into()))
}
