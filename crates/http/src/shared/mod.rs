//! Helpers for the handlers: bodies, ids, queries of lists, enums as JSON strings, uploaded files, CSV and
//! ZIP files, and errors with their statuses.

pub mod archive;
pub mod body;
pub mod csv_file;
pub mod empty;
pub mod enums;
pub mod error;
pub mod error_code;
pub mod html;
pub mod input;
pub mod list_query;
pub mod path;
pub mod request_id;
pub mod stored_file;
