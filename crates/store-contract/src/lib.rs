//! The contract of the store: what each method of the ports must do, both with PostgreSQL and with
//! the in-memory database. The tests of both stores run every contract on an empty database.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a contract is a test: it fails by panicking"
)]

mod accounts;
mod back_office;
mod driving_record;
mod help;
mod imports;
mod legal_help;
#[macro_use]
mod list;
mod notices;
mod payments;
mod requests;
mod security;
mod shared;
mod sources;
mod staff;
pub mod support;

pub use legal_help::samples as legal_help_samples;

/// Sample records for the tests of one store.
pub mod samples {
    pub use crate::driving_record::contest_letters::letter;
    pub use crate::payments::attention::close;
    pub use crate::payments::chargebacks::new_chargeback;
    pub use crate::payments::lost::{lost, record};
    pub use crate::payments::records::new_transaction;
}

/// Makes every contract of the list public.
macro_rules! public {
    ($($room:ident { $($file:ident { $($contract:ident)+ })+ })+) => {
        /// All contracts, by folder and file. Each contract panics if the database breaks it.
        pub mod contracts {
            $(pub mod $room {
                $(pub mod $file {
                    pub use crate::$room::$file::{$($contract),+};
                })+
            })+
        }
    };
}

for_each_contract!(public);
