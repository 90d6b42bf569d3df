//! The fields of each kind of item, each with the rule that parses its text. Each kind has one
//! table of fields. Other code that lists the fields is generated from the table: database rows,
//! API requests and responses, tests. A table is a macro that takes another macro's name:
//! `ticket_fields!(stored! { … })` expands to `stored! { … { the table } }`. Types are unqualified,
//! so they are resolved where the macro is used. The comments of the fields also appear in the API
//! document.

use chrono::NaiveDate;

use super::limits::MAX_IN_PARAGRAPH;
use super::reader::Reader;
use super::table::{FEE_FIELDS, Field, FieldRule, Fields, Value, fee_texts, fields, rule};
use crate::driving_record::kinds::{ChargeStatus, Fees, TicketCategory, TicketStatus};

/// Passes the table of a traffic ticket's fields to another macro, followed by the additional fields after `and`.
#[macro_export]
macro_rules! ticket_fields {
    ($then:ident! { $($args:tt)* } $(and { $($more:tt)* })?) => {
        $then! { $($args)* {
            /// The citation number, as the issuer wrote it.
            citation_number: Option<String> = citation_number(),
            /// The authority that issued the citation, by one of its names.
            issuer: Option<String> = line(200),
            /// The violation, such as `Speeding`.
            violation_type: String = required("Violation type is required", 200),
            /// The code of the violated statute.
            violation_code: Option<String> = line(100),
            /// The day the ticket was issued.
            date: NaiveDate = date(),
            /// Local time of day, as entered.
            time_of_violation: Option<String> = line(50),
            /// The day the ticket is due.
            due_date: Option<NaiveDate> = not_before(date),
            /// The place of the violation.
            location: String = required("Location is required", 300),
            /// The amount as entered, such as `$1,250`.
            amount: String = amount_or_words(),
            /// Points on the license, 0 to 11.
            points: i32 = points(),
            /// The category of the violation.
            category: TicketCategory = word(TicketCategory::parse, None),
            /// The status: a fine, a warning, or court required.
            status: TicketStatus = word(TicketStatus::parse, Some(TicketStatus::Fine)),
            /// Whether the driver disputes the ticket.
            is_disputed: bool = flag(),
            /// Whether a court appearance is required.
            is_court_required: bool = flag(),
            /// The day in court, if one is set.
            court_date: Option<NaiveDate> = court_date(is_court_required),
            /// The court time, as entered.
            court_time: Option<String> = court_line(is_court_required, 50),
            /// The court's state, by full name.
            court_state: Option<String> = state(),
            /// The court's id: an authority of kind `court`.
            court_id: Option<i32> = authority(),
            /// The consequence if the driver does nothing.
            consequence: Option<String> = paragraph(),
            /// Things to know, separated by commas.
            things_to_know: Option<String> = paragraph(),
            /// The evidence provided with the ticket.
            evidence_provided: Option<String> = paragraph(),
            /// The issuing officer or agency.
            issuing_officer_agency: Option<String> = line(200),
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
            citation_number: Option<String> = citation_number(),
            /// The authority that issued the citation, by one of its names.
            issuer: Option<String> = line(200),
            /// The violation, such as `Expired meter`.
            violation_type: String = required("Violation type is required", 200),
            /// The day the ticket was issued.
            date: NaiveDate = date(),
            /// The day the ticket is due.
            due_date: Option<NaiveDate> = not_before(date),
            /// The place of the violation.
            location: String = required("Location is required", 300),
            /// The amount as entered.
            amount: String = amount(),
            /// The status: unpaid, paid or overdue.
            status: ChargeStatus = word(ChargeStatus::parse, Some(ChargeStatus::Unpaid)),
            /// Whether the driver disputes the parking ticket.
            is_disputed: bool = flag(),
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
            citation_number: Option<String> = citation_number(),
            /// The authority that issued the citation, by one of its names.
            issuer: Option<String> = line(200),
            /// The toll road, such as `I-95 Express`.
            toll_road: String = required("Toll road is required", 200),
            /// The day of the toll.
            date: NaiveDate = date(),
            /// Local time of day, as entered. It distinguishes tolls of the same day.
            time_of_day: Option<String> = line(50),
            /// The day the toll is due.
            due_date: Option<NaiveDate> = not_before(date),
            /// The amount as entered.
            amount: String = amount(),
            /// The status: unpaid, paid or overdue.
            status: ChargeStatus = word(ChargeStatus::parse, Some(ChargeStatus::Unpaid)),
            /// Whether the driver disputes the toll.
            is_disputed: bool = flag(),
        } }
    };
}

ticket_fields!(fields! {
    /// Fields of a traffic ticket that staff file.
    TicketDetails, fees: default_for_ticket
} and {
    /// Time zone of the court; empty if the state's default applies. Set from the register of
    /// authorities, never by staff.
    court_zone: Option<String> = zone(),
});

parking_fields!(fields! {
    /// Fields of a parking ticket that staff file.
    ParkingDetails, fees: default_for_parking
} and {
    /// Whether Lanewise estimated the due date because the issuer gave none. Staff never set this.
    is_due_date_ours: bool = flag(),
    /// Whether nothing is owed although nothing was paid, such as after a hearing that cleared the
    /// driver. Set only by imported files.
    is_settled_unpaid: bool = flag(),
});

toll_fields!(fields! {
    /// Fields of a toll that staff file.
    TollDetails, fees: default_for_toll
});
