//! Trace ids of requests and of the calls they make, in the format of W3C's `traceparent`
//! (<https://www.w3.org/TR/trace-context/>). Depends on no other crate of ours and on no transport.
//!
//! A [`Trace`] is attached to a `tracing` span, so it follows wherever that span is entered, including on
//! other threads. A [`OutgoingCall`] is the span of one outgoing call: a child of the current trace, or a new
//! trace.

#[cfg(feature = "otlp")]
mod choice;
#[cfg(feature = "otlp")]
mod export;
mod spans;
mod trace;

#[cfg(feature = "otlp")]
pub use export::{Collector, ExportLayer, SetupError};
pub use spans::{OutgoingCall, keep};
pub use trace::{TRACEPARENT, Trace};
