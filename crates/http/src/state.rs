//! State that all requests share.

use std::sync::Arc;

use actix_web::web;
use application::Deps;
use application::security::panel::InstallationState;
use metrics_exporter_prometheus::PrometheusHandle;

use crate::edge::limits::blocks::Blocks;
use crate::edge::limits::flood_counter::FloodCounter;
use crate::edge::limits::known_addresses::KnownAddresses;
use crate::edge::limits::rate_limit::RateLimits;
use crate::edge::limits::request_queue::RequestQueue;
use crate::edge::live::chat::ChatFunctions;
use crate::edge::live::hub::Hub;
use crate::edge::provider_calls::ProviderCalls;
use crate::edge::session_cache::SessionCache;
use crate::edge::settings::Settings;
use crate::edge::telemetry::answer_log::ResponseLog;
use crate::notices::shown_mail::ReadMails;
use crate::operations::assets::CurrentAssets;
use crate::operations::readiness::Readiness;
use crate::operations::shutdown::ShutdownFlag;

/// State that all requests share.
pub struct AppState {
    /// The use cases' dependencies: implementations of the ports.
    pub deps: Deps,
    /// The threads for requests that call the payment provider.
    pub provider_calls: ProviderCalls,
    pub settings: web::Data<Settings>,
    /// Flag that is set while the server is shutting down.
    pub shutdown: ShutdownFlag,
    /// Checks whether the database is reachable.
    pub readiness: Readiness,
    /// The open WebSockets, and what each of them receives.
    pub hub: Hub,
    /// Functions of the help chat that live connections call.
    pub chat: ChatFunctions,
    /// A short-lived cache of drivers' sessions.
    pub sessions: SessionCache,
    /// The queue and threads for requests that need a database connection.
    pub request_queue: RequestQueue,
    /// Rate limits by address and by user.
    pub rate_limits: RateLimits,
    /// Blocked IP addresses, stored in memory.
    pub blocks: Blocks,
    /// IP addresses with a recent login.
    pub known_addresses: KnownAddresses,
    /// Counts security events during a flood.
    pub flood_counter: FloodCounter,
    /// The setup of this installation, from which the security findings are computed.
    pub installation_state: InstallationState,
    /// The page's static files.
    pub assets: CurrentAssets,
    /// Reads the emails that a development server stores instead of sending; `None` on other servers.
    pub dev_mail: Option<ReadMails>,
    /// Decides which responses are logged.
    pub response_log: ResponseLog,
    /// Renders the metrics for `/metrics`.
    pub metrics: PrometheusHandle,
}

/// The state as actix shares it.
pub type State = web::Data<AppState>;

impl AppState {
    /// Wraps the state so that all requests can share it.
    pub fn shared(self) -> State {
        web::Data::from(Arc::new(self))
    }
}
