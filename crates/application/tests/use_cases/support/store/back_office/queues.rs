//! In-memory store of the back office's queues.

use chrono::{DateTime, Utc};
use domain::back_office::queue::Queue;
use domain::driving_record::added::CheckStatus;
use domain::shared::ids::{HireId, UserId};
use ports::back_office::queues::{Queues, UnsolvedCounts};
use ports::shared::store_error::StoreResult;

use crate::support::store::back_office::lists::count;
use crate::support::store::unit::Unit;

impl Unit<'_> {
    /// Returns a mutable reference to a record's solved flag; `None` if the queue
    /// has no such record.
    fn solved_flag(&mut self, queue: Queue, id: i32) -> Option<&mut bool> {
        let tables = &mut *self.tables;
        let is_open = tables.is_open(UserId(id));
        let user = tables.users.iter_mut().find(|user| is_open && user.id == UserId(id));
        match queue {
            Queue::TextNotification => {
                tables.text_requests.iter_mut().find(|row| row.id.0 == id).map(|row| &mut row.is_solved)
            }
            Queue::LawyerHire => {
                tables.hires.iter_mut().find(|row| row.id.0 == id).map(|row| &mut row.is_solved)
            }
            Queue::MissingTicket => {
                tables.reports.iter_mut().find(|row| row.id.0 == id).map(|row| &mut row.is_solved)
            }
            Queue::HelpInquiry => {
                tables.inquiries.iter_mut().find(|row| row.id.0 == id).map(|row| &mut row.is_solved)
            }
            Queue::VehicleUpdate => {
                let user = user?;
                user.vehicle_info_added_at.map(|_| &mut user.is_vehicle_update_solved)
            }
            Queue::StatusRequest => {
                let user = user?;
                user.status_requested_at.map(|_| &mut user.is_status_request_solved)
            }
        }
    }
}

impl Unit<'_> {
    /// Returns the times at which the unsolved records of a queue started to wait.
    pub(super) fn unsolved(&self, queue: Queue) -> Vec<DateTime<Utc>> {
        let tables = &*self.tables;
        match queue {
            Queue::TextNotification => {
                let open = tables.text_requests.iter().filter(|one| !one.is_solved);
                open.map(|one| one.requested_at).collect()
            }
            Queue::LawyerHire => {
                tables.hires.iter().filter(|one| !one.is_solved).map(|one| one.created_at).collect()
            }
            Queue::MissingTicket => {
                tables.reports.iter().filter(|one| !one.is_solved).map(|one| one.reported_at).collect()
            }
            Queue::HelpInquiry => {
                tables.inquiries.iter().filter(|one| !one.is_solved).map(|one| one.created_at).collect()
            }
            Queue::VehicleUpdate => {
                let open = tables.open_users().filter(|user| !user.is_vehicle_update_solved);
                open.filter_map(|user| user.vehicle_info_added_at).collect()
            }
            Queue::StatusRequest => {
                let open = tables.open_users().filter(|user| !user.is_status_request_solved);
                open.filter_map(|user| user.status_requested_at).collect()
            }
        }
    }
}

impl Queues for Unit<'_> {
    fn unsolved_counts(&mut self) -> StoreResult<UnsolvedCounts> {
        let of = |queue| count(&self.unsolved(queue), |_| true);
        let tables = &*self.tables;
        Ok(UnsolvedCounts {
            lawyer_hires: of(Queue::LawyerHire),
            vehicle_updates: of(Queue::VehicleUpdate),
            missing_tickets: of(Queue::MissingTicket),
            help_inquiries: of(Queue::HelpInquiry),
            status_requests: of(Queue::StatusRequest),
            text_notifications: of(Queue::TextNotification),
            chargebacks: count(&tables.chargebacks, |one| one.status.needs_response()),
            citations: count(&tables.imports.waiting, |one| one.is_stored && one.line.candidate.is_some()),
            text_replies: count(&tables.notices.replies, |(_, reply)| !reply.is_solved),
            added_items: count(&tables.added, |one| one.status == CheckStatus::BeingChecked),
            hardship_requests: count(&tables.hardship, |one| one.answer.is_none()),
        })
    }

    fn lock_queue_record(&mut self, queue: Queue, id: i32) -> StoreResult<Option<bool>> {
        self.must_be_transaction();
        Ok(self.solved_flag(queue, id).copied())
    }

    fn set_solved(&mut self, queue: Queue, id: i32, solved: bool) -> StoreResult<()> {
        self.must_be_transaction();
        *self.solved_flag(queue, id).unwrap() = solved;
        if queue == Queue::StatusRequest && solved {
            self.tables.sealed_digits.retain(|(user, _)| *user != UserId(id));
        }
        Ok(())
    }

    fn mark_hire_seen(&mut self, id: HireId) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.hires.iter_mut().find(|hire| hire.id == id).unwrap().is_seen_by_admin = true;
        Ok(())
    }

    fn sealed_digits(&mut self, user: UserId) -> StoreResult<Option<Vec<u8>>> {
        let tables = &*self.tables;
        let own = tables.sealed_digits.iter().rev().find(|(owner, _)| *owner == user && tables.is_open(user));
        Ok(own.map(|(_, sealed)| sealed.clone()))
    }
}
