//! What staff send of tickets, parking tickets and tolls, and what anybody may: that one is paid.
//!
//! One body for a new item and for a change of one. In a change what is left out stays, and an empty text clears.

use application::driving_record::filing::Edit;
use domain::driving_record::new_item::{FeesDraft, ItemDraft, ParkingDraft, TicketDraft, TollDraft};
use domain::shared::ids::UserId;
use domain::shared::text::TextError;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::input::{Ignored, MoneyInput};
use crate::shared::words as word;

/// The same fields, one level down: some pages send them in an `updates` object.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MarkPaidUpdates {
    /// Only `true`.
    pub is_paid: Option<bool>,
    /// Accepted and not believed.
    #[serde(default)]
    pub paid_at: Ignored,
}

/// What a caller asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    /// That the item is paid: all that a driver may say.
    Paid,
    /// A change by staff.
    Change(Edit),
}

fn set<T: Clone>(held: &mut Option<T>, given: Option<&T>) {
    if let Some(given) = given {
        *held = Some(given.clone());
    }
}

fn set_fees(
    held: &mut FeesDraft,
    fee_type: Option<&String>,
    processing_fee: Option<&MoneyInput>,
    our_fee: Option<&MoneyInput>,
) {
    set(&mut held.fee_type, fee_type);
    set(&mut held.processing_fee, processing_fee.map(MoneyInput::text).as_ref());
    set(&mut held.our_fee, our_fee.map(MoneyInput::text).as_ref());
}

/// What all three bodies share: who may send which field, and what it asks for.
trait ItemBody {
    /// Each field that staff alone send, and whether it is there.
    fn staff_fields(&self) -> Vec<(&'static str, bool)>;
    fn paid(&self) -> Paid<'_>;
}

/// The fields that say something about being paid.
struct Paid<'a> {
    is_paid: Option<bool>,
    updates: Option<&'a MarkPaidUpdates>,
    version: Option<i32>,
    user_id: Option<i32>,
}

fn asked(body: &impl ItemBody, is_admin: bool) -> Result<Asked, application::Error> {
    let given = body.staff_fields().into_iter().find(|(_, is_given)| *is_given);
    let paid = body.paid();
    let nested = paid.updates.and_then(|updates| updates.is_paid);
    let refuse = |field, sentence: &str| Err(application::Error::field(field, sentence));
    match (given, paid.version) {
        (Some((field, _)), _) if !is_admin => refuse(field, "This field can't be set here."),
        (None, Some(_)) if !is_admin => refuse("version", "This field can't be set here."),
        (Some(_), None) => refuse("version", "This is required: the version that you have changed."),
        (_, Some(version)) => {
            let is_paid = [paid.is_paid, nested].contains(&Some(true));
            Ok(Asked::Change(Edit { version, user_id: paid.user_id.map(UserId), is_paid }))
        }
        (None, None) => match (paid.is_paid, nested) {
            (Some(true), None | Some(true)) | (None, Some(true)) => Ok(Asked::Paid),
            (Some(false), _) | (_, Some(false)) => {
                refuse("isPaid", "What is paid stays paid; isPaid can only be true.")
            }
            (None, None) => refuse("isPaid", "This is required."),
        },
    }
}

/// A new item names its driver, and no version.
fn owner(body: &impl ItemBody) -> Result<UserId, application::Error> {
    let paid = body.paid();
    if paid.version.is_some() {
        return Err(application::Error::field("version", "This field can't be set here."));
    }
    paid.user_id.map(UserId).ok_or_else(|| application::Error::field("userId", "This is required."))
}

