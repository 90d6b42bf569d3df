//! Response body with the settings that the page needs.

use domain::legal_help::offer::LegalHelp;
use domain::shared::us_state::UsState;
use serde::Serialize;
use utoipa::ToSchema;

use crate::edge::settings::Settings;

/// Response of `GET /api/config`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Config)]
pub struct ConfigDto {
    /// The payment provider's publishable key.
    pub publishable_key: String,
    /// URL of the payment provider's script.
    pub stripe_js_url: String,
    /// Whether payments are only simulated. The page shows a notice then.
    pub test_mode: bool,
    /// Support's phone number, shown on the page.
    pub support_phone: String,
    /// Number of business days after sign-up within which staff promise to prepare a driver's record.
    pub record_ready_business_days: u8,
    /// Whether the server can send email. Password resets and new email addresses need email.
    pub can_mail: bool,
    /// Id of the advertising pixel. Null if the pixel is off, or if the browser sends the
    /// Global Privacy Control signal.
    pub pixel_id: Option<String>,
    /// States where legal help, its advertising claims or its money-back guarantee is off. In all other states,
    /// all three are on.
    pub legal_help: Vec<LegalHelpDto>,
}

/// Which parts of legal help are available in a state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LegalHelp)]
pub struct LegalHelpDto {
    /// Full name of the state.
    pub state: String,
    /// Whether drivers can hire a lawyer for a court of this state.
    pub offered: bool,
    /// Whether the page may promise the money-back guarantee, which refunds the price after a lost case.
    pub guarantee_shown: bool,
    /// Whether the page shows the success rates and the money-back claim.
    pub claims_shown: bool,
}

impl LegalHelpDto {
    /// Returns what legal help is offered in a state.
    fn of(help: &LegalHelp, state: UsState) -> Self {
        let rule = help.rule(Some(state));
        Self {
            state: state.name().to_owned(),
            offered: rule.is_offered(),
            guarantee_shown: rule.is_guarantee_shown(),
            claims_shown: rule.is_offered() && rule.claims_shown,
        }
    }
}

impl ConfigDto {
    pub fn new(settings: &Settings, legal_help: &LegalHelp) -> Self {
        Self {
            publishable_key: settings.publishable_key.clone(),
            stripe_js_url: settings.stripe_js_url.clone(),
            test_mode: settings.test_mode,
            support_phone: settings.support_phone.clone(),
            record_ready_business_days: settings.record_ready_days,
            can_mail: settings.can_mail,
            pixel_id: settings.pixel_id.clone(),
            legal_help: legal_help
                .restricted_states()
                .map(|state| LegalHelpDto::of(legal_help, state))
                .collect(),
        }
    }
}
