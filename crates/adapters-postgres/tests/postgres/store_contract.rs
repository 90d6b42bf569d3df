//! Runs the contract of the store on PostgreSQL.

use adapters_postgres::testing::TestDatabase;

/// Declares a test for each contract.
macro_rules! tests {
    ($($room:ident { $($file:ident { $($contract:ident)+ })+ })+) => {
        $(mod $room {
            $(mod $file {
                $(#[test]
                fn $contract() {
                    let db = super::super::TestDatabase::new();
                    store_contract::contracts::$room::$file::$contract(&db.database());
                })+
            })+
        })+
    };
}

store_contract::for_each_contract!(tests);
