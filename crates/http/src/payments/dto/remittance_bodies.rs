//! Request bodies about remittances and money to recover.

use application::payments::remittances::sending::InclusionChoices;
use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::refund::MAX_NOTE_CHARS;
use domain::payments::remittances::payee::PayeeId;
use domain::payments::remittances::prepared::InclusionChoice;
use domain::payments::remittances::remittance::{
    MAX_PAYMENTS, TransferRecord, TransferRecordError, check_past_day,
};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{AuthorityId, LawyerId, PaymentId};
use domain::shared::money::Money;
use domain::shared::text;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::{FieldParser, MoneyInput};

/// Body of `POST /api/admin/remittances`: the id of either an authority or a lawyer.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PrepareBody {
    pub authority_id: Option<i32>,
    pub lawyer_id: Option<i32>,
}

impl PrepareBody {
    /// Returns the authority or the lawyer to pay. Fails unless the body names exactly one of them.
    pub fn payee(&self) -> Result<PayeeId, application::Error> {
        match (self.authority_id, self.lawyer_id) {
            (Some(authority), None) => Ok(AuthorityId(authority).into()),
            (None, Some(lawyer)) => Ok(LawyerId(lawyer).into()),
            _ => Err(application::Error::field("authorityId", "Choose an authority or a lawyer.")),
        }
    }
}

/// Maximum number of refunded payments that one request can list.
const MAX_ANSWERS: usize = 300;

/// Body of `POST /api/admin/remittances/{id}/sent`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SentBody {
    /// The day on which the money was sent, `YYYY-MM-DD`: at most a year ago, not in the future.
    pub sent_on: String,
    /// The bank's or the payee's reference. Drivers who paid a fine can read it. At most 100 characters.
    pub reference: String,
    /// For each payment that was refunded or charged back after the last file was downloaded: whether
    /// its money was sent.
    #[serde(default)]
    #[schema(max_items = 300)]
    pub refunded: Vec<RefundedPaymentChoiceBody>,
}

/// Staff's answer for a payment that was refunded or charged back after the last file was downloaded: whether
/// its money was sent.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RefundedPaymentChoice)]
pub struct RefundedPaymentChoiceBody {
    pub payment_id: i32,
    /// `sent`: the money was sent and must be recovered. `left_out`: the money wasn't sent.
    #[schema(value_type = word::InclusionChoice)]
    pub was: String,
}

impl SentBody {
    /// Parses when and how the money was sent, and whether each refunded payment's money was
    /// included. The day must be at most a year before `now`, and not after `now`.
    pub fn parse(
        &self,
        now: DateTime<Utc>,
    ) -> Result<(TransferRecord, InclusionChoices), application::Error> {
        let mut reader = FieldParser::default();
        let sending = reader.parse_date("sentOn", &self.sent_on).and_then(|on| {
            TransferRecord::parse(on, &self.reference, now, BUSINESS_ZONE)
                .map_err(|wrong| {
                    let field = if matches!(wrong, TransferRecordError::Reference(_)) {
                        "reference"
                    } else {
                        "sentOn"
                    };
                    reader.add_error(field, &error_message(wrong));
                })
                .ok()
        });
        if self.refunded.len() > MAX_ANSWERS {
            reader
                .add_error("refunded", "Download the file again. The new file leaves out refunded payments.");
        }
        let mut choices = InclusionChoices::new();
        for RefundedPaymentChoiceBody { payment_id, was } in &self.refunded {
            let was = InclusionChoice::parse(was).ok_or("Each is sent or left_out.");
            if let Some(was) = reader.take_valid("refunded", was) {
                choices.insert(PaymentId(*payment_id), was);
            }
        }
        reader.finish(sending.map(|sending| (sending, choices)))
    }
}

/// Body of `POST /api/admin/remittances/{id}/accepted`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AcceptedBody {
    /// The day on which the payee accepted the money, `YYYY-MM-DD`: at most a year ago, not in the future.
    pub accepted_on: String,
    /// Confirmation numbers or citation numbers of the accepted payments. Leave it out if all payments were accepted.
    #[schema(min_items = 1, max_items = 5000)]
    pub numbers: Option<Vec<String>>,
}

impl AcceptedBody {
    /// Parses the day of the acceptance, and the numbers of the accepted payments (`None` if all
    /// were accepted). The day must be at most a year before `now`, and not after `now`.
    pub fn parse(self, now: DateTime<Utc>) -> Result<(NaiveDate, Option<Vec<String>>), application::Error> {
        let mut reader = FieldParser::default();
        let day = reader.parse_date("acceptedOn", &self.accepted_on).and_then(|on| {
            reader.take_valid("acceptedOn", check_past_day(on, now, BUSINESS_ZONE).map_err(error_message))
        });
        let most = usize::try_from(MAX_PAYMENTS).unwrap_or(usize::MAX);
        if self.numbers.as_ref().is_some_and(|numbers| numbers.is_empty() || numbers.len() > most) {
            reader.add_error("numbers", &format!("1 to {most} numbers."));
        }
        reader.finish(day.map(|day| (day, self.numbers)))
    }
}

/// Returns the message for staff about an invalid reference or day.
fn error_message(wrong: TransferRecordError) -> String {
    match wrong {
        TransferRecordError::Reference(wrong) => wrong.to_string(),
        TransferRecordError::InFuture => "This day is in the future.".to_owned(),
        TransferRecordError::TooLongAgo => "This day is more than a year ago.".to_owned(),
    }
}

/// Body of `POST /api/admin/obligations/{id}/back` and of `…/written-off`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecoveryBody {
    /// The amount returned or written off.
    pub amount: MoneyInput,
    /// How the payee returned the money, or why it won't, at most 500 characters.
    pub how: String,
    /// The lawyer's id, if a lawyer must return the money.
    pub lawyer_id: Option<i32>,
}

impl RecoveryBody {
    /// Parses the amount that was returned or written off, and staff's explanation.
    pub fn parse(&self) -> Result<(Money, String), application::Error> {
        let mut reader = FieldParser::default();
        let sentence = "Enter an amount in dollars, such as 150.00.";
        let amount = reader.take_valid("amount", self.amount.parse().ok_or(sentence));
        let how = reader.take_valid("how", text::paragraph(&self.how, MAX_NOTE_CHARS));
        reader.finish(amount.zip(how))
    }
}
