//! Request and response bodies for items that drivers add, and for staff's check of these items.

use application::driving_record::added::check::CheckDecision;
use application::driving_record::added::lists::ItemToCheck;
use application::shared::lists::Names;
use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::added::{MAX_IN_REASON, Similarity};
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::ItemDraft;
use domain::shared::text;
use ports::driving_record::added::{AddedItemSummary, SimilarItem};
use ports::driving_record::courts::KnownIssuer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::FieldParser;

const KIND_ERROR: &str = "Must be one of ticket, parking, toll.";

/// Body of `POST /api/added-items`: an item that the driver adds.
#[derive(Debug, Default, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddedItemBody {
    /// `ticket`, `parking` or `toll`.
    #[schema(value_type = word::ItemKind)]
    pub kind: String,
    /// True if the driver confirmed that the item on their record with a similar citation number is
    /// another item.
    pub is_another: Option<bool>,
    /// The citation number, as printed: letters, digits, spaces, hyphens, slashes and dots.
    pub citation_number: Option<String>,
    /// The authority that issued the citation: one of an authority's names, or any string.
    pub issuer: Option<String>,
    /// The violation, such as `Speeding`. Required for a ticket and a parking ticket.
    pub violation_type: Option<String>,
    /// The toll road. Required for a toll.
    pub toll_road: Option<String>,
    /// The day of the violation or trip.
    #[schema(value_type = NaiveDate)]
    pub date: String,
    /// The day by which to pay or answer, not before `date`.
    #[schema(value_type = Option<NaiveDate>)]
    pub due_date: Option<String>,
    /// The place of the violation or trip. Required for a ticket and a parking ticket.
    pub location: Option<String>,
    /// An amount as a string, such as `$150`. Required for a parking ticket and a toll.
    pub amount: Option<String>,
    /// Points on the license, if the driver knows them.
    pub points: Option<i32>,
    /// Whether a court appearance is required.
    pub is_court_required: Option<bool>,
    /// The day in court. Only if court is required.
    #[schema(value_type = Option<NaiveDate>)]
    pub court_date: Option<String>,
    /// The court time, as printed. Only if court is required.
    pub court_time: Option<String>,
    /// The court's state, by full name.
    pub court_state: Option<String>,
}

impl AddedItemBody {
    /// Returns a draft of the item with the text of its fields. Only the kind is parsed here.
    pub fn draft(&self) -> Result<ItemDraft, application::Error> {
        let kind =
            ItemKind::parse(&self.kind).ok_or_else(|| application::Error::field("kind", KIND_ERROR))?;
        let text = |field: &Option<String>| field.clone().unwrap_or_default();
        let fields = [
            ("citation_number", text(&self.citation_number)),
            ("issuer", text(&self.issuer)),
            ("violation_type", text(&self.violation_type)),
            ("toll_road", text(&self.toll_road)),
            ("date", self.date.clone()),
            ("due_date", text(&self.due_date)),
            ("location", text(&self.location)),
            ("amount", text(&self.amount)),
            ("points", self.points.map(|points| points.to_string()).unwrap_or_default()),
            ("is_court_required", self.is_court_required.unwrap_or_default().to_string()),
            ("court_date", text(&self.court_date)),
            ("court_time", text(&self.court_time)),
            ("court_state", text(&self.court_state)),
        ];
        Ok(fields.into_iter().fold(ItemDraft::new(kind), |draft, (name, value)| draft.with(name, value)))
    }
}

/// An item that its driver added, and the state of its check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddedItem)]
pub struct AddedItemDto {
    /// The id of the addition, which isn't the item's id.
    pub id: i64,
    /// The kind of item.
    pub kind: word::ItemKind,
    pub item_id: i32,
    /// The id of the driver who added the item.
    pub user_id: i32,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Left out in
    /// responses to drivers, and if the account is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// Violation type or toll road.
    pub label: String,
    /// The day of the violation or trip.
    pub date: NaiveDate,
    /// The amount as entered.
    pub amount: String,
    /// The citation number, as printed; null if the driver entered none.
    pub citation_number: Option<String>,
    /// The authority that issued the citation; null if the driver entered none.
    pub issuer: Option<String>,
    /// When the driver added the item.
    pub added_at: DateTime<Utc>,
    /// The state of staff's check.
    pub status: word::CheckStatus,
    /// Staff's explanation if they didn't find the citation; otherwise null.
    pub reason: Option<String>,
    /// When staff decided, or the driver withdrew the item; null while the item is being checked.
    pub checked_at: Option<DateTime<Utc>>,
    /// The item's version. The request with staff's decision must contain it.
    pub version: i32,
}

impl From<AddedItemSummary> for AddedItemDto {
    fn from(summary: AddedItemSummary) -> Self {
        Self {
            id: summary.added.id,
            kind: ItemId::from(summary.added.item).kind.into(),
            item_id: summary.added.item.item_id(),
            user_id: summary.added.user_id.0,
            driver_name: None,
            label: summary.label,
            date: summary.date,
            amount: summary.amount,
            citation_number: summary.citation.number,
            issuer: summary.citation.issuer,
            added_at: summary.added.added_at,
            status: summary.added.status.into(),
            reason: summary.added.reason,
            checked_at: summary.added.checked_at,
            version: summary.version,
        }
    }
}

