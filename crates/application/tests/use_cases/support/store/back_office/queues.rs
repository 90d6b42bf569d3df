//! In-memory store of the back office's queues.

use domain::back_office::queue::Queue;
use domain::shared::ids::{HireId, UserId};
use ports::back_office::queues::{Queues, UnsolvedCounts};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::support::store::unit::Unit;

impl Unit<'_> {
    fn flag(&mut self, queue: Queue, id: i32) -> Option<&mut bool> {
        let tables = &mut *self.tables;
        let user = tables.users.iter_mut().find(|user| user.id == UserId(id));
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

impl Queues for Unit<'_> {
    fn unsolved_counts(&mut self) -> StoreResult<UnsolvedCounts> {
        Err(StoreError::Failed("the database's own tests count".into()))
    }

    fn lock_queue_record(&mut self, queue: Queue, id: i32) -> StoreResult<Option<bool>> {
        self.must_be_transaction();
        Ok(self.flag(queue, id).copied())
    }

    fn set_solved(&mut self, queue: Queue, id: i32, solved: bool) -> StoreResult<()> {
        self.must_be_transaction();
        *self.flag(queue, id).unwrap() = solved;
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
        let own = self.tables.sealed_digits.iter().rev().find(|(owner, _)| *owner == user);
        Ok(own.map(|(_, sealed)| sealed.clone()))
    }
}
