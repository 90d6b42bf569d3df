use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable};
use domain::driving_record::new_item::{ParkingDetails, TicketDetails, TollDetails};

use crate::schema::{parking, tickets, tolls};

/// What staff file of a ticket, to be stored.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = tickets, treat_none_as_null = true)]
pub(crate) struct TicketColumns<'a> {
    violation_type: &'a str,
    violation_code: Option<&'a str>,
    date: NaiveDate,
    time_of_violation: Option<&'a str>,
    due_date: Option<NaiveDate>,
    location: &'a str,
    amount: &'a str,
    points: i32,
    category: &'static str,
    status: &'static str,
    is_disputed: bool,
    is_court_required: bool,
    court_date: Option<NaiveDate>,
    court_time: Option<&'a str>,
    consequence: Option<&'a str>,
    things_to_know: Option<&'a str>,
    evidence_provided: Option<&'a str>,
    issuing_officer_agency: Option<&'a str>,
    processing_fee_type: &'static str,
    processing_fee_hundredths: i64,
    our_processing_fee_cents: i64,
}

impl<'a> From<&'a TicketDetails> for TicketColumns<'a> {
    fn from(details: &'a TicketDetails) -> Self {
        Self {
            violation_type: &details.violation_type,
            violation_code: details.violation_code.as_deref(),
            date: details.date,
            time_of_violation: details.time_of_violation.as_deref(),
            due_date: details.due_date,
            location: &details.location,
            amount: &details.amount,
            points: details.points,
            category: details.category.as_str(),
            status: details.status.as_str(),
            is_disputed: details.is_disputed,
            is_court_required: details.is_court_required,
            court_date: details.court_date,
            court_time: details.court_time.as_deref(),
            consequence: details.consequence.as_deref(),
            things_to_know: details.things_to_know.as_deref(),
            evidence_provided: details.evidence_provided.as_deref(),
            issuing_officer_agency: details.issuing_officer_agency.as_deref(),
            processing_fee_type: details.fees.fee_type.as_str(),
            processing_fee_hundredths: details.fees.processing_fee.cents(),
            our_processing_fee_cents: details.fees.our_fee.cents(),
        }
    }
}

/// What staff file of a parking ticket, to be stored.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = parking, treat_none_as_null = true)]
pub(crate) struct ParkingColumns<'a> {
    violation_type: &'a str,
    date: NaiveDate,
    due_date: Option<NaiveDate>,
    location: &'a str,
    amount: &'a str,
    status: &'static str,
    processing_fee_type: &'static str,
    processing_fee_hundredths: i64,
    our_processing_fee_cents: i64,
}

impl<'a> From<&'a ParkingDetails> for ParkingColumns<'a> {
    fn from(details: &'a ParkingDetails) -> Self {
        Self {
            violation_type: &details.violation_type,
            date: details.date,
            due_date: details.due_date,
            location: &details.location,
            amount: &details.amount,
            status: details.status.as_str(),
            processing_fee_type: details.fees.fee_type.as_str(),
            processing_fee_hundredths: details.fees.processing_fee.cents(),
            our_processing_fee_cents: details.fees.our_fee.cents(),
        }
    }
}

/// What staff file of a toll, to be stored.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = tolls, treat_none_as_null = true)]
pub(crate) struct TollColumns<'a> {
    toll_road: &'a str,
    date: NaiveDate,
    due_date: Option<NaiveDate>,
    amount: &'a str,
    status: &'static str,
    processing_fee_type: &'static str,
    processing_fee_hundredths: i64,
    our_processing_fee_cents: i64,
}

impl<'a> From<&'a TollDetails> for TollColumns<'a> {
    fn from(details: &'a TollDetails) -> Self {
        Self {
            toll_road: &details.toll_road,
            date: details.date,
            due_date: details.due_date,
            amount: &details.amount,
            status: details.status.as_str(),
            processing_fee_type: details.fees.fee_type.as_str(),
            processing_fee_hundredths: details.fees.processing_fee.cents(),
            our_processing_fee_cents: details.fees.our_fee.cents(),
        }
    }
}
