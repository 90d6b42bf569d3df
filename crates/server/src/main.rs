//! Lanewise's server. Settings come from the environment: see README.md.

use std::process::ExitCode;

fn main() -> ExitCode {
    match server::run::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
