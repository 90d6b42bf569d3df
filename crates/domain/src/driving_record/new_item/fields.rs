use super::{FeesDraft, ParkingDetails, ParkingDraft, TicketDetails, TicketDraft, TollDetails, TollDraft};
use crate::driving_record::ticket::{Fees, Parking, Ticket, Toll};

/// Fields with their values as text, as the audit trail has them; empty where there is none.
pub type Fields = Vec<(&'static str, String)>;

fn fee_fields(fees: Fees) -> [(&'static str, String); 3] {
    [
        ("processingFeeType", fees.fee_type.as_str().to_owned()),
        ("processingFeeAmount", fees.processing_fee.to_string()),
        ("ourProcessingFee", fees.our_fee.to_string()),
    ]
}

fn fees_draft(fees: Fees) -> FeesDraft {
    FeesDraft {
        fee_type: Some(fees.fee_type.to_string()),
        processing_fee: Some(fees.processing_fee.to_string()),
        our_fee: Some(fees.our_fee.to_string()),
    }
}

fn or_empty<T: ToString>(value: Option<&T>) -> String {
    value.map(T::to_string).unwrap_or_default()
}

impl TicketDetails {
    /// Every field as text, always in the same order.
    pub fn fields(&self) -> Fields {
        let mut fields = vec![
            ("violationType", self.violation_type.clone()),
            ("violationCode", or_empty(self.violation_code.as_ref())),
            ("date", self.date.to_string()),
            ("timeOfViolation", or_empty(self.time_of_violation.as_ref())),
            ("dueDate", or_empty(self.due_date.as_ref())),
            ("location", self.location.clone()),
            ("amount", self.amount.clone()),
            ("points", self.points.to_string()),
            ("category", self.category.to_string()),
            ("status", self.status.to_string()),
            ("isDisputed", self.is_disputed.to_string()),
            ("isCourtRequired", self.is_court_required.to_string()),
            ("courtDate", or_empty(self.court_date.as_ref())),
            ("courtTime", or_empty(self.court_time.as_ref())),
            ("consequence", or_empty(self.consequence.as_ref())),
            ("thingsToKnow", or_empty(self.things_to_know.as_ref())),
            ("evidenceProvided", or_empty(self.evidence_provided.as_ref())),
            ("issuingOfficerAgency", or_empty(self.issuing_officer_agency.as_ref())),
        ];
        fields.extend(fee_fields(self.fees));
        fields
    }

    /// As it would come from a form.
    pub fn draft(&self) -> TicketDraft {
        TicketDraft {
            violation_type: Some(self.violation_type.clone()),
            violation_code: self.violation_code.clone(),
            date: Some(self.date.to_string()),
            time_of_violation: self.time_of_violation.clone(),
            due_date: self.due_date.map(|date| date.to_string()),
            location: Some(self.location.clone()),
            amount: Some(self.amount.clone()),
            points: Some(self.points),
            category: Some(self.category.to_string()),
            status: Some(self.status.to_string()),
            is_disputed: self.is_disputed,
            is_court_required: self.is_court_required,
            court_date: self.court_date.map(|date| date.to_string()),
            court_time: self.court_time.clone(),
            consequence: self.consequence.clone(),
            things_to_know: self.things_to_know.clone(),
            evidence_provided: self.evidence_provided.clone(),
            issuing_officer_agency: self.issuing_officer_agency.clone(),
            fees: fees_draft(self.fees),
        }
    }
}

impl ParkingDetails {
    /// Every field as text, always in the same order.
    pub fn fields(&self) -> Fields {
        let mut fields = vec![
            ("violationType", self.violation_type.clone()),
            ("date", self.date.to_string()),
            ("dueDate", or_empty(self.due_date.as_ref())),
            ("location", self.location.clone()),
            ("amount", self.amount.clone()),
            ("status", self.status.to_string()),
        ];
        fields.extend(fee_fields(self.fees));
        fields
    }

    /// As it would come from a form.
    pub fn draft(&self) -> ParkingDraft {
        ParkingDraft {
            violation_type: Some(self.violation_type.clone()),
            date: Some(self.date.to_string()),
            due_date: self.due_date.map(|date| date.to_string()),
            location: Some(self.location.clone()),
            amount: Some(self.amount.clone()),
            status: Some(self.status.to_string()),
            fees: fees_draft(self.fees),
        }
    }
}

impl TollDetails {
    /// Every field as text, always in the same order.
    pub fn fields(&self) -> Fields {
        let mut fields = vec![
            ("tollRoad", self.toll_road.clone()),
            ("date", self.date.to_string()),
            ("dueDate", or_empty(self.due_date.as_ref())),
            ("amount", self.amount.clone()),
            ("status", self.status.to_string()),
        ];
        fields.extend(fee_fields(self.fees));
        fields
    }

    /// As it would come from a form.
    pub fn draft(&self) -> TollDraft {
        TollDraft {
            toll_road: Some(self.toll_road.clone()),
            date: Some(self.date.to_string()),
            due_date: self.due_date.map(|date| date.to_string()),
            amount: Some(self.amount.clone()),
            status: Some(self.status.to_string()),
            fees: fees_draft(self.fees),
        }
    }
}

impl Ticket {
    /// What staff have filed of it.
    pub fn details(&self) -> TicketDetails {
        TicketDetails {
            violation_type: self.violation_type.clone(),
            violation_code: self.violation_code.clone(),
            date: self.date,
            time_of_violation: self.time_of_violation.clone(),
            due_date: self.due_date,
            location: self.location.clone(),
            amount: self.amount.clone(),
            points: self.points,
            category: self.category,
            status: self.status,
            is_disputed: self.is_disputed,
            is_court_required: self.is_court_required,
            court_date: self.court_date,
            court_time: self.court_time.clone(),
            consequence: self.consequence.clone(),
            things_to_know: self.things_to_know.clone(),
            evidence_provided: self.evidence_provided.clone(),
            issuing_officer_agency: self.issuing_officer_agency.clone(),
            fees: self.fees,
        }
    }
}

impl Parking {
    /// What staff have filed of it.
    pub fn details(&self) -> ParkingDetails {
        ParkingDetails {
            violation_type: self.violation_type.clone(),
            date: self.date,
            due_date: self.due_date,
            location: self.location.clone(),
            amount: self.amount.clone(),
            status: self.status,
            fees: self.fees,
        }
    }
}

impl Toll {
    /// What staff have filed of it.
    pub fn details(&self) -> TollDetails {
        TollDetails {
            toll_road: self.toll_road.clone(),
            date: self.date,
            due_date: self.due_date,
            amount: self.amount.clone(),
            status: self.status,
            fees: self.fees,
        }
    }
}
