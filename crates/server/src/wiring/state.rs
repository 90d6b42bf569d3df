//! Builds the state that all requests share, from the settings.

use std::sync::{Arc, OnceLock};

use adapters_files::StoredContents;
use adapters_files::clamd::Clamd;
use adapters_pdf::PdfPrinter;
use adapters_picture::ImageReencoder;
use adapters_postgres::{PgDatabase, PoolSettings};
use adapters_twilio::Twilio;
use anyhow::Context;
use application::Deps;
use application::driving_record::register_cache::RegisterCache;
use application::security::panel::{DemoAccounts, InstallationState};
use application::shared::outgoing::TextSender;
use chrono::TimeDelta;
use domain::accounts::login_throttling::GuardPolicy;
use domain::accounts::session::SessionPolicy;
use domain::security::environment::EnvironmentFacts;
use lanewise_http::edge::hosts::known::KnownHosts;
use lanewise_http::edge::limits::blocks::Blocks;
use lanewise_http::edge::limits::flood_counter::FloodCounter;
use lanewise_http::edge::limits::known_addresses::KnownAddresses;
use lanewise_http::edge::limits::rate_limit::RateLimits;
use lanewise_http::edge::limits::request_queue::RequestQueue;
use lanewise_http::edge::live::hub::Hub;
use lanewise_http::edge::provider_calls::ProviderCalls;
use lanewise_http::edge::session_cache::SessionCache;
use lanewise_http::edge::settings::Settings;
use lanewise_http::edge::telemetry::BUCKETS;
use lanewise_http::edge::telemetry::answer_log::ResponseLog;
use lanewise_http::help::chat;
use lanewise_http::operations::assets::CurrentAssets;
use lanewise_http::operations::readiness::Readiness;
use lanewise_http::operations::shutdown::ShutdownFlag;
use lanewise_http::state::{AppState, State};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use ports::notices::texts::TextMessenger;
use ports::shared::malware::MalwareScanner;
use ports::shared::secrets::Vault;
use ports::store::with_store;

use crate::adapters::clock::SystemClock;
use crate::adapters::crypto::RandomTokens;
use crate::adapters::passwords::Argon2Hasher;
use crate::adapters::time_codes::AuthenticatorCodes;
use crate::adapters::vault::KeyedCaseCipher;
use crate::config::replica::ReplicaConfig;
use crate::config::{Config, Environment, MailConfig};
use crate::connections;
use crate::demo;
use crate::figures;
use crate::wiring::legal_help;
use crate::wiring::mail::{self, EmailSenders};
use crate::wiring::page;
use crate::wiring::provider::ConnectedProvider;
use crate::wiring::sources;

/// Maximum age of the facts about lawyers and authorities in lists of items. A change by another process appears in
/// these lists within this time.
const MAX_REGISTER_AGE: TimeDelta = TimeDelta::seconds(2);

/// Builds the state that all requests share.
///
/// # Errors
/// Fails when a setting can't be used, such as those for email, texts, files or legal help. Also fails when the
/// database can't be read, or the operating system provides no randomness or no thread.
pub fn build_state(
    config: &Config,
    database: &PgDatabase,
    provided: &ConnectedProvider,
    vault: Arc<dyn Vault>,
) -> anyhow::Result<State> {
    let EmailSenders { mail, dev_mail, dev_texts } = mail::prepare_email_senders(config)?;
    let can_mail = mail.is_some();
    let pdfs = Arc::new(PdfPrinter::new(&config.support_phone, provided.test_mode)?);
    let deps = Deps {
        database: Arc::new(database.clone()),
        gateway: Arc::new(provided.gateway.clone()),
        webhooks: provided.webhooks.clone(),
        receipts: pdfs.clone(),
        letters: pdfs,
        pictures: Arc::new(ImageReencoder::default()),
        contents: Arc::new(open_contents(config)?),
        malware: create_scanner(config),
        clock: Arc::new(SystemClock),
        tokens: Arc::new(RandomTokens),
        passwords: Arc::new(Argon2Hasher::new(config.password_threads)?),
        time_codes: Arc::new(AuthenticatorCodes),
        vault,
        case_cipher: Arc::new(KeyedCaseCipher),
        public_url: config.public_url.as_str().into(),
        texts: create_text_sender(config, dev_texts)?.map(TextSender::new),
        sources: sources::create_source_clients(&config.cities)?,
        case_periods: config.case_periods,
        legal_help: Arc::new(legal_help::load_legal_help(
            config.legal_help_file.as_deref(),
            config.environment,
        )?),
        staff_need_second_factor: config.staff_need_second_factor,
        installation: read_installation_id(database)?,
        sessions: SessionPolicy::default(),
        guard: GuardPolicy { is_on: config.rate_limits, never_blocked: config.trusted_proxies.clone() },
        mail,
        unwritten: Arc::default(),
        last_uses: Arc::default(),
        registers: Arc::new(RegisterCache::new(MAX_REGISTER_AGE)),
    };
    let settings = Settings {
        public_url: config.public_url.clone(),
        known_hosts: KnownHosts::new(&config.public_url, &config.allowed_hosts),
        answers_any_host: config.environment == Environment::Production,
        trusted_proxies: config.trusted_proxies.clone(),
        can_mail,
        support_phone: config.support_phone.clone(),
        record_ready_days: config.record_ready_days,
        pixel_id: config.pixel_id.clone(),
        publishable_key: provided.publishable_key.clone(),
        stripe_js_url: provided.js_url.clone(),
        test_mode: provided.test_mode,
        security_contact: config.security_contact.clone(),
        writers_read_primary: config.replica.as_ref().map(ReplicaConfig::writers_read_primary),
    };
    let state = AppState {
        deps,
        provider_calls: ProviderCalls::new(provided.runtime_handle(), Arc::new(provided.gateway.clone())),
        settings: actix_web::web::Data::new(settings),
        chat: chat::FUNCTIONS,
        hub: Hub::new(config.chat, connections::max_sockets()),
        shutdown: ShutdownFlag::default(),
        readiness: Readiness::default(),
        sessions: SessionCache::default(),
        request_queue: RequestQueue::new(PoolSettings::default().max_connections)?,
        rate_limits: RateLimits::new(config.rate_limits),
        blocks: Blocks::default(),
        known_addresses: KnownAddresses::default(),
        flood_counter: FloodCounter::default(),
        installation_state: environment_state(config, provided.test_mode),
        assets: CurrentAssets::new(page::page_assets()),
        dev_mail,
        response_log: ResponseLog::new(config.log_reads),
        metrics: metrics_recorder().clone(),
    };
    Ok(state.shared())
}

