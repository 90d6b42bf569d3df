//! Storage for the content of files, outside the database.

/// Why a content couldn't be stored, read or deleted.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// Nothing is stored under this name.
    #[error("no content is stored under this name")]
    Missing,
    /// The storage can't be reached, or refuses the call.
    #[error("the storage of files is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Stores contents of files by name. Contents are already encrypted. Calls block, so no connection to the database should
/// be held in the meantime.
pub trait FileContents: Send + Sync {
    /// Stores a content. Replaces an older one with the same name.
    fn put(&self, name: &str, content: Vec<u8>) -> Result<(), ContentError>;
    /// Reads a content.
    fn get(&self, name: &str) -> Result<Vec<u8>, ContentError>;
    /// Deletes a content, if there is one.
    fn delete(&self, name: &str) -> Result<(), ContentError>;
}
