//! Response bodies for tickets, parking tickets and tolls (docs/product/driving-record.md#items).

use application::driving_record::standing::WithStanding;
use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::court::RegisteredCourt;
use domain::driving_record::fine::lawyer_price;
use domain::driving_record::standing::CityData;
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::shared::business_time::business_date;
use domain::{parking_fields, ticket_fields, toll_fields};
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::enums::{self as word, ChargeStatus, TicketCategory, TicketStatus};

/// A city's own data about a parking ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CityData)]
pub struct CityDataDto {
    /// The city, such as `New York City`.
    pub authority: String,
    /// The number that the city gave the ticket.
    pub number: String,
    /// The day of the latest data, in the business time zone.
    pub as_of: NaiveDate,
    /// When the city's data started to show that nothing is owed; null if something is owed.
    pub settled_at: Option<DateTime<Utc>>,
}

impl From<CityData> for CityDataDto {
    fn from(data: CityData) -> Self {
        Self {
            authority: data.authority,
            number: data.number,
            as_of: business_date(data.as_of),
            settled_at: data.settled_at,
        }
    }
}

/// The court that hears a ticket, as listed in the register of authorities.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Court)]
pub struct CourtDto {
    /// The court's id in the register of authorities.
    pub id: i32,
    /// The court's name in the register of authorities.
    pub name: String,
    /// The full name of the court's state; null if none is registered.
    pub state: Option<String>,
    /// The court's county. Null if none is registered.
    pub county: Option<String>,
}

impl From<RegisteredCourt> for CourtDto {
    fn from(court: RegisteredCourt) -> Self {
        let state = court.state.map(|state| state.name().to_owned());
        Self { id: court.id.0, name: court.name, state, county: court.county }
    }
}

/// Defines the response with an item of one kind.
macro_rules! item_answer {
    (
        $(#[$about:meta])*
        $name:ident from $of:ident: $kind:ident {
            $( $(#[$more_doc:meta])* $more:ident: $more_type:ty = $value:expr, )*
        } {
            $( $(#[$doc:meta])* $field:ident: $type:ty = $rule:ident($($given:tt)*) => $column:expr, )+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = $kind)]
        pub struct $name {
            pub id: i32,
            /// The id of the driver whose record has the item.
            pub user_id: i32,
            $(
                $(#[$doc])*
                pub $field: $type,
            )+
            $(
                $(#[$more_doc])*
                pub $more: $more_type,
            )*
            /// The fine, with two decimals: an estimate if the amount is not a number.
            pub fine: String,
            /// Whether the fine is an estimate because the amount is not a number. The page then shows Estimated.
            pub is_estimated: bool,
            /// The item's state for its driver.
            pub standing: word::Standing,
            /// Whether the item is included in the Next Due list and its total.
            pub counts_as_due: bool,
            /// Whether the item is open and late: its due date has passed, or it was filed as overdue. False
            /// for a disputed item.
            pub is_overdue: bool,
            /// Whether the item's calendar file has a day that isn't past: the due date while the fine is owed, or
            /// the date of a required court appearance.
            pub has_upcoming_date: bool,
            /// Whether the driver may pay the item by card in Lanewise.
            pub may_pay: bool,
            /// Why the item's amount can't be paid by card in Lanewise, regardless of `standing`.
            /// Null if the amount can be paid.
            pub not_payable: Option<word::NotPayableReason>,
            /// Why the driver must confirm paying the item. Null if no confirmation is needed.
            pub pay_needs_confirmation: Option<word::PayConfirmation>,
            /// The authority that gets the item's money, as named in the register of authorities. Null if
            /// the issuer isn't in the register.
            pub authority: Option<String>,
            /// Whether the driver can contest the item now, with a letter or with the issuer's own form.
            pub may_contest: bool,
            /// The day on which the driver sent a letter that contests the item, or the issuer's own form. Null
            /// if none was sent or the item is no longer disputed.
            pub letter_sent_on: Option<NaiveDate>,
            /// Whether the issuer's own form was sent instead of a letter.
            pub is_own_form_sent: bool,
            /// Whether the item is paid.
            pub is_paid: bool,
            /// When the item was paid; null if it isn't paid or the time is unknown.
            pub paid_at: Option<DateTime<Utc>>,
            /// Whether the processing fee is an amount or a percentage.
            pub processing_fee_type: word::FeeType,
            /// The processing fee, in dollars or percent, with two decimals.
            pub processing_fee_amount: String,
            /// Our processing fee in dollars, with two decimals.
            pub our_processing_fee: String,
            /// When the item was filed.
            pub created_at: DateTime<Utc>,
            /// The item's version, which increases with each change.
            pub version: i32,
        }

        impl From<WithStanding<$kind>> for $name {
            fn from($of: WithStanding<$kind>) -> Self {
                let may_contest = $of.may_contest();
                Self {
                    $( $more: $value, )*
                    fine: $of.item.fine().to_string(),
                    is_estimated: $of.item_standing.is_estimated,
                    standing: $of.item_standing.standing.into(),
                    counts_as_due: $of.item_standing.counts_as_due,
                    is_overdue: $of.is_overdue,
                    has_upcoming_date: $of.has_upcoming_date,
                    may_pay: $of.item_standing.may_pay,
                    not_payable: $of.item_standing.not_payable.map(word::NotPayableReason),
                    pay_needs_confirmation: $of.item_standing.pay_needs_confirmation.map(word::PayConfirmation),
                    authority: $of.authority,
                    may_contest,
                    letter_sent_on: $of.contest_sent.map(|sent| sent.sent_on),
                    is_own_form_sent: $of.contest_sent.is_some_and(|sent| sent.is_own_form),
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
    /// A traffic ticket on a driver's record.
    TicketDto from of: Ticket {
        /// The price of a lawyer for the ticket, with two decimals.
        lawyer_price: String = lawyer_price(of.item.fine()).to_string(),
        /// Whether the driver may hire a lawyer for the ticket.
        may_hire_lawyer: bool = of.item_standing.may_hire_lawyer,
        /// Why no lawyer can be hired for a ticket that is due. Null for other tickets, if a lawyer can be
        /// hired or is at work, and if the lawyer's price can't be paid by card.
        lawyer_unavailable: Option<word::LawyerUnavailable> =
            of.item_standing.lawyer_unavailable.map(word::LawyerUnavailable),
        /// The id of the hire whose case is open: not decided, closed or ended. Null if there is
        /// none.
        hire_id: Option<i32> = of.item_standing.open_hire.map(|hire| hire.0),
        /// Whether the driver hired a lawyer but no lawyer represents the driver yet: no lawyer accepted, or
        /// the agreement isn't signed.
        awaits_lawyer: bool = of.item_standing.awaits_lawyer,
        /// The court that hears the ticket; null if the register of authorities doesn't have it.
        court: Option<CourtDto> = of.court.map(CourtDto::from),
    }
});

parking_fields!(item_answer! {
    /// A parking ticket on a driver's record.
    ParkingDto from of: Parking {
        /// Whether the due date is estimated, because the issuer gave none.
        is_due_date_ours: bool = of.item.filed.is_due_date_ours,
        /// The city's own data about the parking ticket; null if we have none.
        city: Option<CityDataDto> = of.city.map(CityDataDto::from),
    }
});

toll_fields!(item_answer! {
    /// A toll on a driver's record.
    TollDto from of: Toll {}
});
