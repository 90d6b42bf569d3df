//! The refund window.

mod refund_window;
