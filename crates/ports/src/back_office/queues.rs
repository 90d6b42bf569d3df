//! The back office's queues: counting, locking and solving their records, marking hires as seen, and the
//! encrypted SSN digits of status requests.

use domain::back_office::queue::Queue;
use domain::shared::ids::{HireId, UserId};

use crate::shared::store_error::StoreResult;
use crate::shared::summary::summary;

summary! {
    /// Numbers of records that staff haven't solved. Menus show a green badge for each count above 0.
    UnsolvedCounts {
        /// Unsolved lawyer hires.
        lawyer_hires: Count,
        /// Unsolved vehicle updates.
        vehicle_updates: Count,
        /// Unsolved missing-ticket reports.
        missing_tickets: Count,
        /// Unsolved help inquiries.
        help_inquiries: Count,
        /// Unsolved requests for a license status check.
        status_requests: Count,
        /// Unsolved requests for texts.
        text_notifications: Count,
        /// Chargebacks whose bank waits for our response.
        chargebacks: Count,
        /// Imported citations that staff must assign to drivers, counted up to 1,000.
        citations: Count,
        /// Texts from drivers that staff must read, counted up to 1,000.
        text_replies: Count,
        /// Items that drivers added and staff must check, counted up to 1,000.
        added_items: Count,
        /// Open requests of drivers who can't pay an item, counted up to 1,000.
        hardship_requests: Count,
    }
}

/// Records of the queues in the database.
pub trait Queues {
    /// Counts the unsolved records.
    fn unsolved_counts(&mut self) -> StoreResult<UnsolvedCounts>;
    /// Locks a queue's record until the transaction ends and returns whether it is solved. `None` if the queue has no
    /// such record. The records of vehicle updates and status requests are users with open accounts.
    fn lock_queue_record(&mut self, queue: Queue, id: i32) -> StoreResult<Option<bool>>;
    /// Marks a queue's record as solved or unsolved. Solving a status request permanently erases
    /// the user's encrypted SSN digits.
    fn set_solved(&mut self, queue: Queue, id: i32, is_solved: bool) -> StoreResult<()>;
    /// Marks a hire as seen by staff.
    fn mark_hire_seen(&mut self, id: HireId) -> StoreResult<()>;
    /// Returns the encrypted SSN digits of a user's status request; `None` if no digits are stored, such as after
    /// the request was solved.
    fn sealed_digits(&mut self, user: UserId) -> StoreResult<Option<Vec<u8>>>;
}
