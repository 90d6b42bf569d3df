use diesel::{
    ExpressionMethods, OptionalExtension, PgConnection, QueryDsl, QueryResult, RunQueryDsl, update,
};
use domain::back_office::queue::Queue;
use domain::shared::ids::{HireId, UserId};
use ports::back_office::queues::{Queues, UnsolvedCounts};
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Formulas;

use crate::lists::totals::sum_tallies;
use crate::store::PgStore;
use schema::{help_inquiries, lawyer_hires, missing_ticket_reports, text_notification_requests, users};

/// Selects a row's solved flag, and locks the row until the transaction ends.
macro_rules! held {
    ($connection:expr, $rows:expr, $flag:expr) => {
        $rows.select($flag).for_no_key_update().first($connection).optional()
    };
}

/// Sets a row's `is_solved` flag.
macro_rules! set {
    ($connection:expr, $table:ident, $id:expr, $solved:expr) => {
        update($table::table.find($id)).set($table::is_solved.eq($solved)).execute($connection)
    };
}

const QUEUES: &str = "list IN ('hires', 'vehicle_updates', 'reports', 'inquiries', 'status_requests', 'texts', 'chargebacks') AND NOT is_solved";

const UNSOLVED: UnsolvedCounts<Formulas> = UnsolvedCounts {
    lawyer_hires: "sum(n) FILTER (WHERE list = 'hires')",
    vehicle_updates: "sum(n) FILTER (WHERE list = 'vehicle_updates')",
    missing_tickets: "sum(n) FILTER (WHERE list = 'reports')",
    help_inquiries: "sum(n) FILTER (WHERE list = 'inquiries')",
    status_requests: "sum(n) FILTER (WHERE list = 'status_requests')",
    text_notifications: "sum(n) FILTER (WHERE list = 'texts')",
    chargebacks: "sum(n) FILTER (WHERE list = 'chargebacks')",
    // The table `tallies` doesn't count waiting citations, replies, added items and hardship requests, so they
    // are counted here, up to 1,000 each.
    citations: "(SELECT count(*) FROM (SELECT FROM waiting_citations
        WHERE stored_at IS NOT NULL AND candidate_id IS NOT NULL LIMIT 1000) AS waiting)",
    text_replies: "(SELECT count(*) FROM (SELECT FROM notice_replies WHERE NOT is_solved LIMIT 1000) AS waiting)",
    added_items: "(SELECT count(*) FROM (SELECT FROM added_items WHERE status = 'being_checked' LIMIT 1000) AS waiting)",
    hardship_requests: "(SELECT count(*) FROM (SELECT FROM hardship_requests WHERE answered_at IS NULL LIMIT 1000) AS waiting)",
};

impl Queues for PgStore<'_> {
    fn unsolved_counts(&mut self) -> StoreResult<UnsolvedCounts> {
        self.run(|connection| sum_tallies(connection, &UNSOLVED, QUEUES))
    }

    fn lock_queue_record(&mut self, queue: Queue, id: i32) -> StoreResult<Option<bool>> {
        self.run(|connection| lock_queue_record(connection, queue, id))
    }

    fn set_solved(&mut self, queue: Queue, id: i32, is_solved: bool) -> StoreResult<()> {
        self.run(|connection| set_solved(connection, queue, id, is_solved))?;
        Ok(())
    }

    fn mark_hire_seen(&mut self, id: HireId) -> StoreResult<()> {
        self.execute(update(lawyer_hires::table.find(id.0)).set(lawyer_hires::is_seen_by_admin.eq(true)))
    }

    fn sealed_digits(&mut self, user: UserId) -> StoreResult<Option<Vec<u8>>> {
        let sealed: Option<Option<Vec<u8>>> = self
            .first(users::table.find(user.0).filter(users::closed_at.is_null()).select(users::sealed_ssn))?;
        Ok(sealed.flatten())
    }
}

/// Locks the record `id` of a queue, and returns whether it is solved. Returns `None` if the queue has no such record.
fn lock_queue_record(connection: &mut PgConnection, queue: Queue, id: i32) -> QueryResult<Option<bool>> {
    let open_user = || users::table.find(id).filter(users::closed_at.is_null());
    match queue {
        Queue::TextNotification => {
            held!(
                connection,
                text_notification_requests::table.find(id),
                text_notification_requests::is_solved
            )
        }
        Queue::LawyerHire => held!(connection, lawyer_hires::table.find(id), lawyer_hires::is_solved),
        Queue::MissingTicket => {
            held!(connection, missing_ticket_reports::table.find(id), missing_ticket_reports::is_solved)
        }
        Queue::VehicleUpdate => held!(
            connection,
            open_user().filter(users::vehicle_info_added_at.is_not_null()),
            users::is_vehicle_update_solved
        ),
        Queue::StatusRequest => held!(
            connection,
            open_user().filter(users::status_requested_at.is_not_null()),
            users::is_status_request_solved
        ),
        Queue::HelpInquiry => held!(connection, help_inquiries::table.find(id), help_inquiries::is_solved),
    }
}

/// Sets whether the record `id` of a queue is solved, and returns the number of changed rows. Solving a
/// status request also deletes the driver's SSN digits.
fn set_solved(connection: &mut PgConnection, queue: Queue, id: i32, is_solved: bool) -> QueryResult<usize> {
    match queue {
        Queue::TextNotification => set!(connection, text_notification_requests, id, is_solved),
        Queue::LawyerHire => set!(connection, lawyer_hires, id, is_solved),
        Queue::MissingTicket => set!(connection, missing_ticket_reports, id, is_solved),
        Queue::VehicleUpdate => update(users::table.find(id))
            .set(users::is_vehicle_update_solved.eq(is_solved))
            .execute(connection),
        Queue::StatusRequest if is_solved => update(users::table.find(id))
            .set((users::is_status_request_solved.eq(true), users::sealed_ssn.eq(None::<Vec<u8>>)))
            .execute(connection),
        Queue::StatusRequest => {
            update(users::table.find(id)).set(users::is_status_request_solved.eq(false)).execute(connection)
        }
        Queue::HelpInquiry => set!(connection, help_inquiries, id, is_solved),
    }
}
