//! Request and response bodies for problems with money that staff must resolve.

use application::payments::attention::{LostPaymentDetails, OpenMoneyProblems};
use application::payments::reconciliation::rebuild::CandidateItem;
use application::shared::lists::Names;
use chrono::{DateTime, Utc};
use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote, ResolvedProblem};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::payable::{Payable, PayableKind};
use ports::payments::attention::UnreadEvent;
use ports::payments::records::OrphanIntent;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::payments::dto::refund::OpenRefundDto;
use crate::shared::enums as word;
use crate::shared::input::FieldParser;

/// A payment provider's event that couldn't be parsed, or whose object couldn't be read and applied for a long time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnreadEvent)]
pub struct UnreadEventDto {
    /// The provider's id of the event, or a hash of its body.
    pub provider_event_id: String,
    /// The provider's event type. Empty if it couldn't be read.
    #[serde(rename = "type")]
    pub kind: String,
    /// When Lanewise received the event.
    pub received_at: DateTime<Utc>,
}

/// A payment that succeeded at the provider but matches no payment in Lanewise, so that it pays for nothing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrphanIntent)]
pub struct OrphanIntentDto {
    /// The provider's id of the intent.
    pub intent_id: String,
    /// The amount charged, with two decimals.
    pub amount: String,
    /// The currency in the provider's notation, such as `usd`.
    pub currency: String,
    /// Which data of the intent, such as its amount, doesn't match a payment in Lanewise.
    pub reason: word::OrphanReason,
    /// When Lanewise first detected the money.
    pub seen_at: DateTime<Utc>,
    /// Link to the intent in the provider's dashboard.
    pub provider_url: String,
}

impl OrphanIntentDto {
    /// Builds the response. With `test_mode`, the link opens the provider's test dashboard.
    fn new(orphan: OrphanIntent, test_mode: bool) -> Self {
        Self {
            provider_url: provider_url(&orphan.intent_id, test_mode),
            intent_id: orphan.intent_id,
            amount: orphan.amount.to_string(),
            currency: orphan.currency,
            reason: orphan.reason.into(),
            seen_at: orphan.seen_at,
        }
    }
}

/// An item that a lost payment may have paid. Staff choose the item that the payment was for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CandidateItem)]
pub struct CandidateItemDto {
    /// The kind of item.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// The item's id; if `type` is `lawyer`, the id of the lawyer's ticket.
    pub item_id: i32,
    /// The item's violation or road.
    pub label: String,
}

impl From<CandidateItem> for CandidateItemDto {
    fn from(item: CandidateItem) -> Self {
        let CandidateItem { payable, label } = item;
        Self { kind: payable.kind().into(), item_id: payable.item_id(), label }
    }
}

/// A payment of this installation that isn't in the database, usually because an older backup was restored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LostPayment)]
pub struct LostPaymentDto {
    /// The provider's id of the intent.
    pub intent_id: String,
    /// The amount charged, with two decimals.
    pub amount: String,
    /// The payment's original confirmation number.
    pub confirmation_number: String,
    /// The id of the driver who paid.
    pub user_id: i32,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Left out if
    /// the account is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// The kind of item paid. Left out if the intent names no item of this driver.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<word::PayableKind>,
    /// The id of the item; for a lawyer, the ticket's id. Left out if the intent names no item of this driver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_id: Option<i32>,
    /// The item's violation or road. Left out if the intent names no item of this driver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The choices for staff if `itemId` is left out: the driver's unpaid items, and lawyers for the driver's
    /// tickets, that cost exactly this amount.
    pub fitting: Vec<CandidateItemDto>,
    /// When the payment was started.
    pub started_at: DateTime<Utc>,
    /// When Lanewise first detected the lost payment.
    pub seen_at: DateTime<Utc>,
    /// Link to the intent in the provider's dashboard.
    pub provider_url: String,
}

impl LostPaymentDto {
    /// Builds the response, with the driver's name from `names`. With `test_mode`, the link opens the test dashboard.
    fn new(shown: LostPaymentDetails, names: &Names, test_mode: bool) -> Self {
        let LostPaymentDetails { payment, label, fitting } = shown;
        Self {
            provider_url: provider_url(&payment.intent_id, test_mode),
            amount: payment.amount.to_string(),
            confirmation_number: payment.confirmation_number,
            user_id: payment.user_id.0,
            driver_name: names.get(&payment.user_id).cloned(),
            kind: payment.item.map(|item| item.kind().into()),
            item_id: payment.item.map(Payable::item_id),
            label,
            fitting: fitting.into_iter().map(CandidateItemDto::from).collect(),
            started_at: payment.started_at,
            seen_at: payment.seen_at,
            intent_id: payment.intent_id,
        }
    }
}

/// Body of `POST /api/admin/money-attention/rebuilt`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RebuildBody {
    /// The provider's id of the lost payment's intent.
    pub intent_id: String,
    /// The kind of item paid, if the intent doesn't name it.
    #[serde(rename = "type", default)]
    #[schema(value_type = Option<word::PayableKind>)]
    pub kind: Option<String>,
    /// The item's id, if the intent doesn't name the item. If `type` is `lawyer`, the id of the lawyer's ticket.
    #[serde(default)]
    #[validate(range(min = 1, message = "Enter a whole number."))]
    pub item_id: Option<i32>,
}

