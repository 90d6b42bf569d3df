//! Items that drivers add themselves, and their check by staff (docs/product/adding-tickets.md).

pub mod add;
pub mod check;
pub mod lists;
mod open_requests;
pub(crate) mod unconfirmed;
