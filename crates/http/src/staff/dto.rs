//! The staff and invitations.

use application::accounts::proof::Proof;
use application::staff::members::{InvitationShown, Invited};
use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use domain::shared::person::email::Email;
use domain::staff::choice::{Choice, ChoiceName, ChoiceValue};
use domain::staff::invitation::Invitation;
use ports::staff::members::StaffMember;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::input::Reader;

/// Body of `POST /api/admin/staff/invitations`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InviteBody {
    /// Whom.
    #[validate(length(max = 1000, message = "This email is too long."))]
    pub email: String,
    /// The caller's password.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
    /// The caller's second factor's code; needed when it is on.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: Option<String>,
}

impl InviteBody {
    /// Parses the address.
    ///
    /// # Errors
    /// Names `email` if it is not an email address.
    pub fn read(&self) -> Result<Email, application::Error> {
        Email::parse(&self.email).map_err(|error| application::Error::field("email", error.to_string()))
    }

    /// Converts it to the use cases' type.
    pub fn proof(&self) -> Proof<'_> {
        Proof { password: &self.password, code: self.code.as_deref() }
    }
}

/// Body of `POST /api/admin/staff/{id}/remove`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemoveBody {
    /// The caller's password.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
    /// The caller's second factor's code; needed when it is on.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: Option<String>,
    /// Needed to end one's own access.
    #[serde(default)]
    pub is_sure: bool,
}

impl RemoveBody {
    /// Converts it to the use cases' type.
    pub fn proof(&self) -> Proof<'_> {
        Proof { password: &self.password, code: self.code.as_deref() }
    }
}

/// Body of `POST /api/invitations/look`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationBody {
    /// From the link.
    #[validate(length(max = 200, message = "This is not one of our links."))]
    pub token: String,
}

/// Body of `POST /api/invitations/accept`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AcceptBody {
    /// From the link.
    #[validate(length(max = 200, message = "This is not one of our links."))]
    pub token: String,
    /// For somebody without an account.
    #[validate(length(max = 1000, message = "This name is too long."))]
    pub full_name: Option<String>,
    /// For somebody without an account: 10 to 128 characters, not guessable.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: Option<String>,
}

/// One of the staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaffMember)]
pub struct StaffMemberDto {
    /// The user's id.
    pub id: i32,
    /// Name.
    #[schema(required = true)]
    pub full_name: Option<String>,
    /// Email.
    pub email: String,
    /// The account was made at.
    pub created_at: DateTime<Utc>,
    /// Last active, as far as open sessions tell.
    #[schema(required = true)]
    pub last_active: Option<DateTime<Utc>>,
    /// Their second factor is on.
    pub has_second_factor: bool,
    /// The caller.
    pub is_you: bool,
}

impl StaffMemberDto {
    /// As the caller sees them.
    pub fn seen_by(caller: UserId, member: StaffMember) -> Self {
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

/// An invitation that is open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invitation)]
pub struct InvitationDto {
    /// Identifier.
    pub id: i32,
    /// Whom.
    pub email: String,
    /// Who did it.
    pub invited_by: i32,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Good until.
    pub expires_at: DateTime<Utc>,
    /// The link, to be handed over: only in the answer to inviting, and only where no mail can be sent.
    #[schema(required = true)]
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
    /// Just made; the link leads to this address.
    pub fn made(invited: Invited, public_url: &str) -> Self {
        let link = invited.token.map(|token| format!("{public_url}/invitation#{token}"));
        Self { link, ..Self::from(invited.invitation) }
    }
}

/// What the person who opens an invitation's link should know.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvitationShown)]
pub struct InvitationShownDto {
    /// The email address it is for.
    pub email: String,
    /// This email has an account: log in with it and accept.
    pub has_account: bool,
}

impl From<InvitationShown> for InvitationShownDto {
    fn from(shown: InvitationShown) -> Self {
        Self { email: shown.email, has_account: shown.has_account }
    }
}

/// Body of `PATCH /api/admin/choices`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChoiceBody {
    /// What is chosen: small letters, digits, dots and hyphens, at most 60.
    pub name: String,
    /// What was chosen, as the page writes it, at most 40,000 characters; without it the choice is forgotten.
    pub value: Option<String>,
}

impl ChoiceBody {
    /// The choice.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self) -> Result<(ChoiceName, Option<ChoiceValue>), application::Error> {
        let mut reader = Reader::default();
        let name = ChoiceName::parse(&self.name).ok_or("Small letters, digits, dots and hyphens alone.");
        let name = reader.check("name", name);
        let value = self.value.as_deref().and_then(|value| reader.check("value", ChoiceValue::parse(value)));
        reader.finish(name.map(|name| (name, value)))
    }
}

/// One of the caller's choices.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Choice)]
pub struct ChoiceDto {
    /// What is chosen.
    pub name: String,
    /// What was chosen, as the page wrote it.
    pub value: String,
}

impl From<Choice> for ChoiceDto {
    fn from(Choice { name, value }: Choice) -> Self {
        Self { name, value }
    }
}