/// Body of `POST /api/tickets` and `PATCH /api/tickets/{id}`.
#[derive(Debug, Default, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TicketBody {
    /// The driver: required in a new one, the same in a change.
    pub user_id: Option<i32>,
    /// The version that is changed: required in a change by staff.
    pub version: Option<i32>,
    /// Required in a new one.
    pub violation_type: Option<String>,
    /// The statute's code.
    pub violation_code: Option<String>,
    /// Required in a new one; `YYYY-MM-DD`, not in the future.
    pub date: Option<String>,
    /// As written on the ticket.
    pub time_of_violation: Option<String>,
    /// `YYYY-MM-DD`, not before `date`.
    pub due_date: Option<String>,
    /// Required in a new one.
    pub location: Option<String>,
    /// Required in a new one: an amount of money as text, such as `$1,250`.
    pub amount: Option<String>,
    /// Required in a new one: 0 to 11.
    pub points: Option<i32>,
    /// Required in a new one.
    #[schema(value_type = Option<word::TicketCategory>)]
    pub category: Option<String>,
    /// `Fine` (unless told), `Warning` or `Court Required`.
    #[schema(value_type = Option<word::TicketStatus>)]
    pub status: Option<String>,
    /// The driver disputes it.
    pub is_disputed: Option<bool>,
    /// A court appearance is required.
    pub is_court_required: Option<bool>,
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
    /// `flat` (unless told) or `percentage`.
    #[schema(value_type = Option<word::FeeType>)]
    pub processing_fee_type: Option<String>,
    /// Dollars, or per cent.
    pub processing_fee_amount: Option<MoneyInput>,
    /// Dollars.
    pub our_processing_fee: Option<MoneyInput>,
    /// Only `true` changes something: what is paid stays paid.
    pub is_paid: Option<bool>,
    /// Accepted and not believed.
    #[serde(default)]
    pub paid_at: Ignored,
    /// `isPaid` and `paidAt`, one level down: some pages send them in an `updates` object.
    pub updates: Option<MarkPaidUpdates>,
}

impl ItemBody for TicketBody {
    fn staff_fields(&self) -> Vec<(&'static str, bool)> {
        vec![
            ("userId", self.user_id.is_some()),
            ("violationType", self.violation_type.is_some()),
            ("violationCode", self.violation_code.is_some()),
            ("date", self.date.is_some()),
            ("timeOfViolation", self.time_of_violation.is_some()),
            ("dueDate", self.due_date.is_some()),
            ("location", self.location.is_some()),
            ("amount", self.amount.is_some()),
            ("points", self.points.is_some()),
            ("category", self.category.is_some()),
            ("status", self.status.is_some()),
            ("isDisputed", self.is_disputed.is_some()),
            ("isCourtRequired", self.is_court_required.is_some()),
            ("courtDate", self.court_date.is_some()),
            ("courtTime", self.court_time.is_some()),
            ("consequence", self.consequence.is_some()),
            ("thingsToKnow", self.things_to_know.is_some()),
            ("evidenceProvided", self.evidence_provided.is_some()),
            ("issuingOfficerAgency", self.issuing_officer_agency.is_some()),
            ("processingFeeType", self.processing_fee_type.is_some()),
            ("processingFeeAmount", self.processing_fee_amount.is_some()),
            ("ourProcessingFee", self.our_processing_fee.is_some()),
        ]
    }

    fn paid(&self) -> Paid<'_> {
        Paid {
            is_paid: self.is_paid,
            updates: self.updates.as_ref(),
            version: self.version,
            user_id: self.user_id,
        }
    }
}

impl TicketBody {
    /// What a `PATCH` asks for.
    ///
    /// # Errors
    /// The field that this caller may not send, or that is missing.
    pub fn asked(&self, is_admin: bool) -> Result<Asked, application::Error> {
        asked(self, is_admin)
    }

    /// Whose a new one is, and whether it is paid already.
    ///
    /// # Errors
    /// `userId` is missing.
    pub fn owner(&self) -> Result<(UserId, bool), application::Error> {
        Ok((owner(self)?, self.is_paid == Some(true)))
    }

    /// A new one.
    pub fn draft(&self) -> ItemDraft {
        self.over(ItemDraft::Ticket(Default::default()))
    }

    /// What is on file, with what is given here set.
    pub fn over(&self, mut held: ItemDraft) -> ItemDraft {
        if let ItemDraft::Ticket(draft) = &mut held {
            self.set(draft);
        }
        held
    }

    fn set(&self, draft: &mut TicketDraft) {
        set(&mut draft.violation_type, self.violation_type.as_ref());
        set(&mut draft.violation_code, self.violation_code.as_ref());
        set(&mut draft.date, self.date.as_ref());
        set(&mut draft.time_of_violation, self.time_of_violation.as_ref());
        set(&mut draft.due_date, self.due_date.as_ref());
        set(&mut draft.location, self.location.as_ref());
        set(&mut draft.amount, self.amount.as_ref());
        set(&mut draft.points, self.points.as_ref());
        set(&mut draft.category, self.category.as_ref());
        set(&mut draft.status, self.status.as_ref());
        draft.is_disputed = self.is_disputed.unwrap_or(draft.is_disputed);
        draft.is_court_required = self.is_court_required.unwrap_or(draft.is_court_required);
        set(&mut draft.court_date, self.court_date.as_ref());
        set(&mut draft.court_time, self.court_time.as_ref());
        set(&mut draft.consequence, self.consequence.as_ref());
        set(&mut draft.things_to_know, self.things_to_know.as_ref());
        set(&mut draft.evidence_provided, self.evidence_provided.as_ref());
        set(&mut draft.issuing_officer_agency, self.issuing_officer_agency.as_ref());
        if self.is_court_required == Some(false) {
            // The form hides them then; what is not told to stay goes.
            draft.court_date = self.court_date.clone();
            draft.court_time = self.court_time.clone();
        }
        set_fees(
            &mut draft.fees,
            self.processing_fee_type.as_ref(),
            self.processing_fee_amount.as_ref(),
            self.our_processing_fee.as_ref(),
        );
    }
}

