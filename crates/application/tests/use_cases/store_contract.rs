//! Runs the contract of the store on the in-memory database.

use crate::support::store::memory::MemoryDatabase;

/// Declares a test for each contract.
macro_rules! tests {
    ($($room:ident { $($file:ident { $($contract:ident)+ })+ })+) => {
        $(mod $room {
            $(mod $file {
                $(#[test]
                fn $contract() {
                    let database = super::super::MemoryDatabase::default();
                    store_contract::contracts::$room::$file::$contract(&database);
                })+
            })+
        })+
    };
}

store_contract::for_each_contract!(tests);
