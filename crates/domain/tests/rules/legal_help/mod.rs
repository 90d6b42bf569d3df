//! The window for cancelling.

mod refund_window;
