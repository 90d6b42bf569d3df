//! The table of all lists in Lanewise. Each layer generates its code from this table, so a layer
//! without one of the lists doesn't compile.

use crate::shared::list::Lists;

/// Passes the table of all lists to another macro.
#[macro_export]
macro_rules! every_list {
    ($then:ident) => {
        $then! {
            $crate::accounts::lists::UserList,
            $crate::legal_help::lists::HireList,
            $crate::payments::lists::TransactionList,
            $crate::payments::lists::ChargebackList,
            $crate::help::lists::InquiryList,
            $crate::requests::lists::ReportList,
            $crate::requests::lists::VehicleUpdateList,
            $crate::requests::lists::StatusRequestList,
            $crate::requests::lists::TextRequestList
        }
    };
}

macro_rules! all_of {
    ($($list:ty),+) => {
        /// A store that has every list.
        pub trait EveryList: $(Lists<$list> +)+ {}

        impl<S: $(Lists<$list> +)+ ?Sized> EveryList for S {}
    };
}

every_list!(all_of);