/// Returns the facts about the installation that follow from the settings.
pub(crate) fn environment_state(config: &Config, is_payment_test: bool) -> InstallationState {
    let is_loopback = config.host == "localhost"
        || config.host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    let facts = EnvironmentFacts {
        is_production: config.environment == Environment::Production,
        is_cookie_secure: config.public_url.starts_with("https://"),
        is_public: !is_loopback,
        is_payment_test,
        has_data_key: config.data_keys.is_some(),
        has_rate_limits: config.rate_limits,
        has_mailer: matches!(config.mail, MailConfig::Smtp { .. }),
        has_trusted_proxies: !config.trusted_proxies.is_empty(),
        requires_second_factor: config.staff_need_second_factor,
        ..EnvironmentFacts::default()
    };
    InstallationState::new(facts, Some(DemoAccounts { emails: demo::EMAILS, password: demo::PASSWORD }))
}

/// Returns the id of this installation, which Lanewise stores in the metadata of its objects at the payment provider.
fn read_installation_id(database: &PgDatabase) -> anyhow::Result<Arc<str>> {
    let id = with_store(database, |store| store.installation_id().map_err(anyhow::Error::from))?;
    Ok(id.into())
}

/// Creates the client of the malware scanner; `None` if the settings have no scanner.
fn create_scanner(config: &Config) -> Option<Arc<dyn MalwareScanner>> {
    Some(Arc::new(Clamd::new(config.clamd_address.as_deref()?)))
}

/// Opens the storage of files: a bucket, or a folder in `DATA_DIR`.
fn open_contents(config: &Config) -> anyhow::Result<StoredContents> {
    match &config.bucket {
        Some(bucket) => StoredContents::in_bucket(bucket),
        None => StoredContents::in_folder(&config.data_dir.join("files")),
    }
    .context("the storage of files can't be opened")
}

/// Returns the sender of texts: Twilio or, without it, `dev_texts`.
fn create_text_sender(
    config: &Config,
    dev_texts: Option<Arc<dyn TextMessenger>>,
) -> anyhow::Result<Option<Arc<dyn TextMessenger>>> {
    let Some(account) = &config.twilio else { return Ok(dev_texts) };
    let twilio = Twilio::new(account.clone())?;
    // Twilio can report the status of texts only to a public URL.
    let is_reachable = config.public_url.starts_with("https://");
    let callback = format!("{}/api/webhooks/twilio", config.public_url);
    Ok(Some(Arc::new(if is_reachable { twilio.with_callback(callback) } else { twilio })))
}

/// Returns the metrics recorder of this process. The first call installs the recorder.
fn metrics_recorder() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let builder = PrometheusBuilder::new();
        let builder = builder.set_buckets(BUCKETS).unwrap_or_else(|error| unreachable!("{error}"));
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another metrics recorder is already installed");
        }
        figures::described::describe_metrics();
        handle
    })
}
