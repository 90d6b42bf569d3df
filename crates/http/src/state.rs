//! What every request needs, and the one way from a request into a use case.

use std::sync::Arc;

use actix_web::web;
use application::Deps;
use application::security::panel::Surroundings;
use metrics_exporter_prometheus::PrometheusHandle;

use crate::accounts::session_memory::SessionMemory;
use crate::edge::limits::blocks::Blocks;
use crate::edge::limits::flood_counter::FloodCounter;
use crate::edge::limits::places::Places;
use crate::edge::limits::rate_limit::RateLimits;
use crate::edge::limits::turns::Turns;
use crate::edge::provider_calls::ProviderCalls;
use crate::edge::settings::Settings;
use crate::edge::telemetry::answer_log::AnswerLog;
use crate::help::chat::hub::Hub;
use crate::notices::shown_mail::ReadMails;
use crate::operations::assets::Assets;
use crate::operations::leaving::Leaving;
use crate::operations::readiness::Readiness;

/// Shared by all requests.
pub struct AppState {
    /// The ports.
    pub deps: Deps,
    /// Where requests that ask the payment provider run.
    pub provider_calls: ProviderCalls,
    /// Settings.
    pub settings: web::Data<Settings>,
    /// Whether it is about to stop.
    pub leaving: Leaving,
    /// Whether the database answers.
    pub readiness: Readiness,
    /// Who listens to which chat.
    pub chat: Hub,
    /// What was found of drivers' sessions a moment ago.
    pub sessions: SessionMemory,
    /// Where requests run that need a connection, in the order in which they came.
    pub turns: Turns,
    /// Limits of calls by address and by user.
    pub rate_limits: RateLimits,
    /// Addresses that get no answer.
    pub blocks: Blocks,
    /// Addresses that are no strangers'.
    pub places: Places,
    /// Security events that come in floods.
    pub floods: FloodCounter,
    /// How Lanewise is run.
    pub surroundings: Surroundings,
    /// The page's files.
    pub assets: Assets,
    /// Reads the mails that development keeps instead of sending them.
    pub dev_mail: Option<ReadMails>,
    /// Which answers are logged.
    pub answer_log: AnswerLog,
    /// Renders `/metrics`.
    pub metrics: PrometheusHandle,
}

/// As actix shares it.
pub type State = web::Data<AppState>;

impl AppState {
    /// Shares the state.
    pub fn shared(self) -> State {
        web::Data::from(Arc::new(self))
    }
}
