//! Cases of hires (docs/product/cases.md): opening a case, offering it to lawyers, recording its events, the
//! refund at its end, and decrypting its messages.

pub mod correspondence;
pub mod money;
pub mod offers;
pub mod opening;
pub mod pool;
pub mod record;
pub mod secrets;
