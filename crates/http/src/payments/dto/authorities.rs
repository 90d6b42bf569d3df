//! Request and response bodies for the register of authorities.

use application::payments::remittances::merging::MergePreview;
use domain::payments::remittances::authority::{Authority, AuthorityDetails, AuthorityError, AuthorityKind};
use domain::shared::ids::PaymentId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::error::EqualCitationDto;
use crate::shared::input::FieldParser;

/// An authority whose fines drivers pay in Lanewise.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Authority)]
pub struct AuthorityDto {
    /// The id in the register of authorities.
    pub id: i32,
    /// The name that drivers see.
    pub name: String,
    /// Whether the authority is a court, city or toll agency.
    pub kind: word::AuthorityKind,
    /// Other names by which items name the authority.
    pub also_called: Vec<String>,
    /// Instructions for staff on how to send money to the authority; null if none are set.
    pub pay_to: Option<String>,
    /// The postal address for drivers' letters, on several lines; null if none is set.
    pub postal_address: Option<String>,
    /// The full name of the authority's state; null if none is set.
    pub state: Option<String>,
    /// The authority's county. Null if none is set.
    pub county: Option<String>,
    /// The authority's time zone as an IANA name. Null if the state's default applies.
    pub time_zone: Option<String>,
    /// The authority's version, which increases with each change. A request that changes the authority must contain it.
    pub version: i32,
}

impl From<Authority> for AuthorityDto {
    fn from(authority: Authority) -> Self {
        let AuthorityDetails { name, kind, also_called, pay_to, postal_address, state, county, time_zone } =
            authority.details;
        Self {
            id: authority.id.0,
            name,
            kind: kind.into(),
            also_called,
            pay_to,
            postal_address,
            state: state.map(|state| state.name().to_owned()),
            county,
            time_zone: time_zone.map(|zone| zone.name().to_owned()),
            version: authority.version,
        }
    }
}

/// Body of `POST /api/admin/authorities`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuthorityBody {
    /// The name that drivers see, at most 100 characters.
    pub name: String,
    /// Whether the authority is a court, city or toll agency.
    #[schema(value_type = word::AuthorityKind)]
    pub kind: String,
    /// Other names by which items name the authority, at most 50.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub also_called: Vec<String>,
    /// Instructions for staff on how to send money to the authority, at most 1,000 characters.
    pub pay_to: Option<String>,
    /// The postal address for drivers' letters, on several lines, at most 500 characters.
    pub postal_address: Option<String>,
    /// The full name of the authority's state.
    pub state: Option<String>,
    /// The authority's county, at most 100 characters.
    pub county: Option<String>,
    /// The authority's time zone as an IANA name, if the state's default doesn't apply. Must be the other time
    /// zone of the state.
    pub time_zone: Option<String>,
}

impl AuthorityBody {
    /// Parses the authority's details.
    pub fn parse(&self) -> Result<AuthorityDetails, application::Error> {
        let mut reader = FieldParser::default();
        let kind = AuthorityKind::parse(&self.kind).ok_or("Must be one of court, city, toll_agency.");
        let kind = reader.take_valid("kind", kind);
        let details = kind.and_then(|kind| {
            let parsed = AuthorityDetails::parse(&self.name, kind, &self.also_called, self.pay_to.as_deref());
            let addressed =
                parsed.and_then(|details| details.with_postal_address(self.postal_address.as_deref()));
            let located = addressed.and_then(|details| {
                details.with_location(
                    self.state.as_deref(),
                    self.county.as_deref(),
                    self.time_zone.as_deref(),
                )
            });
            located
                .map_err(|wrong| {
                    let (field, sentence) = match wrong {
                        AuthorityError::Name(wrong) => ("name", wrong.to_string()),
                        AuthorityError::AlsoCalled(wrong) => ("alsoCalled", wrong.to_string()),
                        AuthorityError::TooManyNames => (
                            "alsoCalled",
                            format!("Enter at most {} other names.", AuthorityDetails::MAX_NAMES),
                        ),
                        AuthorityError::PayTo(wrong) => ("payTo", wrong.to_string()),
                        AuthorityError::PostalAddress(wrong) => ("postalAddress", wrong.to_string()),
                        AuthorityError::State => ("state", wrong.to_string()),
                        AuthorityError::County(wrong) => ("county", wrong.to_string()),
                        AuthorityError::TimeZone => ("timeZone", wrong.to_string()),
                    };
                    reader.add_error(field, &sentence);
                })
                .ok()
        });
        reader.finish(details)
    }
}

