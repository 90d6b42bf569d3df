//! Request and response bodies for staff, invitations and back-office preferences.

use application::accounts::proof::IdentityProof;
use application::staff::members::{InvitationDetails, NewInvitation};
use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use domain::shared::person::email::Email;
use domain::staff::invitation::Invitation;
use domain::staff::preference::{Preference, PreferenceName, PreferenceValue};
use ports::staff::members::StaffMember;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::FieldParser;

/// Body of `POST /api/admin/staff/invitations`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InviteBody {
    /// The invited person's email address.
    #[validate(length(max = 1000, message = "This email is too long."))]
    pub email: String,
    /// The caller's password, which confirms their identity.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
    /// A code of the caller's second factor. Required if the second factor is on.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: Option<String>,
}

impl InviteBody {
    /// Parses the invited person's email address.
    pub fn parse(&self) -> Result<Email, application::Error> {
        Email::parse(&self.email).map_err(|error| application::Error::field("email", error.to_string()))
    }

    /// Returns the password and, if the request has one, the code, as proof of the caller's identity.
    pub fn proof(&self) -> IdentityProof<'_> {
        IdentityProof { password: &self.password, code: self.code.as_deref() }
    }
}

/// Body of `POST /api/admin/staff/{id}/remove`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemoveBody {
    /// The caller's password, which confirms their identity.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
    /// A code of the caller's second factor. Required if the second factor is on.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: Option<String>,
    /// Confirms that the caller wants to remove their own access. Must be true in that case.
    #[serde(default)]
    pub is_sure: bool,
}

impl RemoveBody {
    /// Returns the password and, if the request has one, the code, as proof of the caller's identity.
    pub fn proof(&self) -> IdentityProof<'_> {
        IdentityProof { password: &self.password, code: self.code.as_deref() }
    }
}

/// Body of `POST /api/invitations/look`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationBody {
    /// The token from the link.
    #[validate(length(max = 200, message = "This link isn’t valid."))]
    pub token: String,
}

/// Body of `POST /api/invitations/accept`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AcceptBody {
    /// The token from the link.
    #[validate(length(max = 200, message = "This link isn’t valid."))]
    pub token: String,
    /// Full name of a new staff member. Must be left out by a person with an account. Ignored for a lawyer, who
    /// gets the name on record.
    #[validate(length(max = 1000, message = "This name is too long."))]
    pub full_name: Option<String>,
    /// New password of a person without an account: 10 to 128 characters, not guessable. Must be left out by a
    /// person with an account.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: Option<String>,
}

/// A user with access to the back office.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaffMember)]
pub struct StaffMemberDto {
    pub id: i32,
    pub full_name: Option<String>,
    /// Email address, also used to log in.
    pub email: String,
    /// When the account was created.
    pub created_at: DateTime<Utc>,
    /// Time of the last activity in an open session; null without an open session.
    pub last_active: Option<DateTime<Utc>>,
    /// Whether the staff member's second factor is on.
    pub has_second_factor: bool,
    /// Whether the staff member is the caller.
    pub is_you: bool,
}

impl StaffMemberDto {
    /// Builds the response about a staff member. Compares the member with `caller` to set `is_you`.
    pub fn for_caller(caller: UserId, member: StaffMember) -> Self {
        Self {
            id: member.user.id.0,
            full_name: member.user.full_name,
            email: member.user.email,
            created_at: member.user.created_at,
            last_active: member.last_active,
            has_second_factor: member.has_second_factor,
            is_you: member.user.id == caller,
        }
    }
}

/// An invitation that hasn't been accepted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invitation)]
pub struct InvitationDto {
    pub id: i32,
    /// The invited person's email address.
    pub email: String,
    /// The id of the staff member who sent the invitation.
    pub invited_by: i32,
    /// When the invitation was created.
    pub created_at: DateTime<Utc>,
    /// When the invitation's link stops working.
    pub expires_at: DateTime<Utc>,
    /// The invitation's link, which staff must send themselves. Only in the response to a new invitation if the server
    /// can't send email. Null otherwise.
    pub link: Option<String>,
}

impl From<Invitation> for InvitationDto {
    fn from(invitation: Invitation) -> Self {
        Self {
            id: invitation.id.0,
            email: invitation.email,
            invited_by: invitation.invited_by.0,
            created_at: invitation.created_at,
            expires_at: invitation.expires_at,
            link: None,
        }
    }
}

impl InvitationDto {
    /// Builds the response to a new invitation, with a link if the invitation has a token.
    pub fn with_link(invited: NewInvitation, public_url: &str) -> Self {
        let link = invited.token.map(|token| format!("{public_url}/invitation#{token}"));
        Self { link, ..Self::from(invited.invitation) }
    }
}

/// The data that a person who opens an invitation's link sees.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvitationDetails)]
pub struct InvitationDetailsDto {
    /// The email address of the invited person.
    pub email: String,
    /// Whether the address has an account. If so, the account's owner must log in to accept.
    pub has_account: bool,
    /// The role that the invitation gives: `admin` or `lawyer`.
    pub role: word::Role,
    /// The name on record of an invited lawyer. `null` for staff.
    pub name: Option<String>,
}

impl From<InvitationDetails> for InvitationDetailsDto {
    fn from(shown: InvitationDetails) -> Self {
        let InvitationDetails { email, has_account, role, name } = shown;
        Self { email, has_account, role: role.into(), name }
    }
}

/// Body of `PATCH /api/admin/choices`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreferenceBody {
    /// The preference's name: lowercase letters, digits, dots and hyphens, at most 60 characters. Starts with a
    /// letter or a digit.
    pub name: String,
    /// The preference's value, in a format that only the page knows, at most 40,000 characters.
    /// Leave it out to delete the preference.
    pub value: Option<String>,
}

impl PreferenceBody {
    /// Parses the name and the value; `None` instead of a value deletes the preference.
    pub fn parse(&self) -> Result<(PreferenceName, Option<PreferenceValue>), application::Error> {
        let mut reader = FieldParser::default();
        let name =
            PreferenceName::parse(&self.name).ok_or("Use only lowercase letters, digits, dots and hyphens.");
        let name = reader.take_valid("name", name);
        let value =
            self.value.as_deref().and_then(|value| reader.take_valid("value", PreferenceValue::parse(value)));
        reader.finish(name.map(|name| (name, value)))
    }
}

/// One of the caller's back-office preferences.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Preference)]
pub struct PreferenceDto {
    pub name: String,
    /// The preference's value, in a format that only the page knows.
    pub value: String,
}

impl From<Preference> for PreferenceDto {
    fn from(Preference { name, value }: Preference) -> Self {
        Self { name, value }
    }
}
