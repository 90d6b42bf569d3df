//! The Stripe sandbox as a program, for tests and CI. It prints one line with its URLs and keys.
//!
//! Settings are arguments (`--port 12111`) or environment variables (`SANDBOX_PORT=12111`).

use std::process::ExitCode;
use std::time::Duration;

use sandbox_server::program::{
    UNTIL_STDIN_ENDS, arguments, is_given, print_access_and_wait, print_and_exit, value_of,
};
use serde_json::{Value, json};
use stripe_sandbox::{Options, Sandbox};

const USAGE: &str = "stripe-sandbox [--port N] [--state-file PATH] [--webhook-url URL] [--app-url URL] \
[--secret-key sk_test_…] [--publishable-key pk_test_…] [--webhook-secret whsec_…] [--webhook-retry-ms N] \
[--until-stdin-ends]
Each option can also be set in the environment: SANDBOX_PORT, SANDBOX_STATE_FILE, …";

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let arguments = arguments();
    if is_given(&arguments, "--help") {
        return print_and_exit(USAGE, ExitCode::SUCCESS);
    }
    let options = match parse_options(&arguments) {
        Ok(options) => options,
        Err(problem) => return print_and_exit(&format!("{problem}\n{USAGE}"), ExitCode::from(2)),
    };
    match stripe_sandbox::start(options) {
        Ok(sandbox) => {
            // No signal handler is needed: the state file is always complete, so a signal may end the process at
            // any time.
            print_access_and_wait(&access(&sandbox), &arguments);
            sandbox.stop();
            ExitCode::SUCCESS
        }
        Err(error) => {
            let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
            print_and_exit(&format!("{error}: {cause}"), ExitCode::FAILURE)
        }
    }
}

/// Returns the sandbox's URLs and keys as JSON.
fn access(sandbox: &Sandbox) -> Value {
    json!({
        "baseUrl": sandbox.base_url(),
        "jsUrl": sandbox.js_url(),
        "publishableKey": sandbox.publishable_key(),
        "secretKey": sandbox.secret_key(),
        "webhookSecret": sandbox.webhook_secret(),
    })
}

/// Returns the options that the arguments or the environment set, or a message if one is invalid.
fn parse_options(arguments: &[String]) -> Result<Options, String> {
    let mut known = vec![UNTIL_STDIN_ENDS.to_owned()];
    let mut value = |name: &str| -> Option<String> {
        let flag = format!("--{name}");
        let given_value = value_of(arguments, &flag).cloned();
        known.push(flag);
        let variable = format!("SANDBOX_{}", name.replace('-', "_").to_uppercase());
        given_value.or_else(|| std::env::var(variable).ok()).filter(|value| !value.is_empty())
    };
    let mut options = Options::default();
    if let Some(port) = value("port") {
        options.port = port.parse().map_err(|_| format!("not a port: {port}"))?;
    }
    if let Some(ms) = value("webhook-retry-ms") {
        options.webhook_retry = Duration::from_millis(ms.parse().map_err(|_| format!("not a number: {ms}"))?);
    }
    options.state_file = value("state-file").map(Into::into);
    options.webhook_url = value("webhook-url");
    options.app_url = value("app-url");
    options.secret_key = value("secret-key");
    options.publishable_key = value("publishable-key");
    options.webhook_secret = value("webhook-secret");
    match arguments.iter().find(|argument| argument.starts_with("--") && !known.contains(argument)) {
        Some(unknown) => Err(format!("unknown argument: {unknown}")),
        None => Ok(options),
    }
}
