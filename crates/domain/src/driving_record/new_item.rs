//! What makes a new or changed ticket, parking ticket or toll valid (docs/PRODUCT.md#filing-an-item). The forms of the
//! back office and the import of files follow the same rules.

mod any;
mod fields;
mod reader;

use chrono::NaiveDate;

pub use self::any::{Item, ItemDetails, ItemDraft};
pub use self::fields::Fields;
use self::reader::Reader;
use crate::driving_record::ticket::{ChargeStatus, Fees, TicketCategory, TicketStatus};

/// Fields that are wrong, by their names in the API, each with a sentence.
pub type Wrong = Vec<(&'static str, String)>;

/// The most points that a ticket gives.
pub const MOST_POINTS: i32 = 11;
/// The three fee fields as they came; what is missing gets its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeesDraft {
    /// `flat` or `percentage`.
    pub fee_type: Option<String>,
    /// A decimal: dollars, or per cent.
    pub processing_fee: Option<String>,
    /// A decimal in dollars.
    pub our_fee: Option<String>,
}

/// A traffic ticket as it came: from a form, or from a line of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TicketDraft {
    /// Required.
    pub violation_type: Option<String>,
    /// The statute's code.
    pub violation_code: Option<String>,
    /// Required; `YYYY-MM-DD`, not in the future.
    pub date: Option<String>,
    /// As written on the ticket.
    pub time_of_violation: Option<String>,
    /// `YYYY-MM-DD`, not before `date`.
    pub due_date: Option<String>,
    /// Required.
    pub location: Option<String>,
    /// Required: text that is an amount of money.
    pub amount: Option<String>,
    /// Required: 0 to 11.
    pub points: Option<i32>,
    /// Required: a category's word.
    pub category: Option<String>,
    /// A status's word; `Fine` when missing.
    pub status: Option<String>,
    /// The driver disputes it.
    pub is_disputed: bool,
    /// A court appearance is required.
    pub is_court_required: bool,
    /// `YYYY-MM-DD`; only when court is required.
    pub court_date: Option<String>,
    /// As written; only when court is required.
    pub court_time: Option<String>,
    /// What happens if nothing is done.
    pub consequence: Option<String>,
    /// Comma-separated.
    pub things_to_know: Option<String>,
    /// Evidence provided.
    pub evidence_provided: Option<String>,
    /// Issuing officer or agency.
    pub issuing_officer_agency: Option<String>,
    /// Fees.
    pub fees: FeesDraft,
}

/// A parking ticket as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParkingDraft {
    /// Required.
    pub violation_type: Option<String>,
    /// Required; `YYYY-MM-DD`, not in the future.
    pub date: Option<String>,
    /// `YYYY-MM-DD`, not before `date`.
    pub due_date: Option<String>,
    /// Required.
    pub location: Option<String>,
    /// Required: text that is an amount of money.
    pub amount: Option<String>,
    /// A status's word; `Unpaid` when missing.
    pub status: Option<String>,
    /// Fees.
    pub fees: FeesDraft,
}

/// A toll as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TollDraft {
    /// Required.
    pub toll_road: Option<String>,
    /// Required; `YYYY-MM-DD`, not in the future.
    pub date: Option<String>,
    /// `YYYY-MM-DD`, not before `date`.
    pub due_date: Option<String>,
    /// Required: text that is an amount of money.
    pub amount: Option<String>,
    /// A status's word; `Unpaid` when missing.
    pub status: Option<String>,
    /// Fees.
    pub fees: FeesDraft,
}

/// What staff file of a traffic ticket, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of `Ticket`")]
pub struct TicketDetails {
    pub violation_type: String,
    pub violation_code: Option<String>,
    pub date: NaiveDate,
    pub time_of_violation: Option<String>,
    pub due_date: Option<NaiveDate>,
    pub location: String,
    pub amount: String,
    pub points: i32,
    pub category: TicketCategory,
    pub status: TicketStatus,
    pub is_disputed: bool,
    pub is_court_required: bool,
    pub court_date: Option<NaiveDate>,
    pub court_time: Option<String>,
    pub consequence: Option<String>,
    pub things_to_know: Option<String>,
    pub evidence_provided: Option<String>,
    pub issuing_officer_agency: Option<String>,
    pub fees: Fees,
}

/// What staff file of a parking ticket, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of `Parking`")]
pub struct ParkingDetails {
    pub violation_type: String,
    pub date: NaiveDate,
    pub due_date: Option<NaiveDate>,
    pub location: String,
    pub amount: String,
    pub status: ChargeStatus,
    pub fees: Fees,
}

/// What staff file of a toll, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of `Toll`")]
pub struct TollDetails {
    pub toll_road: String,
    pub date: NaiveDate,
    pub due_date: Option<NaiveDate>,
    pub amount: String,
    pub status: ChargeStatus,
    pub fees: Fees,
}

