//! The fields of each kind of item, each with the rule that parses its value. Each kind has one table of
//! fields. Other code that lists the fields is generated from the table: database rows, API requests and
//! responses, tests. A table is a macro that takes another macro's name: `ticket_fields!(stored! { … })`
//! expands to `stored! { … { the table } }`. Types are unqualified, so they are resolved where the macro is
//! used. The comments of the fields also appear in the API document.

use chrono::NaiveDate;

use super::limits::MAX_IN_PARAGRAPH;
use super::reader::Reader;
use super::table::{
    FEE_FIELDS, Field, FieldColumn, FieldRule, Fields, NO_COLUMN, Value, column, fee_texts, fields, rule,
};
use crate::driving_record::kinds::{ChargeStatus, Fees, TicketCategory, TicketStatus};

// Import columns of fields that several kinds of items have.
const ISSUER: Option<FieldColumn> =
    column("Issued by", "issuer issuedby issuingauthority authority court courtname");
const VIOLATION: Option<FieldColumn> = column(
    "Violation type",
    "violationtype violation offense offence charge description offensedescription violationdescription",
);
const DATE: Option<FieldColumn> =
    column("Date", "date violationdate issuedate issued dateissued offensedate tolldate transactiondate");
const DUE_DATE: Option<FieldColumn> = column("Due date", "duedate due payby paymentdue deadline");
const LOCATION: Option<FieldColumn> = column("Location", "location place address street where");
const AMOUNT: Option<FieldColumn> =
    column("Amount", "amount fine fineamount total amountdue charge toll cost");
const DISPUTED: Option<FieldColumn> = column("Disputed (yes or no)", "isdisputed disputed contested");
const STATUS: Option<FieldColumn> = column("Status", "status");

/// Passes the table of a traffic ticket's fields to another macro, followed by the additional fields after `and`.
#[macro_export]
macro_rules! ticket_fields {
    ($then:ident! { $($args:tt)* } $(and { $($more:tt)* })?) => {
        $then! { $($args)* {
            /// The citation number, as the issuer wrote it.
            citation_number: Option<String> = citation_number() => NO_COLUMN,
            /// The authority that issued the citation, by one of its names.
            issuer: Option<String> = line(200) => ISSUER,
            /// The violation, such as `Speeding`.
            violation_type: String = required("Violation type is required", 200) => VIOLATION,
            /// The code of the violated statute.
            violation_code: Option<String> = line(100)
                => column("Violation code", "violationcode code statute section"),
            /// The day the ticket was issued.
            date: NaiveDate = date() => DATE,
            /// Local time of day, as entered.
            time_of_violation: Option<String> = line(50)
                => column("Time of violation", "timeofviolation time violationtime"),
            /// The day the ticket is due.
            due_date: Option<NaiveDate> = not_before(date) => DUE_DATE,
            /// The place of the violation.
            location: String = required("Location is required", 300) => LOCATION,
            /// The amount as entered, such as `$1,250`.
            amount: String = amount_or_words() => AMOUNT,
            /// Points on the license, 0 to 11.
            points: i32 = points() => column("Points (0 without this column)", "points pts"),
            /// The category of the violation.
            category: TicketCategory = word(TicketCategory::parse, None)
                => column("Category (traffic without this column)", "category class type"),
            /// The status: a fine, a warning, or court required.
            status: TicketStatus = word(TicketStatus::parse, Some(TicketStatus::Fine)) => STATUS,
            /// Whether the driver disputes the ticket.
            is_disputed: bool = flag() => DISPUTED,
            /// Whether a court appearance is required.
            is_court_required: bool = flag()
                => column("Court required (yes or no)", "iscourtrequired courtrequired mandatorycourt"),
            /// The day in court, if one is set.
            court_date: Option<NaiveDate> = court_date(is_court_required)
                => column("Court date", "courtdate hearingdate appearancedate"),
            /// The court time, as entered.
            court_time: Option<String> = court_line(is_court_required, 50)
                => column("Court time", "courttime hearingtime"),
            /// The court's state, by full name.
            court_state: Option<String> = state()
                => column("State of the court", "courtstate stateofcourt"),
            /// The court's id: an authority of kind `court`.
            court_id: Option<i32> = authority() => NO_COLUMN,
            /// The consequence if the driver does nothing.
            consequence: Option<String> = paragraph()
                => column("Consequence", "consequence consequences"),
            /// Facts about the ticket that the driver should know, separated by commas.
            things_to_know: Option<String> = paragraph()
                => column("Things to know", "thingstoknow notes remarks"),
            /// The evidence provided with the ticket.
            evidence_provided: Option<String> = paragraph()
                => column("Evidence provided", "evidenceprovided evidence"),
            /// The issuing officer or agency.
            issuing_officer_agency: Option<String> = line(200)
                => column("Issuing officer or agency", "issuingofficeragency officer agency issuingagency issuingofficer"),
            $($($more)*)?
        } }
    };
}

