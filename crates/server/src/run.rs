//! The server's run, from reading the settings to shutdown, and its commands.

use std::fs;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use actix_web::HttpServer;
use adapters_postgres::PgDatabase;
use adapters_postgres::PoolSettings;
use adapters_postgres::retire_months;
use anyhow::Context;
use application::Deps;
use application::notices::planning;
use application::payments::reconciliation::reconcile;
use application::security::panel;
use application::sources::rounds;
use application::staff::bootstrap;
use domain::accounts::password::Password;
use domain::shared::person::email::Email;
use ports::shared::clock::Clock;
use ports::store::with_store;
use traces::Traces;

use crate::adapters::clock::SystemClock;
use crate::audit;
use crate::books;
use crate::check;
use crate::check::outside::ExternalChecker;
use crate::config::{AdminLogin, Config, Environment};
use crate::connections::{self, Connections};
use crate::demo;
use crate::figures;
use crate::jobs;
use crate::keys;
use crate::live;
use crate::process::collector;
use crate::process::line_bounds;
use crate::process::logging;
use crate::process::notify;
use crate::process::ops;
use crate::process::stopping;
use crate::wiring::database;
use crate::wiring::provider::{self, ConnectedProvider};
use crate::wiring::state;

/// Maximum wait for requests in progress at shutdown, in seconds.
const DRAIN_SECONDS: u64 = 19;
/// How long the server keeps an idle connection open. The time is longer than a proxy's, so that no proxy
/// sends a request on a connection that the server just closed.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// Maximum wait for the last export of traces, so that a collector that doesn't respond can't block shutdown.
const MAX_LAST_EXPORT: Duration = Duration::from_secs(3);

/// Serves until a signal stops it, or runs one of these commands:
/// - `server migrate` migrates the database.
/// - `server unblock ADDRESS` removes a block, for an administrator who locked themselves out.
/// - `server check` reports problems with settings, the database and external services.
/// - `server books` prints the trial balance.
/// - `server rotate-key` re-encrypts values and keys with the first data key.
/// - `server audit verify` verifies the audit trail.
/// - `server retire-audit MONTHS [FOLDER]` drops old audit months. With FOLDER, exports them first.
///
/// # Errors
/// Returns a message that says what prevented the start, or why the command failed.
pub fn run() -> anyhow::Result<()> {
    let config = Config::read(&|name| std::env::var(name).ok());
    let command = std::env::args().nth(1);
    // Commands end too soon to export traces.
    let serving = config.as_ref().ok().filter(|_| command.is_none());
    let traces = serving.map_or_else(|| Ok(Traces::default()), collector::set_up_traces);
    // Start the export before anything else, so that it includes the traces of a failed start.
    let log_json = config.as_ref().is_ok_and(|config| config.log_json);
    logging::start_logging(log_json, &traces.as_ref().cloned().unwrap_or_default());
    let traces = traces?;
    if command.as_deref() == Some("check") {
        return check::run_check_command(config);
    }
    let config = config.map_err(|problems| {
        anyhow::anyhow!("the settings are incomplete or invalid:\n  {}", problems.join("\n  "))
    })?;
    match command.as_deref() {
        None => serve_and_export(&config, &traces),
        Some("migrate") => database::migrate(&config),
        Some("unblock") => unblock(&config, std::env::args().nth(2).as_deref()),
        Some("books") => books::print_books(&config),
        Some("retire-audit") => {
            run_retire_audit(&config, std::env::args().nth(2).as_deref(), std::env::args().nth(3).as_deref())
        }
        Some("rotate-key") => keys::rotate_keys(&config),
        Some("audit") => audit::run_audit_command(&config, &std::env::args().skip(2).collect::<Vec<_>>()),
        Some(other) => {
            anyhow::bail!(
                "unknown command {other:?}; the commands are `audit verify`, `books`, `check`, `migrate`, `retire-audit MONTHS [FOLDER]`, `rotate-key` and \
                 `unblock ADDRESS`"
            )
        }
    }
}

/// Runs the server and then sends the remaining traces to the collector.
fn serve_and_export(config: &Config, traces: &Traces) -> anyhow::Result<()> {
    if let Some(collector) = config.collector.as_ref().filter(|_| !cfg!(feature = "otlp")) {
        tracing::warn!(
            endpoint = collector.endpoint,
            "this build can't export traces to a collector: build it with the feature otlp"
        );
    }
    let served = serve(config);
    traces.flush_and_stop(MAX_LAST_EXPORT);
    served
}

