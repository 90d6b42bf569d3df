//! Cases of lawyer hires (docs/product/cases.md): opening one, offering it to lawyers, and recording its events.
//! Payments open and end cases, so this is below the room of legal help.

pub mod money;
pub mod offers;
pub mod opening;
pub mod pool;
pub mod record;
