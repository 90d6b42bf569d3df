//! The Stripe sandbox as a program, for tests and CI. The program prints its URL and keys as one line of JSON, then
//! runs until a signal ends it. With `--until-stdin-ends`, the program also ends when its
//! standard input closes.
//!
//! Settings are arguments (`--port 12111`) or environment variables (`SANDBOX_PORT=12111`).

use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

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
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help") {
        return print_and_exit(USAGE, ExitCode::SUCCESS);
    }
    let until_stdin_ends = arguments.iter().any(|argument| argument == "--until-stdin-ends");
    let options = match parse_options(&arguments) {
        Ok(options) => options,
        Err(problem) => return print_and_exit(&format!("{problem}\n{USAGE}"), ExitCode::from(2)),
    };
    match stripe_sandbox::start(options) {
        Ok(sandbox) => {
            print_access(&sandbox);
            wait_for_end(until_stdin_ends);
            sandbox.stop();
            ExitCode::SUCCESS
        }
        Err(error) => {
            let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
            print_and_exit(&format!("{error}: {cause}"), ExitCode::FAILURE)
        }
    }
}

fn print_and_exit(text: &str, code: ExitCode) -> ExitCode {
    // If standard error is closed, the error can't be reported anywhere.
    let _ = writeln!(std::io::stderr(), "{text}");
    code
}

fn print_access(sandbox: &Sandbox) {
    let line = serde_json::json!({
        "baseUrl": sandbox.base_url(),
        "jsUrl": sandbox.js_url(),
        "publishableKey": sandbox.publishable_key(),
        "secretKey": sandbox.secret_key(),
        "webhookSecret": sandbox.webhook_secret(),
    });
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Waits until standard input closes or, if `until_stdin_ends` is false, forever. If a test crashes, its sandbox's
/// standard input closes, and no process is left behind. A signal can end the process at any time, because the
/// state file is always complete.
fn wait_for_end(until_stdin_ends: bool) {
    if until_stdin_ends {
        let mut rest = Vec::new();
        let _ = std::io::stdin().read_to_end(&mut rest);
    } else {
        loop {
            std::thread::park();
        }
    }
}

fn parse_options(arguments: &[String]) -> Result<Options, String> {
    let mut known = vec!["--until-stdin-ends".to_owned()];
    let mut value = |name: &str| -> Option<String> {
        let flag = format!("--{name}");
        let given_value = arguments
            .iter()
            .position(|argument| *argument == flag)
            .and_then(|at| arguments.get(at + 1))
            .cloned();
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
