//! In-memory lists. A list has all records of a kind, or those of one user. Only the real database filters, sorts and
//! counts.

use domain::accounts::user::User;
use domain::help::inquiry::HelpInquiry;
use domain::legal_help::hire::LawyerHire;
use domain::payments::chargeback::Chargeback;
use domain::payments::payment::PaymentTransaction;
use domain::requests::report::MissingTicketReport;
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::ids::UserId;
use ports::requests::lists::StatusRequest;
use ports::shared::list::{List, Lists, Query, Tallies};
use ports::shared::paging::Paged;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::support::store::repositories::paged;
use crate::support::store::unit::Unit;

/// A kind of record that a list can show.
trait Kept: Clone {
    fn all(unit: &Unit<'_>) -> Vec<Self>;
    fn is_of(&self, user: UserId) -> bool;
}

impl<L: List<Row: Kept>> Lists<L> for Unit<'_> {
    fn list(&mut self, query: &Query<L>) -> StoreResult<Paged<L::Row>> {
        let is_owned = |record: &L::Row| query.user.is_none_or(|user| record.is_of(user));
        let is_older = |record: &L::Row| query.before.is_none_or(|before| L::id(record) < before);
        let records = L::Row::all(self);
        let total = records.iter().filter(|record| is_owned(record)).count();
        let page = paged(&records, |record| is_owned(record) && is_older(record), query.page);
        Ok(Paged { total: i64::try_from(total).unwrap(), ..page })
    }

    fn summary(&mut self, _: &Query<L>) -> StoreResult<L::Summary> {
        Err(StoreError::Failed("the database's own tests count".into()))
    }
}

impl Tallies for Unit<'_> {
    fn merge_count_increments(&mut self) -> StoreResult<usize> {
        Ok(0)
    }
}

macro_rules! kept {
    ($record:ident, $unit:ident => $all:expr, $own:ident => $owner:expr) => {
        impl Kept for $record {
            fn all($unit: &Unit<'_>) -> Vec<Self> {
                $all
            }

            fn is_of(&self, user: UserId) -> bool {
                let $own = self;
                $owner == user
            }
        }
    };
}

kept!(User, unit => unit.tables.users.clone(), user => user.id);
kept!(LawyerHire, unit => unit.tables.hires.iter().map(|hire| unit.with_refund(hire)).collect(), hire => hire.user_id);
kept!(PaymentTransaction, unit => unit.tables.transactions.clone(), transaction => transaction.user_id);
kept!(Chargeback, unit => unit.tables.chargebacks.clone(), chargeback => chargeback.user_id);
kept!(MissingTicketReport, unit => unit.tables.reports.clone(), report => report.user_id);
kept!(HelpInquiry, unit => unit.tables.inquiries.clone(), inquiry => inquiry.user_id);
kept!(TextNotificationRequest, unit => unit.tables.text_requests.clone(), request => request.user_id.unwrap());
kept!(StatusRequest, unit => {
    let users = unit.tables.users.iter().filter(|user| user.status_requested_at.is_some());
    let holds = |user: &User| unit.tables.sealed_digits.iter().any(|(id, _)| *id == user.id);
    users.map(|user| StatusRequest { has_digits: holds(user), user: user.clone() }).collect()
}, request => request.user.id);
