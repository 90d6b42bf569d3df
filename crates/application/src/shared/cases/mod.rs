//! Cases of hires (docs/product/cases.md): opening a case, offering it to lawyers, recording its events, the
//! refund at its end, and decrypting its messages. Several modules use this code: payments open and end cases,
//! for example, and accounts include messages in a user's data.

pub mod correspondence;
pub mod money;
pub mod offers;
pub mod opening;
pub mod pool;
pub mod record;
pub mod secrets;