/// Body of `POST /api/parking` and `PATCH /api/parking/{id}`.
#[derive(Debug, Default, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ParkingBody {
    /// The driver: required in a new one, the same in a change.
    pub user_id: Option<i32>,
    /// The version that is changed: required in a change by staff.
    pub version: Option<i32>,
    /// Required in a new one.
    pub violation_type: Option<String>,
    /// Required in a new one; `YYYY-MM-DD`, not in the future.
    pub date: Option<String>,
    /// `YYYY-MM-DD`, not before `date`.
    pub due_date: Option<String>,
    /// Required in a new one.
    pub location: Option<String>,
    /// Required in a new one: an amount of money as text, such as `$45`.
    pub amount: Option<String>,
    /// `Unpaid` (unless told), `Paid` (marks it paid by hand) or `Overdue`.
    #[schema(value_type = Option<word::ChargeStatus>)]
    pub status: Option<String>,
    /// `flat` (unless told) or `percentage`.
    #[schema(value_type = Option<word::FeeType>)]
    pub processing_fee_type: Option<String>,
    /// Dollars, or per cent.
    pub processing_fee_amount: Option<MoneyInput>,
    /// Dollars.
    pub our_processing_fee: Option<MoneyInput>,
    /// Only `true` changes something: what is paid stays paid.
    pub is_paid: Option<bool>,
    /// Accepted and not believed.
    #[serde(default)]
    pub paid_at: Ignored,
    /// `isPaid` and `paidAt`, one level down: some pages send them in an `updates` object.
    pub updates: Option<MarkPaidUpdates>,
}

impl ItemBody for ParkingBody {
    fn staff_fields(&self) -> Vec<(&'static str, bool)> {
        vec![
            ("userId", self.user_id.is_some()),
            ("violationType", self.violation_type.is_some()),
            ("date", self.date.is_some()),
            ("dueDate", self.due_date.is_some()),
            ("location", self.location.is_some()),
            ("amount", self.amount.is_some()),
            ("status", self.status.is_some()),
            ("processingFeeType", self.processing_fee_type.is_some()),
            ("processingFeeAmount", self.processing_fee_amount.is_some()),
            ("ourProcessingFee", self.our_processing_fee.is_some()),
        ]
    }

    fn paid(&self) -> Paid<'_> {
        Paid {
            is_paid: self.is_paid,
            updates: self.updates.as_ref(),
            version: self.version,
            user_id: self.user_id,
        }
    }
}

impl ParkingBody {
    /// What a `PATCH` asks for.
    ///
    /// # Errors
    /// The field that this caller may not send, or that is missing.
    pub fn asked(&self, is_admin: bool) -> Result<Asked, application::Error> {
        asked(self, is_admin)
    }

    /// Whose a new one is, and whether it is paid already.
    ///
    /// # Errors
    /// `userId` is missing.
    pub fn owner(&self) -> Result<(UserId, bool), application::Error> {
        Ok((owner(self)?, self.is_paid == Some(true)))
    }

    /// A new one.
    pub fn draft(&self) -> ItemDraft {
        self.over(ItemDraft::Parking(Default::default()))
    }

    /// What is on file, with what is given here set.
    pub fn over(&self, mut held: ItemDraft) -> ItemDraft {
        if let ItemDraft::Parking(draft) = &mut held {
            self.set(draft);
        }
        held
    }

    fn set(&self, draft: &mut ParkingDraft) {
        set(&mut draft.violation_type, self.violation_type.as_ref());
        set(&mut draft.date, self.date.as_ref());
        set(&mut draft.due_date, self.due_date.as_ref());
        set(&mut draft.location, self.location.as_ref());
        set(&mut draft.amount, self.amount.as_ref());
        set(&mut draft.status, self.status.as_ref());
        set_fees(
            &mut draft.fees,
            self.processing_fee_type.as_ref(),
            self.processing_fee_amount.as_ref(),
            self.our_processing_fee.as_ref(),
        );
    }
}

