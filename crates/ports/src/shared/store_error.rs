//! Errors of the database, in terms that use cases handle.

/// Any error of the layer below, as the source of another error.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A unique key that a write violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniqueKey {
    /// Another account has this email address.
    Email,
    /// Another account has this license or plate verified.
    Verified,
    /// This item already has an open payment.
    LivePayment,
    /// Any other unique key.
    Other,
}

/// Why a database operation failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No connection in time, a lost connection, or a statement timeout. A later attempt may succeed.
    #[error("the database can't be reached")]
    Unavailable(#[source] BoxError),
    /// A unique key was violated.
    #[error("a record with this key exists: {0:?}")]
    Duplicate(UniqueKey),
    /// Any other error: a bug in our code.
    #[error("the database refused the query")]
    Failed(#[source] BoxError),
}

/// Result of a call to the store.
pub type StoreResult<T> = Result<T, StoreError>;
