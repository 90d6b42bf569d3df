//! The SODA sandbox as a program, for tests and CI.

use std::process::ExitCode;

use sandbox_server::program::{arguments, is_given, print_access_and_wait, print_and_exit, value_of};
use soda_sandbox::{Options, start};

const USAGE: &str = "soda-sandbox [--port N] [--anonymous-at-most CALLS] [--until-stdin-ends]";

fn main() -> ExitCode {
    let arguments = arguments();
    if is_given(&arguments, "--help") {
        return print_and_exit(USAGE, ExitCode::SUCCESS);
    }
    let number = |flag: &str| value_of(&arguments, flag)?.parse::<u64>().ok();
    let port = number("--port").and_then(|port| u16::try_from(port).ok()).unwrap_or_default();
    let options =
        Options { port, max_anonymous_requests: number("--anonymous-at-most"), ..Options::default() };
    match start(options) {
        Ok(sandbox) => {
            print_access_and_wait(&serde_json::json!({ "baseUrl": sandbox.base_url() }), &arguments);
            ExitCode::SUCCESS
        }
        Err(error) => print_and_exit(&error.to_string(), ExitCode::FAILURE),
    }
}