impl AddedItemDto {
    /// Builds the response for staff, with the driver's name from `names`.
    pub fn with_driver_name(summary: AddedItemSummary, names: &Names) -> Self {
        let driver_name = names.get(&summary.added.user_id).cloned();
        Self { driver_name, ..Self::from(summary) }
    }
}

/// Another item that may be the same as an added one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SimilarItem)]
pub struct SimilarItemDto {
    /// Why this item may be the same as the added one.
    pub similarity: word::Similarity,
    /// The kind of the other item.
    pub kind: word::ItemKind,
    /// The id of the other item.
    pub item_id: i32,
    /// The id of the driver of the other item.
    pub user_id: i32,
    /// The full name of the other item's driver or, if none is stored, the part of the email address before the
    /// `@`. Null if the account is closed.
    pub driver_name: Option<String>,
    /// Whether a driver added the other item too and staff haven't checked it yet.
    pub is_being_checked: bool,
    /// Violation type or toll road.
    pub label: String,
    /// The day of the violation or trip.
    pub date: NaiveDate,
    /// The amount as entered.
    pub amount: String,
    /// The citation number, as printed; null if none is on file.
    pub citation_number: Option<String>,
    /// The authority that issued the citation; null if none is on file.
    pub issuer: Option<String>,
}

impl SimilarItemDto {
    /// Builds the response about a similar item, with the name (from `names`) of the item's driver.
    fn with_driver_name((similarity, similar): (Similarity, SimilarItem), names: &Names) -> Self {
        Self {
            similarity: similarity.into(),
            kind: ItemId::from(similar.item).kind.into(),
            item_id: similar.item.item_id(),
            user_id: similar.user_id.0,
            driver_name: names.get(&similar.user_id).cloned(),
            is_being_checked: similar.is_being_checked,
            label: similar.label,
            date: similar.date,
            amount: similar.amount,
            citation_number: similar.citation.number,
            issuer: similar.citation.issuer,
        }
    }
}

/// An added item, with other items that may be the same.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemToCheck)]
pub struct ItemToCheckDto {
    pub added: AddedItemDto,
    /// Other items that may be the same, at most 20 of each kind.
    pub similar: Vec<SimilarItemDto>,
}

impl ItemToCheckDto {
    /// Builds the response, with the drivers' names from `names`.
    pub fn with_driver_name(found: ItemToCheck, names: &Names) -> Self {
        Self {
            added: AddedItemDto::with_driver_name(found.added, names),
            similar: found
                .similar
                .into_iter()
                .map(|similar| SimilarItemDto::with_driver_name(similar, names))
                .collect(),
        }
    }
}

/// Body of `POST /api/admin/added-items/{id}/decision`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckDecisionBody {
    /// `confirmed`, `merged` or `not_found`.
    pub decision: String,
    /// The item's version that the caller saw.
    #[validate(range(min = 1))]
    pub version: i32,
    /// With `merged`: the kind of the item that stays.
    #[schema(value_type = Option<word::ItemKind>)]
    pub kind: Option<String>,
    /// With `merged`: the id of the item that stays.
    pub item_id: Option<i32>,
    /// With `not_found`: the reason, which the driver reads.
    pub reason: Option<String>,
}

impl CheckDecisionBody {
    /// Parses how staff decided about an added item.
    pub fn parse(&self) -> Result<CheckDecision, application::Error> {
        let mut reader = FieldParser::default();
        let decision = match self.decision.as_str() {
            "confirmed" => Some(CheckDecision::Confirm),
            "merged" => {
                let kind = self.kind.as_deref().and_then(ItemKind::parse);
                let kind = reader.take_valid("kind", kind.ok_or(KIND_ERROR));
                let id = reader
                    .take_valid("itemId", self.item_id.ok_or("Choose an item on this driver’s record."));
                kind.zip(id).map(|(kind, id)| CheckDecision::SameAs(ItemId { kind, id }.payable()))
            }
            "not_found" => {
                let reason = text::paragraph(self.reason.as_deref().unwrap_or_default(), MAX_IN_REASON);
                reader.take_valid("reason", reason).map(CheckDecision::NotFound)
            }
            _ => {
                reader.add_error("decision", "Must be one of confirmed, merged, not_found.");
                None
            }
        };
        reader.finish(decision)
    }
}

/// An authority that a driver can choose as the issuer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KnownIssuer)]
pub struct KnownIssuerDto {
    pub name: String,
    /// The full name of the authority's state; null if the register has none.
    pub state: Option<String>,
}

impl From<KnownIssuer> for KnownIssuerDto {
    fn from(issuer: KnownIssuer) -> Self {
        Self { name: issuer.name, state: issuer.state.map(|state| state.name().to_owned()) }
    }
}