/// Body of `POST /api/tolls` and `PATCH /api/tolls/{id}`.
#[derive(Debug, Default, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TollBody {
    /// The driver: required in a new one, the same in a change.
    pub user_id: Option<i32>,
    /// The version that is changed: required in a change by staff.
    pub version: Option<i32>,
    /// Required in a new one.
    pub toll_road: Option<String>,
    /// Required in a new one; `YYYY-MM-DD`, not in the future.
    pub date: Option<String>,
    /// `YYYY-MM-DD`, not before `date`.
    pub due_date: Option<String>,
    /// Required in a new one: an amount of money as text, such as `$3.50`.
    pub amount: Option<String>,
    /// `Unpaid` (unless told), `Paid` (marks it paid by hand) or `Overdue`.
    #[schema(value_type = Option<word::ChargeStatus>)]
    pub status: Option<String>,
    /// `flat` (unless told) or `percentage`.
    #[schema(value_type = Option<word::FeeType>)]
    pub processing_fee_type: Option<String>,
    /// Dollars, or per cent.
    pub processing_fee_amount: Option<MoneyInput>,
    /// Dollars.
    pub our_processing_fee: Option<MoneyInput>,
    /// Only `true` changes something: what is paid stays paid.
    pub is_paid: Option<bool>,
    /// Accepted and not believed.
    #[serde(default)]
    pub paid_at: Ignored,
    /// `isPaid` and `paidAt`, one level down: some pages send them in an `updates` object.
    pub updates: Option<MarkPaidUpdates>,
}

impl ItemBody for TollBody {
    fn staff_fields(&self) -> Vec<(&'static str, bool)> {
        vec![
            ("userId", self.user_id.is_some()),
            ("tollRoad", self.toll_road.is_some()),
            ("date", self.date.is_some()),
            ("dueDate", self.due_date.is_some()),
            ("amount", self.amount.is_some()),
            ("status", self.status.is_some()),
            ("processingFeeType", self.processing_fee_type.is_some()),
            ("processingFeeAmount", self.processing_fee_amount.is_some()),
            ("ourProcessingFee", self.our_processing_fee.is_some()),
        ]
    }

    fn paid(&self) -> Paid<'_> {
        Paid {
            is_paid: self.is_paid,
            updates: self.updates.as_ref(),
            version: self.version,
            user_id: self.user_id,
        }
    }
}

impl TollBody {
    /// What a `PATCH` asks for.
    ///
    /// # Errors
    /// The field that this caller may not send, or that is missing.
    pub fn asked(&self, is_admin: bool) -> Result<Asked, application::Error> {
        asked(self, is_admin)
    }

    /// Whose a new one is, and whether it is paid already.
    ///
    /// # Errors
    /// `userId` is missing.
    pub fn owner(&self) -> Result<(UserId, bool), application::Error> {
        Ok((owner(self)?, self.is_paid == Some(true)))
    }

    /// A new one.
    pub fn draft(&self) -> ItemDraft {
        self.over(ItemDraft::Toll(Default::default()))
    }

    /// What is on file, with what is given here set.
    pub fn over(&self, mut held: ItemDraft) -> ItemDraft {
        if let ItemDraft::Toll(draft) = &mut held {
            self.set(draft);
        }
        held
    }

    fn set(&self, draft: &mut TollDraft) {
        set(&mut draft.toll_road, self.toll_road.as_ref());
        set(&mut draft.date, self.date.as_ref());
        set(&mut draft.due_date, self.due_date.as_ref());
        set(&mut draft.amount, self.amount.as_ref());
        set(&mut draft.status, self.status.as_ref());
        set_fees(
            &mut draft.fees,
            self.processing_fee_type.as_ref(),
            self.processing_fee_amount.as_ref(),
            self.our_processing_fee.as_ref(),
        );
    }
}

/// Body of `DELETE /api/tickets/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemovalBody {
    /// What came of it, in staff's words: 1 to 2,000 characters.
    pub result: Option<String>,
}

impl RemovalBody {
    /// The result.
    ///
    /// # Errors
    /// `result` is empty, too long or cannot be shown.
    pub fn read(&self) -> Result<String, application::Error> {
        domain::shared::text::paragraph(self.result.as_deref().unwrap_or_default(), 2000).map_err(|error| {
            let sentence = match error {
                TextError::Empty => "Please enter a result for the ticket removal.".to_owned(),
                TextError::TooLong { .. } | TextError::Unprintable => error.to_string(),
            };
            application::Error::field("result", sentence)
        })
    }
}
