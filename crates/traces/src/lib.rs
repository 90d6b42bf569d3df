//! Trace ids of incoming requests and of the outgoing calls that they cause, in the format of W3C's `traceparent`
//! header (<https://www.w3.org/TR/trace-context/>). This crate depends on no other crate of the workspace and on no
//! HTTP library, except for the export.
//!
//! A [`Trace`] is attached to a `tracing` span, so that code inside the span finds the trace, including code on
//! other threads. An [`OutgoingCall`] is the span of one outgoing call. The call belongs to the current trace or,
//! without one, starts a new trace.

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