impl RebuildBody {
    /// Parses the item that staff chose; `None` without a kind or an id.
    pub fn chosen_item(&self) -> Result<Option<Payable>, application::Error> {
        let mut reader = FieldParser::default();
        let kind = match &self.kind {
            Some(kind) => {
                let kind = PayableKind::parse(kind).ok_or("Must be one of ticket, parking, toll, lawyer.");
                reader.take_valid("type", kind).map(Some)
            }
            None => Some(None),
        };
        reader.finish(kind.map(|kind| kind.zip(self.item_id).map(|(kind, id)| kind.of(id))))
    }
}

/// A payment that was rebuilt from the provider's data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RebuiltPayment)]
pub struct RebuiltPaymentDto {
    pub payment_id: i32,
    /// The payment's original confirmation number.
    pub confirmation_number: String,
    /// Whether the payment paid its item; otherwise, the payment is refunded.
    pub is_settled: bool,
}

impl From<Payment> for RebuiltPaymentDto {
    fn from(payment: Payment) -> Self {
        Self {
            payment_id: payment.id.0,
            is_settled: payment.status == PaymentStatus::Settled,
            confirmation_number: payment.confirmation_number,
        }
    }
}

/// Returns the link to a payment in the provider's dashboard. `test_mode` selects the test dashboard.
fn provider_url(intent_id: &str, test_mode: bool) -> String {
    let mode = if test_mode { "test/" } else { "" };
    format!("https://dashboard.stripe.com/{mode}payments/{intent_id}")
}

/// Problems with money that staff must resolve, at most 200 of each kind, and the last resolved ones.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenMoneyCases)]
pub struct OpenMoneyCasesDto {
    /// Payments of this installation that aren't in the database, oldest first.
    pub lost: Vec<LostPaymentDto>,
    /// Refunds in progress or failed, oldest first.
    pub refunds: Vec<OpenRefundDto>,
    /// Events that couldn't be parsed or applied, oldest first.
    pub events: Vec<UnreadEventDto>,
    /// Money that matches no payment in Lanewise, oldest first.
    pub orphans: Vec<OrphanIntentDto>,
    /// The last twenty problems that staff resolved, newest first.
    pub closed: Vec<ResolvedProblemDto>,
}

/// Body of `POST /api/admin/money-attention/closed`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResolveProblemBody {
    /// Whether the problem is received money without a payment in Lanewise, or a provider event
    /// that couldn't be parsed or applied.
    #[schema(value_type = word::MoneyProblemKind)]
    pub kind: String,
    /// The provider's id of the intent or the event.
    pub provider_id: String,
    /// How staff resolved the problem, at most 500 characters.
    pub how: String,
}

impl ResolveProblemBody {
    /// Parses which problem staff resolved, and their note.
    pub fn parse(self) -> Result<(MoneyProblem, ResolutionNote), application::Error> {
        let mut reader = FieldParser::default();
        let kind = MoneyProblemKind::parse(&self.kind).ok_or("Must be one of orphan, unread_event.");
        let kind = reader.take_valid("kind", kind);
        let how = reader.take_valid("how", ResolutionNote::parse(&self.how));
        let subject = kind.map(|kind| MoneyProblem { kind, provider_id: self.provider_id });
        reader.finish(subject.zip(how))
    }
}

/// A problem that staff have resolved: received money without a payment in Lanewise, or a provider
/// event that couldn't be parsed or applied.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ResolvedProblem)]
pub struct ResolvedProblemDto {
    /// The id of this record.
    pub id: i32,
    /// Whether the problem was received money without a payment in Lanewise, or a provider event
    /// that couldn't be parsed or applied.
    pub kind: word::MoneyProblemKind,
    /// The provider's id of the intent or the event.
    pub provider_id: String,
    /// How staff resolved the problem.
    pub how: String,
    /// The id of the staff member who resolved the problem.
    pub closed_by: i32,
    /// When staff resolved the problem.
    pub closed_at: DateTime<Utc>,
}

impl From<ResolvedProblem> for ResolvedProblemDto {
    fn from(problem: ResolvedProblem) -> Self {
        Self {
            id: problem.id,
            kind: problem.subject.kind.into(),
            provider_id: problem.subject.provider_id,
            how: problem.how,
            closed_by: problem.closed_by.0,
            closed_at: problem.closed_at,
        }
    }
}

impl From<UnreadEvent> for UnreadEventDto {
    fn from(event: UnreadEvent) -> Self {
        let UnreadEvent { provider_event_id, kind, received_at } = event;
        Self { provider_event_id, kind, received_at }
    }
}

impl OpenMoneyCasesDto {
    /// Builds the response. `test_mode` selects the provider's test dashboard for links.
    pub fn new(problems: OpenMoneyProblems, test_mode: bool) -> Self {
        Self {
            lost: problems
                .lost
                .into_iter()
                .map(|lost| LostPaymentDto::new(lost, &problems.names, test_mode))
                .collect(),
            orphans: problems
                .orphans
                .into_iter()
                .map(|orphan| OrphanIntentDto::new(orphan, test_mode))
                .collect(),
            refunds: problems
                .refunds
                .into_iter()
                .map(|refund| OpenRefundDto::new(refund, &problems.names))
                .collect(),
            events: problems.events.into_iter().map(UnreadEventDto::from).collect(),
            closed: problems.closed.into_iter().map(ResolvedProblemDto::from).collect(),
        }
    }
}
