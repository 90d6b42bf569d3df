//! Trace ids of incoming requests and of the outgoing calls that they cause, in the format of W3C's
//! `traceparent` header (<https://www.w3.org/TR/trace-context/>). The crate depends on no other
//! crate of ours and on no transport.
//!
//! A [`Trace`] is attached to a `tracing` span, so that code inside the span finds the trace,
//! including code on other threads. An [`OutgoingCall`] is the span of one outgoing call. The call
//! belongs to the current trace, or starts a new one.

#[cfg(feature = "otlp")]
mod choice;
#[cfg(feature = "otlp")]
mod export;
mod spans;
mod trace;

#[cfg(feature = "otlp")]
pub use export::{Collector, ExportLayer, SetupError};
pub use spans::{OutgoingCall, attach};
pub use trace::{TRACEPARENT, Trace};
