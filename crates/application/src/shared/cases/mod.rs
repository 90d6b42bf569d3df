//! Cases of lawyer hires (docs/product/cases.md): opening a case, offering it to lawyers, recording its
//! events, and decrypting its messages. This module is shared, and not part of legal help, because payments
//! open and end cases and accounts download their messages.

pub mod correspondence;
pub mod money;
pub mod offers;
pub mod opening;
pub mod pool;
pub mod record;
pub mod secrets;