/// Runs the server until a signal stops it or the embedded PostgreSQL fails.
fn serve(config: &Config) -> anyhow::Result<()> {
    fs::create_dir_all(&config.data_dir)
        .with_context(|| format!("creating {}", config.data_dir.display()))?;
    let ready = database::open_database(config)?;
    let provided = provider::connect_provider(config)?;
    let vault = keys::open_vault(config, &ready.database)?;
    let state = state::build_state(config, &ready.database, &provided, Arc::new(vault))?;
    create_first_accounts(config, &state.deps, &ready, &provided)?;
    if state.assets.load().is_empty() {
        tracing::warn!("the page has not been built, so only the API is served (make run builds the page)");
    }
    let checker = (config.environment == Environment::Production)
        .then(|| ExternalChecker::new(config, &provided.gateway))
        .transpose()?;
    #[cfg(debug_assertions)]
    crate::wiring::page::watch_page(&state).context("starting the watch over the page's files")?;
    let relay = live::start_relay(&state, &ready.database)?;
    let (host, port) = (config.host.clone(), config.port);
    let (error_sender, gave_up) = mpsc::channel();
    let connections = Connections::new(config.trusted_proxies.clone());
    let max_per_worker = connections::raise_descriptor_limit();
    let (retention, stop_notice) = (config.retention.clone(), config.stop_notice);
    let gateway = provided.gateway;
    actix_web::rt::System::new().block_on(async move {
        let shared = state.clone();
        let server = HttpServer::new(move || lanewise_http::app::app(shared.clone()))
            .disable_signals()
            .max_connections(max_per_worker)
            .on_connect(move |connection, connection_data| connections.accept(connection, connection_data))
            .shutdown_timeout(DRAIN_SECONDS)
            .client_request_timeout(Duration::from_secs(5))
            .keep_alive(KEEP_ALIVE)
            // Without Nagle's algorithm, the parts of a response don't wait for the client's delayed ACK.
            .tcp_nodelay(true)
            .bind((host.as_str(), port))
            .with_context(|| format!("listening on {host}:{port}"))?
            .run();
        if let Some(embedded) = &ready.embedded {
            let handle = server.handle();
            embedded.on_giving_up(move |error| {
                let _receiver_is_gone = error_sender.send(error);
                drop(handle.stop(false));
            });
        }
        let operators = ops::start_operators_listener(config, &state)?;
        let process = hex::encode(rand::random::<[u8; 8]>());
        let _jobs = jobs::start_jobs(&state, &process, &retention);
        let _external_checks = check::start_external_checks(checker, &state);
        let _figures = figures::start_updating_metrics(&state.deps, &ready.database, &gateway);
        stopping::stop_on_signal(&state, &server.handle(), stop_notice)?;
        tracing::info!("Lanewise is ready at http://{host}:{port}");
        notify::notify_systemd(notify::READY);
        let served = server.await.context("serving");
        notify::notify_systemd(notify::STOPPING);
        if let Some(operators) = operators {
            operators.handle.stop(false).await;
        }
        state.hub.stop();
        if let Some(left_out) = state.response_log.take_remaining_counts() {
            left_out.log();
        }
        line_bounds::log_dropped();
        jobs::store_last_uses(&state.deps);
        // Release the leases, so that other processes needn't wait until the leases expire.
        let _released = reconcile::end_lease(&state.deps, &process);
        let _released = rounds::end_lease(&state.deps, &process);
        let _released = planning::end_lease(&state.deps, &process);
        served
    })?;
    let _ended = relay.join();
    if let Ok(error) = gave_up.try_recv() {
        return Err(error).context("the embedded PostgreSQL stopped and can't be restarted");
    }
    tracing::info!("stopped");
    Ok(())
}

/// Runs `server unblock ADDRESS`. `address` is `None` if the operator named no address.
fn unblock(config: &Config, address: Option<&str>) -> anyhow::Result<()> {
    let address = address.context("name the address to unblock, for example: server unblock 203.0.113.9")?;
    let database = config.database_url.as_deref().context(
        "set DATABASE_URL: the embedded PostgreSQL runs only while its server does, so this command can't reach it",
    )?;
    let database = PgDatabase::open(database, PoolSettings::of_command())?;
    let was_blocked = panel::unblock_at_server(&database, SystemClock.now(), address)?;
    tracing::info!(was_blocked, "the address is no longer blocked, and its failed logins were cleared");
    Ok(())
}

/// Runs `server retire-audit MONTHS [FOLDER]`. `months` is the number of months to keep. With `folder`,
/// exports the dropped months to this folder first.
fn run_retire_audit(config: &Config, months: Option<&str>, folder: Option<&str>) -> anyhow::Result<()> {
    let months = months.and_then(|months| months.parse().ok());
    let months =
        months.context("say how many months to keep, for example: server retire-audit 84 /srv/archive")?;
    let owner = database::owner_url(config).context(
        "set DATABASE_URL, or in production MIGRATION_DATABASE_URL: only the role that owns the audit trail can drop its months",
    )?;
    for month in retire_months(&owner, months, folder.map(Path::new))? {
        let file = month.file.map(|file| file.display().to_string());
        tracing::info!(month = month.name, file, "retired a month of the audit trail");
    }
    Ok(())
}

/// Creates the first administrator from the settings. In development without this setting, loads
/// the demo accounts into the embedded database instead. Does nothing if there is an administrator.
/// Logs a warning if there is still no administrator.
fn create_first_accounts(
    config: &Config,
    deps: &Deps,
    ready: &database::ReadyDatabase,
    provided: &ConnectedProvider,
) -> anyhow::Result<()> {
    if let Some(AdminLogin { email, password }) = &config.admin {
        let email = Email::parse(email).context("ADMIN_EMAIL")?;
        let password = Password::parse(password, &[email.as_str()]).context("ADMIN_PASSWORD")?;
        bootstrap::create_first_admin(deps, "Administrator", &email, &password).context("ADMIN_EMAIL")?;
    } else if let (Environment::Development, Some(embedded)) = (config.environment, &ready.embedded) {
        let payments = demo::load_demo_accounts(deps, embedded.owner_url(), config.demo_drivers)?;
        provided.add_demo_payments(&payments);
    }
    let has_administrator =
        with_store(&*deps.database, |store| Ok::<_, application::Error>(store.has_administrator()?))?;
    if !has_administrator {
        tracing::warn!("there is no administrator: set ADMIN_EMAIL and ADMIN_PASSWORD and restart");
    }
    Ok(())
}
