//! Items that drivers add themselves, and their check by staff (docs/product/adding-tickets.md).

pub mod add;
pub mod check;
pub mod lists;
pub(crate) mod unconfirmed;
