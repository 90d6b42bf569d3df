//! Which trace a request and the calls that it makes belong to, as W3C's `traceparent` says it
//! (<https://www.w3.org/TR/trace-context/>). Knows nothing of ours, and no transport.
//!
//! A [`Trace`] lies with tracing's span, so it follows wherever the span is entered, on other threads, too. A [`CallOut`] is the span
//! of one call to somebody else: a child of what is under way, or a trace of its own.

#[cfg(feature = "otlp")]
mod choice;
#[cfg(feature = "otlp")]
mod export;
mod spans;
mod trace;

#[cfg(feature = "otlp")]
pub use export::{Collector, Exporting, SetupError};
pub use spans::{CallOut, keep};
pub use trace::{TRACEPARENT, Trace};
