//! Request and response bodies for drivers who can't pay an item now.

use application::requests::hardship::HardshipForm;
use application::shared::lists::Names;
use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::amount::Amount;
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::requests::hardship::{MAX_IN_ANSWER, NeedKind, Situation};
use domain::shared::text;
use ports::requests::hardship::HardshipSummary;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::{FieldParser, non_blank};

/// Body of `POST /api/hardship-requests`: the item and the driver's answers.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HardshipBody {
    /// `ticket`, `parking` or `toll`.
    #[schema(value_type = word::ItemKind)]
    pub kind: String,
    /// The id of the item.
    pub item_id: i32,
    /// Kind of help that the driver asks for.
    #[schema(value_type = word::HardshipNeed)]
    pub need: String,
    /// The amount that the driver could pay: per month with `smaller_payments`, in total with
    /// `lower_amount`. Ignored with `more_time`.
    pub amount: Option<String>,
    /// With `more_time`: the day by which the driver could pay. Ignored with another need.
    pub pay_by: Option<String>,
    #[schema(value_type = word::HardshipSituation)]
    pub situation: String,
}

impl HardshipBody {
    /// Parses which item the request is about, and the driver's answers in the form.
    pub fn parse(&self) -> Result<(ItemId, HardshipForm), application::Error> {
        let mut reader = FieldParser::default();
        let kind = ItemKind::parse(&self.kind).ok_or("Must be one of ticket, parking, toll.");
        let kind = reader.take_valid("kind", kind);
        let need =
            reader.take_valid("need", NeedKind::parse(&self.need).ok_or("Choose what would help you."));
        let situation = Situation::parse(&self.situation).ok_or("Choose one of the answers.");
        let situation = reader.take_valid("situation", situation);
        let (mut amount, mut pay_by) = (None, None);
        match need {
            Some(NeedKind::MoreTime) => {
                pay_by = non_blank(self.pay_by.as_deref()).and_then(|day| reader.parse_date("payBy", day));
            }
            Some(NeedKind::SmallerPayments | NeedKind::LowerAmount) => {
                amount = non_blank(self.amount.as_deref()).and_then(|amount| {
                    let amount = Amount::parse_number(amount).ok_or("Enter an amount such as 50 or 49.50.");
                    reader.take_valid("amount", amount)
                });
            }
            None => {}
        }
        let answers =
            need.zip(situation).map(|(need, situation)| HardshipForm { need, amount, pay_by, situation });
        reader.finish(kind.map(|kind| ItemId { kind, id: self.item_id }).zip(answers))
    }
}

/// Body of `POST /api/admin/hardship-requests/{id}/answer`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HardshipAnswerBody {
    /// The request's version that the caller saw.
    #[validate(range(min = 1))]
    pub version: i32,
    /// The answer, which the driver reads.
    pub answer: String,
}

impl HardshipAnswerBody {
    /// Parses the text of staff's answer.
    pub fn parse(&self) -> Result<String, application::Error> {
        let mut reader = FieldParser::default();
        let answer = reader.take_valid("answer", text::paragraph(&self.answer, MAX_IN_ANSWER));
        reader.finish(answer)
    }
}

/// A request of a driver who can't pay an item now, with staff's answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HardshipRequest)]
pub struct HardshipRequestDto {
    /// The id of the request.
    pub id: i64,
    /// The kind of item.
    pub kind: word::ItemKind,
    pub item_id: i32,
    /// The id of the driver who sent the request.
    pub user_id: i32,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Left out in
    /// responses to drivers, and if the account is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// Violation type or toll road.
    pub label: String,
    /// The day of the violation or trip.
    pub date: NaiveDate,
    /// The item's amount as entered.
    pub item_amount: String,
    /// The citation number, as printed; null if none is on file.
    pub citation_number: Option<String>,
    /// The authority that issued the citation; null if none is on file.
    pub issuer: Option<String>,
    /// Kind of help that the driver asks for.
    pub need: word::HardshipNeed,
    /// The amount that the driver could pay, with two decimals: per month with `smaller_payments`, in total with
    /// `lower_amount`. Null with `more_time`.
    pub amount: Option<String>,
    /// With `more_time`: the day by which the driver could pay. Null with another need.
    pub pay_by: Option<NaiveDate>,
    pub situation: word::HardshipSituation,
    /// When the driver sent the request.
    pub asked_at: DateTime<Utc>,
    /// Staff's answer. Null while the request is open.
    pub answer: Option<String>,
    pub answered_at: Option<DateTime<Utc>>,
    /// The request's version. A call with staff's answer must contain it.
    pub version: i32,
}

impl From<HardshipSummary> for HardshipRequestDto {
    fn from(summary: HardshipSummary) -> Self {
        let request = summary.request;
        let (answer, answered_at) = request.answer.map(|answer| (answer.text, answer.answered_at)).unzip();
        Self {
            id: request.id,
            kind: request.item.kind.into(),
            item_id: request.item.id,
            user_id: request.user_id.0,
            driver_name: None,
            label: summary.label,
            date: summary.date,
            item_amount: summary.amount,
            citation_number: summary.citation.number,
            issuer: summary.citation.issuer,
            need: request.need.kind().into(),
            amount: request.need.amount().map(|amount| amount.to_string()),
            pay_by: request.need.pay_by(),
            situation: request.situation.into(),
            asked_at: request.asked_at,
            answer,
            answered_at,
            version: request.version,
        }
    }
}

impl HardshipRequestDto {
    /// Builds the response for staff, with the driver's name from `names`.
    pub fn with_driver_name(summary: HardshipSummary, names: &Names) -> Self {
        let driver_name = names.get(&summary.request.user_id).cloned();
        Self { driver_name, ..Self::from(summary) }
    }
}
