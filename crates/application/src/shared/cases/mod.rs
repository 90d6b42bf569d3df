//! Cases of hires (docs/product/cases.md): opening a case, offering it to lawyers, recording its events, and
//! decrypting its messages. This code is shared, because payments open and end cases, and accounts include
//! messages in a user's data.

pub mod correspondence;
pub mod money;
pub mod offers;
pub mod opening;
pub mod pool;
pub mod record;
pub mod secrets;
