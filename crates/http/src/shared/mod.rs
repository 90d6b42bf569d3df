//! What every handler uses: reading a body, ids and slices, errors and their statuses.

pub mod body;
pub mod error;
pub mod input;
pub mod list_query;
pub mod path;
pub(crate) mod resource;