/// Passes the table of a parking ticket's fields to another macro, followed by the additional fields after `and`.
#[macro_export]
macro_rules! parking_fields {
    ($then:ident! { $($args:tt)* } $(and { $($more:tt)* })?) => {
        $then! { $($args)* {
            /// The citation number, as the issuer wrote it.
            citation_number: Option<String> = citation_number() => NO_COLUMN,
            /// The authority that issued the citation, by one of its names.
            issuer: Option<String> = line(200) => ISSUER,
            /// The violation, such as `Expired meter`.
            violation_type: String = required("Violation type is required", 200) => VIOLATION,
            /// The day the ticket was issued.
            date: NaiveDate = date() => DATE,
            /// The day the ticket is due.
            due_date: Option<NaiveDate> = not_before(date) => DUE_DATE,
            /// The place of the violation.
            location: String = required("Location is required", 300) => LOCATION,
            /// The amount as entered.
            amount: String = amount() => AMOUNT,
            /// The status: unpaid, paid or overdue.
            status: ChargeStatus = word(ChargeStatus::parse, Some(ChargeStatus::Unpaid)) => STATUS,
            /// Whether the driver disputes the parking ticket.
            is_disputed: bool = flag() => DISPUTED,
            $($($more)*)?
        } }
    };
}

/// Passes the table of a toll's fields to another macro.
#[macro_export]
macro_rules! toll_fields {
    ($then:ident! { $($args:tt)* }) => {
        $then! { $($args)* {
            /// The citation number, as the issuer wrote it.
            citation_number: Option<String> = citation_number() => NO_COLUMN,
            /// The authority that issued the citation, by one of its names.
            issuer: Option<String> = line(200) => ISSUER,
            /// The toll road, such as `I-95 Express`.
            toll_road: String = required("Toll road is required", 200)
                => column("Toll road", "tollroad road plaza tollplaza facility location"),
            /// The day of the toll.
            date: NaiveDate = date() => DATE,
            /// Local time of day, as entered. The time distinguishes tolls on the same day.
            time_of_day: Option<String> = line(50)
                => column("Time of day", "timeofday time tolltime transactiontime entrytime exittime"),
            /// The day the toll is due.
            due_date: Option<NaiveDate> = not_before(date) => DUE_DATE,
            /// The amount as entered.
            amount: String = amount() => AMOUNT,
            /// The status: unpaid, paid or overdue.
            status: ChargeStatus = word(ChargeStatus::parse, Some(ChargeStatus::Unpaid)) => STATUS,
            /// Whether the driver disputes the toll.
            is_disputed: bool = flag() => DISPUTED,
        } }
    };
}

ticket_fields!(fields! {
    /// Fields of a traffic ticket, as entered or imported.
    TicketDetails, fees: default_for_ticket
} and {
    /// Time zone of the court; empty if the state's default applies. Set from the register of authorities.
    court_zone: Option<String> = zone() => NO_COLUMN,
});

parking_fields!(fields! {
    /// Fields of a parking ticket, as entered or imported.
    ParkingDetails, fees: default_for_parking
} and {
    /// Whether Lanewise estimated the due date because the issuer gave none.
    is_due_date_ours: bool = flag() => NO_COLUMN,
    /// Whether nothing is owed although nothing was paid, such as after a hearing that cleared the driver.
    is_settled_unpaid: bool = flag() => NO_COLUMN,
});

toll_fields!(fields! {
    /// Fields of a toll, as entered or imported.
    TollDetails, fees: default_for_toll
});
