//! The Lanewise server. All settings come from environment variables (docs/SETTINGS.md).

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