/// Body of `PATCH /api/admin/authorities/{id}`. Replaces all fields.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuthorityChangeBody {
    /// The name that drivers see, at most 100 characters.
    pub name: String,
    /// Whether the authority is a court, city or toll agency.
    #[schema(value_type = word::AuthorityKind)]
    pub kind: String,
    /// Other names by which items name the authority, at most 50.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub also_called: Vec<String>,
    /// Instructions for staff on how to send money to the authority, at most 1,000 characters.
    pub pay_to: Option<String>,
    /// The postal address for drivers' letters, on several lines, at most 500 characters.
    pub postal_address: Option<String>,
    /// The full name of the authority's state.
    pub state: Option<String>,
    /// The authority's county, at most 100 characters.
    pub county: Option<String>,
    /// The authority's time zone as an IANA name, if the state's default doesn't apply. Must be the other time
    /// zone of the state.
    pub time_zone: Option<String>,
    /// The version of the authority that the caller saw.
    pub version: i32,
}

impl AuthorityChangeBody {
    /// Parses the authority's new details, without the version.
    pub fn parse(self) -> Result<AuthorityDetails, application::Error> {
        let Self { name, kind, also_called, pay_to, postal_address, state, county, time_zone, .. } = self;
        AuthorityBody { name, kind, also_called, pay_to, postal_address, state, county, time_zone }.parse()
    }
}

/// Body of `POST /api/admin/authorities/{id}/merge`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MergeBody {
    /// The id of the remaining authority, into which the other authority is merged.
    pub into: i32,
    /// The version of the deleted authority that the caller saw.
    pub version: i32,
    /// The version of the remaining authority that the caller saw.
    pub into_version: i32,
}

/// The effects of merging an authority into another one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MergePreview)]
pub struct MergePreviewDto {
    /// The current version of the authority that would be deleted.
    pub version: i32,
    /// The remaining authority as it would be after the merge, but with its current version.
    pub after: AuthorityDto,
    /// Number of traffic tickets that name the deleted authority as their issuer.
    pub tickets: i64,
    /// Number of parking tickets that name the deleted authority as their issuer.
    pub parking_tickets: i64,
    /// Number of tolls that name the deleted authority as their issuer.
    pub tolls: i64,
    /// Number of traffic tickets that the deleted authority hears as a court.
    pub tickets_heard: i64,
    /// Number of lawyers who take cases of the deleted authority as a court.
    pub lawyers: i64,
    /// Number of payments owed to the deleted authority that aren't in a remittance.
    pub payments_owed: i64,
    /// Number of the deleted authority's remittances that haven't been sent.
    pub prepared_remittances: i64,
    /// Number of the deleted authority's remittances that were sent. These remittances keep
    /// the deleted authority's name.
    pub sent_remittances: i64,
    /// Cities whose published citations name the deleted authority.
    pub sources: Vec<String>,
    /// Pairs of items that would have the same issuer and citation number, at most 50. The merge is refused while
    /// any such pair exists.
    pub equal: Vec<EqualCitationDto>,
}

impl From<MergePreview> for MergePreviewDto {
    fn from(preview: MergePreview) -> Self {
        let MergePreview { version, after, counts, sources, equal } = preview;
        Self {
            version,
            after: after.into(),
            tickets: counts.tickets,
            parking_tickets: counts.parking,
            tolls: counts.tolls,
            tickets_heard: counts.heard,
            lawyers: counts.lawyers,
            payments_owed: counts.owed,
            prepared_remittances: counts.prepared,
            sent_remittances: counts.sent,
            sources,
            equal: equal.into_iter().map(EqualCitationDto::from).collect(),
        }
    }
}

/// Body of `POST /api/admin/authorities/{id}/payments`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssignBody {
    /// The payments' ids, at most 500.
    #[schema(min_items = 1, max_items = 500)]
    pub payment_ids: Vec<i32>,
}

impl AssignBody {
    /// Returns the ids of the payments. Fails if there are none or too many.
    pub fn parse(&self) -> Result<Vec<PaymentId>, application::Error> {
        let most = application::payments::remittances::register::MAX_ASSIGNED;
        if self.payment_ids.is_empty() || self.payment_ids.len() > most {
            return Err(application::Error::field("paymentIds", format!("1 to {most} payments.")));
        }
        Ok(self.payment_ids.iter().copied().map(PaymentId).collect())
    }
}

/// The result of assigning payments to an authority.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Assigned)]
pub struct AssignedDto {
    /// Number of payments that were assigned. Payments whose money was already sent are not included.
    pub assigned: usize,
}
