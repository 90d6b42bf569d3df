//! Request and response bodies for lawyer hires (docs/product/legal-help.md#hires).

use application::legal_help::hires::Contact;
use chrono::{DateTime, Utc};
use domain::legal_help::cancellation_window::cancel_deadline;
use domain::legal_help::hire::{ContactMethod, HireStatus, LawyerHire};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::payments::dto::card::ConfirmationFactsDto;
use crate::shared::enums as word;
use crate::shared::input::{FieldParser, Ignored};

/// Body of `POST /api/lawyer-hires`. Only `paymentIntentId` is used, and `userId` is checked. All
/// other fields are ignored.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HireBody {
    /// The payment provider's id of the payment.
    #[validate(length(max = 200, message = "This isn’t a payment’s id."))]
    pub payment_intent_id: Option<String>,
    /// Optional. A driver can send only their own id.
    pub user_id: Option<i32>,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub ticket_id: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub violation_type: Ignored,
    /// Accepted and ignored. Use `PATCH` instead.
    #[serde(default)]
    pub contact_method: Ignored,
    /// Accepted and ignored. Use `PATCH` instead.
    #[serde(default)]
    pub contact_value: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub amount: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub status: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub confirmation_number: Ignored,
}

/// Body of `PATCH /api/lawyer-hires/{id}`: either how to reach the driver, or, from staff, the status.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HirePatchBody {
    /// `phone`, `email`, or both, separated by a comma.
    #[validate(length(max = 50, message = "This isn’t a contact method."))]
    pub contact_method: Option<String>,
    /// The phone number, the email address, or both, in the order of `contactMethod`, separated by a comma.
    #[validate(length(max = 400, message = "This is too long."))]
    pub contact_value: Option<String>,
    /// The new status. Staff only.
    #[schema(value_type = Option<word::HireStatus>)]
    pub status: Option<String>,
    /// The status that staff saw. Only with `status`. If it has changed since, the call
    /// fails with `409 changed_meanwhile`.
    #[schema(value_type = Option<word::HireStatus>)]
    pub from: Option<String>,
    /// Whether to end the case too. Only with `status`.
    pub ends_case: Option<bool>,
}

/// The change that a `PATCH` requests.
pub enum HirePatch {
    /// How to reach the driver.
    Contact(Contact),
    /// The hire's status, which staff set.
    Status {
        /// The status to set.
        to: HireStatus,
        /// The status that the caller saw. With `None`, the current status isn't checked.
        from: Option<HireStatus>,
        /// Whether the case ends too; `None` if the request doesn't say.
        ends_case: Option<bool>,
    },
}

impl HirePatchBody {
    /// Parses the contacts or the status. `is_admin` is true if staff send the body.
    ///
    /// # Errors
    /// Names the invalid field. Names `status` if a caller who isn't staff sends it, or if it is sent
    /// together with a contact.
    pub fn parse(&self, is_admin: bool) -> Result<HirePatch, application::Error> {
        let Some(status) = &self.status else {
            for (field, is_given) in [("from", self.from.is_some()), ("endsCase", self.ends_case.is_some())] {
                if is_given {
                    return Err(application::Error::field(field, "Send this only together with a status."));
                }
            }
            return self.contact().map(HirePatch::Contact);
        };
        if !is_admin {
            return Err(application::Error::field("status", "This is for staff to set."));
        }
        if self.contact_method.is_some() || self.contact_value.is_some() {
            return Err(application::Error::field("status", "Send the status without other fields."));
        }
        let from = self.from.as_deref().map(|from| parse_status("from", from)).transpose()?;
        Ok(HirePatch::Status { to: parse_status("status", status)?, from, ends_case: self.ends_case })
    }

    /// Parses the driver's contact: a phone number, an email address, or both.
    fn contact(&self) -> Result<Contact, application::Error> {
        let mut reader = FieldParser::default();
        let [methods, values] = [&self.contact_method, &self.contact_value]
            .map(|text| split_list(text.as_deref().unwrap_or_default()));
        if methods.is_empty() || values.is_empty() {
            return Err(application::Error::field(
                "contactValue",
                "Please enter at least one contact method.",
            ));
        }
        if methods.len() != values.len() {
            reader.add_error("contactValue", "Give one value for each contact method.");
        }
        let mut given: Vec<(&str, &str)> = methods.into_iter().zip(values).collect();
        given.sort_by_key(|(method, _)| *method != "phone");
        let by = match *given.iter().map(|(method, _)| *method).collect::<Vec<_>>() {
            ["phone"] => Some(ContactMethod::Phone),
            ["email"] => Some(ContactMethod::Email),
            ["phone", "email"] => Some(ContactMethod::Both),
            _ => reader.take_valid("contactMethod", Err("Must be one of phone, email, or both.")),
        };
        let parsed: Option<Vec<String>> =
            given.iter().map(|(method, value)| parse_contact(&mut reader, method, value)).collect();
        let contact = by.zip(parsed).map(|(method, values)| Contact { method, value: values.join(", ") });
        reader.finish(contact)
    }
}

