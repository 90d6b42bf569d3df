//! Tickets, parking tickets and tolls (docs/PRODUCT.md#items).

use application::driving_record::standing::Standing;
use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::fine::lawyer_price;
use domain::driving_record::standing::CityData;
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::{parking_fields, ticket_fields, toll_fields};
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::words::{self as word, ChargeStatus, TicketCategory, TicketStatus};

/// What a city's own data say of a parking ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CityData)]
pub struct CityDataDto {
    /// Whose data they are, such as `New York City`.
    pub authority: String,
    /// The city's number of it.
    pub number: String,
    /// The day on which they said so last, of the business time zone.
    pub as_of: NaiveDate,
    /// Since when nothing is owed any more.
    #[schema(required = true)]
    pub settled_at: Option<DateTime<Utc>>,
}

impl From<CityData> for CityDataDto {
    fn from(of: CityData) -> Self {
        Self {
            authority: of.authority,
            number: of.number,
            as_of: of.as_of.with_timezone(&BUSINESS_ZONE).date_naive(),
            settled_at: of.settled_at,
        }
    }
}

/// Gives an item its answer: what every item has, what this kind alone has, and the table's fields.
macro_rules! item_answer {
    (
        $(#[$about:meta])*
        $name:ident from $of:ident: $kind:ident {
            $( $(#[$more_doc:meta])* $more:ident: $more_type:ty = $value:expr, )*
        } {
            $( $(#[$doc:meta])* $field:ident: $type:ty = $rule:ident($($given:tt)*), )+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = $kind)]
        pub struct $name {
            /// Identifier.
            pub id: i32,
            /// Whose.
            pub user_id: i32,
            $(
                $(#[$doc])*
                #[schema(required = true)]
                pub $field: $type,
            )+
            $(
                $(#[$more_doc])*
                #[schema(required = true)]
                pub $more: $more_type,
            )*
            /// What is due for it, two decimals: worked out where the amount is no number.
            pub fine: String,
            /// The fine is worked out, because the amount is words: it is called Estimated.
            pub is_estimated: bool,
            /// Where it stands.
            pub standing: word::Standing,
            /// It is one of those that Next Due is chosen from and sums up.
            pub counts_as_due: bool,
            /// Its driver may pay it by card here.
            pub may_pay: bool,
            /// Why its amount can't be paid by card here.
            #[schema(required = true)]
            pub not_payable: Option<word::NotPayable>,
            /// Paying it is asked about once more, and why.
            #[schema(required = true)]
            pub pay_needs_confirmation: Option<word::PayConfirmation>,
            /// Paid.
            pub is_paid: bool,
            /// Paid when.
            #[schema(required = true)]
            pub paid_at: Option<DateTime<Utc>>,
            /// How the processing fee is given.
            pub processing_fee_type: word::FeeType,
            /// Dollars or per cent, two decimals.
            pub processing_fee_amount: String,
            /// Dollars, two decimals.
            pub our_processing_fee: String,
            /// Filed at.
            pub created_at: DateTime<Utc>,
            /// Goes up with each change; a change by staff says which one it is of.
            pub version: i32,
        }

        impl From<Standing<$kind>> for $name {
            fn from($of: Standing<$kind>) -> Self {
                Self {
                    $( $more: $value, )*
                    fine: $of.item.fine().to_string(),
                    is_estimated: $of.stands.is_estimated,
                    standing: $of.stands.standing.into(),
                    counts_as_due: $of.stands.counts_as_due,
                    may_pay: $of.stands.may_pay,
                    not_payable: $of.stands.not_payable.map(word::NotPayable),
                    pay_needs_confirmation: $of.stands.pay_needs_confirmation.map(word::PayConfirmation),
                    id: $of.item.id.0,
                    user_id: $of.item.user_id.0,
                    is_paid: $of.item.is_paid,
                    paid_at: $of.item.paid_at,
                    processing_fee_type: $of.item.filed.fees.fee_type.into(),
                    processing_fee_amount: $of.item.filed.fees.processing_fee.to_string(),
                    our_processing_fee: $of.item.filed.fees.our_fee.to_string(),
                    created_at: $of.item.created_at,
                    version: $of.item.version,
                    $( $field: $of.item.filed.$field.into(), )+
                }
            }
        }
    };
}

ticket_fields!(item_answer! {
    /// A traffic ticket.
    TicketDto from of: Ticket {
        /// What a lawyer for it costs, two decimals.
        lawyer_price: String = lawyer_price(of.item.fine()).to_string(),
        /// Its driver may hire a lawyer for it.
        may_hire_lawyer: bool = of.stands.may_hire_lawyer,
        /// The hire whose lawyer is at work on it.
        hire_id: Option<i32> = of.stands.lawyer_at_work.map(|hire| hire.0),
    }
});

parking_fields!(item_answer! {
    /// A parking ticket.
    ParkingDto from of: Parking {
        /// The issuer gave no due date: it is worked out.
        is_due_date_ours: bool = of.item.filed.is_due_date_ours,
        /// What its city's own data say.
        city: Option<CityDataDto> = of.city.map(CityDataDto::from),
    }
});

toll_fields!(item_answer! {
    /// A toll.
    TollDto from of: Toll {}
});