impl TicketDraft {
    /// Checks everything. `held` is the amount that the ticket has: one from before these rules may stay.
    ///
    /// # Errors
    /// All that is wrong.
    pub fn check(&self, today: NaiveDate, held: Option<&str>) -> Result<TicketDetails, Wrong> {
        let mut reader = Reader::new(today);
        let violation_type = reader.required(
            "violationType",
            self.violation_type.as_deref(),
            "Violation type is required",
            200,
        );
        let violation_code = reader.line("violationCode", self.violation_code.as_deref(), 100);
        let date = reader.date(self.date.as_deref());
        let time_of_violation = reader.line("timeOfViolation", self.time_of_violation.as_deref(), 50);
        let due_date = reader.due_date(self.due_date.as_deref(), date);
        let location = reader.required("location", self.location.as_deref(), "Location is required", 300);
        let amount = reader.amount(self.amount.as_deref(), held);
        let points = reader.points(self.points);
        let category = reader.word("category", self.category.as_deref(), None, TicketCategory::parse);
        let status =
            reader.word("status", self.status.as_deref(), Some(TicketStatus::Fine), TicketStatus::parse);
        let court_date = reader.other_date("courtDate", self.court_date.as_deref());
        let court_time = reader.line("courtTime", self.court_time.as_deref(), 50);
        if !self.is_court_required {
            reader.refuse_without_court("courtDate", court_date.is_some());
            reader.refuse_without_court("courtTime", court_time.is_some());
        }
        let consequence = reader.paragraph("consequence", self.consequence.as_deref());
        let things_to_know = reader.paragraph("thingsToKnow", self.things_to_know.as_deref());
        let evidence_provided = reader.paragraph("evidenceProvided", self.evidence_provided.as_deref());
        let issuing_officer_agency =
            reader.line("issuingOfficerAgency", self.issuing_officer_agency.as_deref(), 200);
        let fees = reader.fees(&self.fees, Fees::default_for_ticket());
        let details = (|| {
            Some(TicketDetails {
                violation_type: violation_type?,
                violation_code,
                date: date?,
                time_of_violation,
                due_date,
                location: location?,
                amount: amount?,
                points: points?,
                category: category?,
                status: status?,
                is_disputed: self.is_disputed,
                is_court_required: self.is_court_required,
                court_date,
                court_time,
                consequence,
                things_to_know,
                evidence_provided,
                issuing_officer_agency,
                fees,
            })
        })();
        reader.finish(details)
    }
}

impl ParkingDraft {
    /// As [`TicketDraft::check`].
    ///
    /// # Errors
    /// All that is wrong.
    pub fn check(&self, today: NaiveDate, held: Option<&str>) -> Result<ParkingDetails, Wrong> {
        let mut reader = Reader::new(today);
        let violation_type = reader.required(
            "violationType",
            self.violation_type.as_deref(),
            "Violation type is required",
            200,
        );
        let date = reader.date(self.date.as_deref());
        let due_date = reader.due_date(self.due_date.as_deref(), date);
        let location = reader.required("location", self.location.as_deref(), "Location is required", 300);
        let amount = reader.amount(self.amount.as_deref(), held);
        let status =
            reader.word("status", self.status.as_deref(), Some(ChargeStatus::Unpaid), ChargeStatus::parse);
        let fees = reader.fees(&self.fees, Fees::default_for_parking());
        let details = (|| {
            Some(ParkingDetails {
                violation_type: violation_type?,
                date: date?,
                due_date,
                location: location?,
                amount: amount?,
                status: status?,
                fees,
            })
        })();
        reader.finish(details)
    }
}

impl TollDraft {
    /// As [`TicketDraft::check`].
    ///
    /// # Errors
    /// All that is wrong.
    pub fn check(&self, today: NaiveDate, held: Option<&str>) -> Result<TollDetails, Wrong> {
        let mut reader = Reader::new(today);
        let toll_road = reader.required("tollRoad", self.toll_road.as_deref(), "Toll road is required", 200);
        let date = reader.date(self.date.as_deref());
        let due_date = reader.due_date(self.due_date.as_deref(), date);
        let amount = reader.amount(self.amount.as_deref(), held);
        let status =
            reader.word("status", self.status.as_deref(), Some(ChargeStatus::Unpaid), ChargeStatus::parse);
        let fees = reader.fees(&self.fees, Fees::default_for_toll());
        let details = (|| {
            Some(TollDetails {
                toll_road: toll_road?,
                date: date?,
                due_date,
                amount: amount?,
                status: status?,
                fees,
            })
        })();
        reader.finish(details)
    }
}
