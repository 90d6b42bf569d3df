//! The three tables of items: what staff file in one table of columns each, for reading and for writing.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use domain::driving_record::new_item::{ParkingDetails, TicketDetails, TollDetails};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::driving_record::words::{ChargeStatus, FeeType, Fees, TicketCategory, TicketStatus};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};
use domain::shared::money::Money;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::schema::{parking, tickets, tolls};
use crate::shared::rows::parsed;

/// Makes of a table's columns what is stored of the details, a row of it, and the ways between them.
macro_rules! stored {
    (
        $table:ident: $row:ident is $item:ident, $id:ident; $columns:ident are $details:ident {
            $( $field:ident: $type:ty, )+
        } words {
            $( $word:ident: $of:ty, )+
        }
    ) => {
        #[derive(Queryable, Selectable, Insertable, AsChangeset)]
        #[diesel(table_name = $table, check_for_backend(Pg), treat_none_as_null = true)]
        pub(crate) struct $columns {
            $( $field: $type, )+
            $( $word: String, )+
            processing_fee_type: String,
            processing_fee_hundredths: i64,
            our_processing_fee_cents: i64,
        }

        /// Removed ones are there, too: the queries leave them out.
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
                    $( $field: details.$field.clone(), )+
                    $( $word: details.$word.to_string(), )+
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
                    $( $field: columns.$field, )+
                    $( $word: parsed(
                        concat!(stringify!($table), ".", stringify!($word)),
                        &columns.$word,
                        <$of>::parse,
                    )?, )+
                    fees: Fees {
                        fee_type: parsed("processing_fee_type", &columns.processing_fee_type, FeeType::parse)?,
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

stored! {
    tickets: TicketRow is Ticket, TicketId; TicketColumns are TicketDetails {
        violation_type: String,
        violation_code: Option<String>,
        date: NaiveDate,
        time_of_violation: Option<String>,
        due_date: Option<NaiveDate>,
        location: String,
        amount: String,
        points: i32,
        is_disputed: bool,
        is_court_required: bool,
        court_date: Option<NaiveDate>,
        court_time: Option<String>,
        consequence: Option<String>,
        things_to_know: Option<String>,
        evidence_provided: Option<String>,
        issuing_officer_agency: Option<String>,
    } words {
        category: TicketCategory,
        status: TicketStatus,
    }
}

stored! {
    parking: ParkingRow is Parking, ParkingId; ParkingColumns are ParkingDetails {
        violation_type: String,
        date: NaiveDate,
        due_date: Option<NaiveDate>,
        is_due_date_ours: bool,
        location: String,
        amount: String,
    } words {
        status: ChargeStatus,
    }
}

stored! {
    tolls: TollRow is Toll, TollId; TollColumns are TollDetails {
        toll_road: String,
        date: NaiveDate,
        due_date: Option<NaiveDate>,
        amount: String,
    } words {
        status: ChargeStatus,
    }
}
