//! What staff do with the records of the back office's queues.

use domain::ids::{HireId, UserId};
use domain::queue::Queue;

use crate::store::StoreResult;

/// The queues' records in the database.
pub trait Queues {
    /// Whether a queue's record is solved, held until the transaction ends; none when the queue has no such record. Users are in
    /// the queues of what they gave or asked for, while their account is open.
    fn lock_solved(&mut self, queue: Queue, id: i32) -> StoreResult<Option<bool>>;
    /// Sets whether a queue's record is solved. Solving a licence status request erases the sealed digits; nothing brings them
    /// back.
    fn set_solved(&mut self, queue: Queue, id: i32, solved: bool) -> StoreResult<()>;
    /// Notes that staff have seen a hire.
    fn mark_hire_seen(&mut self, id: HireId) -> StoreResult<()>;
    /// The sealed digits of an open licence status request.
    fn sealed_digits(&mut self, user: UserId) -> StoreResult<Option<Vec<u8>>>;
}
