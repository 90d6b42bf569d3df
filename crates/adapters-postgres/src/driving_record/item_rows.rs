//! Row types of the three item tables, generated from the domain's field lists, such as `ticket_fields!`.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use domain::driving_record::kinds::{ChargeStatus, FeeType, Fees, TicketCategory, TicketStatus};
use domain::driving_record::new_item::{ParkingDetails, TicketDetails, TollDetails};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};
use domain::shared::money::Money;
use domain::{parking_fields, ticket_fields, toll_fields};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::shared::rows::parse_word;
use schema::{parking, tickets, tolls};

/// Converts the value of a field to and from its database column.
pub(crate) trait Column: Sized {
    type Stored;
    /// Returns the value that is stored in the column.
    fn to_stored(&self) -> Self::Stored;
    /// Parses a stored value. The error names `column`.
    fn from_stored(stored: Self::Stored, column: &'static str) -> StoreResult<Self>;
}

impl<T: Column> Column for Option<T> {
    type Stored = Option<T::Stored>;
    fn to_stored(&self) -> Self::Stored {
        self.as_ref().map(T::to_stored)
    }
    fn from_stored(stored: Self::Stored, column: &'static str) -> StoreResult<Self> {
        stored.map(|stored| T::from_stored(stored, column)).transpose()
    }
}

/// Implements [`Column`] for types whose values are stored unchanged.
macro_rules! as_it_is {
    ($($type:ty),+) => {$(
        impl Column for $type {
            type Stored = Self;
            fn to_stored(&self) -> Self {
                self.clone()
            }
            fn from_stored(stored: Self, _: &'static str) -> StoreResult<Self> {
                Ok(stored)
            }
        }
    )+};
}

/// Implements [`Column`] for enums whose values are stored as words.
macro_rules! as_word {
    ($($type:ty),+) => {$(
        impl Column for $type {
            type Stored = String;
            fn to_stored(&self) -> String {
                self.to_string()
            }
            fn from_stored(stored: String, column: &'static str) -> StoreResult<Self> {
                parse_word(column, &stored, Self::parse)
            }
        }
    )+};
}

as_it_is!(String, NaiveDate, i32, bool);
as_word!(TicketCategory, TicketStatus, ChargeStatus);

/// Generates the row type of an item table, and its conversions, from the item's fields.
macro_rules! stored {
    (
        $table:ident: $row:ident is $item:ident, $id:ident; $columns:ident are $details:ident {
            $( $(#[$doc:meta])* $field:ident: $type:ty = $rule:ident($($given:tt)*) $(=> $column:expr)?, )+
        }
    ) => {
        #[derive(Queryable, Selectable, Insertable, AsChangeset)]
        #[diesel(table_name = $table, check_for_backend(Pg), treat_none_as_null = true)]
        pub(crate) struct $columns {
            $( $field: <$type as Column>::Stored, )+
            processing_fee_type: String,
            processing_fee_hundredths: i64,
            our_processing_fee_cents: i64,
        }

        /// A row of the item's table. Rows of removed items exist, but queries leave them out.
        #[derive(Queryable, Selectable)]
        #[diesel(table_name = $table, check_for_backend(Pg))]
        pub(crate) struct $row {
            id: i32,
            user_id: i32,
            #[diesel(embed)]
            filed: $columns,
            is_paid: bool,
            paid_at: Option<DateTime<Utc>>,
            created_at: DateTime<Utc>,
            version: i32,
        }

        impl From<&$details> for $columns {
            fn from(details: &$details) -> Self {
                Self {
                    $( $field: Column::to_stored(&details.$field), )+
                    processing_fee_type: details.fees.fee_type.to_string(),
                    processing_fee_hundredths: details.fees.processing_fee.cents(),
                    our_processing_fee_cents: details.fees.our_fee.cents(),
                }
            }
        }

        impl TryFrom<$columns> for $details {
            type Error = StoreError;

            fn try_from(columns: $columns) -> StoreResult<Self> {
                Ok(Self {
                    $( $field: <$type>::from_stored(
                        columns.$field,
                        concat!(stringify!($table), ".", stringify!($field)),
                    )?, )+
                    fees: Fees {
                        fee_type: parse_word("processing_fee_type", &columns.processing_fee_type, FeeType::parse)?,
                        processing_fee: Money::from_cents(columns.processing_fee_hundredths),
                        our_fee: Money::from_cents(columns.our_processing_fee_cents),
                    },
                })
            }
        }

        impl TryFrom<$row> for $item {
            type Error = StoreError;

            fn try_from(row: $row) -> StoreResult<Self> {
                Ok(Self {
                    id: $id(row.id),
                    user_id: UserId(row.user_id),
                    filed: row.filed.try_into()?,
                    is_paid: row.is_paid,
                    paid_at: row.paid_at,
                    created_at: row.created_at,
                    version: row.version,
                })
            }
        }
    };
}

ticket_fields!(stored! {
    tickets: TicketRow is Ticket, TicketId; TicketColumns are TicketDetails
} and {
    court_zone: Option<String> = zone(),
});

parking_fields!(stored! {
    parking: ParkingRow is Parking, ParkingId; ParkingColumns are ParkingDetails
} and {
    is_due_date_ours: bool = flag(),
    is_settled_unpaid: bool = flag(),
});

toll_fields!(stored! {
    tolls: TollRow is Toll, TollId; TollColumns are TollDetails
});

/// Selects the row of an item that isn't removed, and locks it until the transaction ends.
macro_rules! locked {
    ($store:expr, $table:ident, $row:ident, $id:expr) => {
        $store.first::<$row>(
            $table::table
                .find($id.0)
                .filter($table::removed_at.is_null())
                .select($row::as_select())
                .for_no_key_update(),
        )
    };
}

pub(crate) use locked;
