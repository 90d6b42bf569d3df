//! Errors of the database, in terms that use cases handle.

/// Any error of a library or driver, as the source of another error.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A unique key that a write violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniqueKey {
    /// Another account has this email address.
    Email,
    /// The same license or plate is already verified for another account.
    Verified,
    /// The same item or lawyer already has a payment in progress.
    LivePayment,
    /// Another lawyer has this email address.
    LawyerEmail,
    /// Another lawyer has this bar license.
    BarLicense,
    /// This item already has an open request of a driver who can't pay.
    OpenHardshipRequest,
    /// Any other unique key.
    Other,
}

/// Why a database operation failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A temporary problem: for example, no connection was available in time, the connection was lost, or the
    /// SQL statement timed out. A later attempt may succeed.
    #[error("the database can't be reached")]
    Unavailable(#[source] BoxError),
    /// The write violated a unique key.
    #[error("a record with this key exists: {0:?}")]
    Duplicate(UniqueKey),
    /// Any other error, usually because of a bug in our code.
    #[error("the database refused the query")]
    Failed(#[source] BoxError),
}

/// Result of a call to the store.
pub type StoreResult<T> = Result<T, StoreError>;