/// Parses the status of a hire. The error is about the field `field`.
fn parse_status(field: &'static str, text: &str) -> Result<HireStatus, application::Error> {
    const WORDS: &str = "Must be one of Pending, In Progress, Contacted, Completed, Cancelled.";
    HireStatus::parse(text).ok_or_else(|| application::Error::field(field, WORDS))
}

/// Splits a text at commas, trims the parts, and drops empty ones.
fn split_list(text: &str) -> Vec<&str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Parses a phone number or an email address, as `method` says. For an invalid value, adds an error and returns
/// `None`. For another method, returns `None` without an error.
fn parse_contact(reader: &mut FieldParser, method: &str, value: &str) -> Option<String> {
    match method {
        "phone" => {
            reader.take_valid("contactValue", Phone::parse(value)).map(|phone| phone.digits().to_owned())
        }
        "email" => {
            reader.take_valid("contactValue", Email::parse(value)).map(|email| email.as_str().to_owned())
        }
        _ => None,
    }
}

/// A lawyer whom a driver hired for a ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LawyerHire)]
pub struct HireDto {
    pub id: i32,
    /// The id of the driver who hired the lawyer.
    pub user_id: i32,
    /// The driver's name. Only in staff lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// The id of the ticket that the lawyer works on; null if the ticket was deleted.
    pub ticket_id: Option<i32>,
    /// The issuer's citation number. Left out except in lists. Null if it isn't on file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub citation_number: Option<Option<String>>,
    /// The issuer of the citation. Left out except in lists. Null if it isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub issuer: Option<Option<String>>,
    /// The ticket's violation when the lawyer was hired; null if unknown.
    pub violation_type: Option<String>,
    /// The amount in dollars, with two decimals.
    pub amount: String,
    /// `phone`, `email`, or both, in the order of `contactValue`. Null until the driver has entered contact details.
    pub contact_method: Option<String>,
    /// The phone number, the email address, or both, separated by a comma. Null until the driver
    /// has entered contact details.
    pub contact_value: Option<String>,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// When Lanewise recorded the hire.
    pub recorded_at: DateTime<Utc>,
    /// Deadline for canceling the hire with a full refund.
    pub cancel_until: DateTime<Utc>,
    pub status: word::HireStatus,
    /// The way in which the hire's case gets a lawyer: by Lanewise's offers, by staff, or outside Lanewise.
    pub handling: word::CaseHandling,
    /// The step that the hire's case has reached.
    pub case_step: word::CaseStep,
    /// Whether staff set the status by hand.
    pub is_label_by_staff: bool,
    /// The id of the hire's payment, which refunds refer to; null if unknown.
    pub payment_id: Option<i32>,
    /// The state of the latest refund of the price. Null if there is none.
    pub refund: Option<word::RefundProgress>,
    /// The part of the price that was or is being refunded, in dollars with two decimals.
    pub refund_amount: String,
    /// Whether the ticket is paid.
    pub is_ticket_paid: bool,
    /// Whether staff have marked the hire as seen.
    pub is_seen_by_admin: bool,
    /// Whether staff have solved the hire in their queue.
    pub is_solved: bool,
}

impl From<LawyerHire> for HireDto {
    fn from(hire: LawyerHire) -> Self {
        Self {
            id: hire.id.0,
            user_id: hire.user_id.0,
            driver_name: None,
            citation_number: None,
            issuer: None,
            ticket_id: hire.ticket_id.map(|id| id.0),
            violation_type: hire.violation_type,
            amount: hire.amount.to_string(),
            contact_method: hire.contact_method,
            contact_value: hire.contact_value,
            confirmation_number: hire.confirmation_number,
            created_at: hire.created_at,
            recorded_at: hire.recorded_at,
            cancel_until: cancel_deadline(hire.recorded_at, BUSINESS_ZONE),
            status: hire.status.into(),
            handling: hire.case.handling.into(),
            case_step: hire.case.step.into(),
            is_label_by_staff: hire.case.is_label_by_staff,
            payment_id: hire.payment_id.map(|id| id.0),
            refund: hire.refund.map(word::RefundProgress),
            refund_amount: hire.refund_amount.to_string(),
            is_ticket_paid: hire.is_ticket_paid,
            is_seen_by_admin: hire.is_seen_by_admin,
            is_solved: hire.is_solved,
        }
    }
}

/// A newly confirmed hire.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConfirmedHire)]
pub struct ConfirmedHireDto {
    /// The hire's fields, in the same JSON object.
    #[serde(flatten)]
    pub hire: HireDto,
    /// Data that the page shows after the payment.
    pub afterwards: ConfirmationFactsDto,
}
