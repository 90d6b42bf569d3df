//! What the page must know of the server.

use serde::Serialize;
use utoipa::ToSchema;

use crate::state::Settings;

/// Answer of `GET /api/config`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Config)]
pub struct ConfigDto {
    /// The payment provider's publishable key.
    pub publishable_key: String,
    /// Address of the provider's script.
    pub stripe_js_url: String,
    /// Payments are not real: the page says so.
    pub test_mode: bool,
    /// Support's phone number.
    pub support_phone: String,
    /// Advertising pixel, when switched on.
    #[schema(required = true)]
    pub pixel_id: Option<String>,
}

impl From<&Settings> for ConfigDto {
    fn from(settings: &Settings) -> Self {
        Self {
            publishable_key: settings.publishable_key.clone(),
            stripe_js_url: settings.stripe_js_url.clone(),
            test_mode: settings.test_mode,
            support_phone: settings.support_phone.clone(),
            pixel_id: settings.pixel_id.clone(),
        }
    }
}
