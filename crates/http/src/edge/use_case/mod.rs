//! The extractor with which request handlers run use cases.

mod reading;
mod request;
mod running;
mod session;

pub use reading::mark_writers;
pub use request::Request;
pub use session::identify_if_any;
