//! Card declines, used to detect an attacker who tests stolen cards.

use chrono::{DateTime, Utc};
use domain::payments::card_testing::DeclineCount;
use domain::shared::ids::{PaymentId, UserId};

use crate::shared::store_error::StoreResult;

/// A declined card, as the provider reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// The provider's id of the declined charge.
    pub charge_id: String,
    /// The provider's fingerprint of the card, which is the same for every payment with the card; `None` if unknown.
    pub fingerprint: Option<String>,
    /// When the card was declined.
    pub declined_at: DateTime<Utc>,
}

/// Card declines, and the IP addresses that payments were requested from, in the database.
pub trait Declines {
    /// Stores the IP address that a payment was requested from.
    fn set_payment_ip_address(
        &mut self,
        payment: PaymentId,
        address: &str,
        now: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Returns the IP address that last requested this payment.
    fn payment_ip_address(&mut self, payment: PaymentId) -> StoreResult<Option<String>>;
    /// Stores declines of a payment and returns how many were new.
    fn insert_declines(&mut self, payment: PaymentId, declines: &[Decline]) -> StoreResult<usize>;
    /// Counts the declines of an account since the given time.
    fn count_declines_of_account(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<DeclineCount>;
    /// Counts the declines, since the given time, of payments that were requested from this IP address.
    fn count_declines_of_address(&mut self, address: &str, since: DateTime<Utc>)
    -> StoreResult<DeclineCount>;
    /// Returns how often a card was declined since the given time.
    fn count_declines_of_card(&mut self, fingerprint: &str, since: DateTime<Utc>) -> StoreResult<i64>;
    /// Whether this account has a payment with the status `Settled`.
    fn has_settled_payment(&mut self, user: UserId) -> StoreResult<bool>;
}
