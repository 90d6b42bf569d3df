//! Cases of lawyer hires (docs/product/cases.md): opening one, offering it to lawyers, recording its events, and
//! decrypting its messages. Payments open and end cases and accounts download messages, so this is below the room of legal
//! help.

pub mod correspondence;
pub mod money;
pub mod offers;
pub mod opening;
pub mod pool;
pub mod record;
pub mod secrets;
