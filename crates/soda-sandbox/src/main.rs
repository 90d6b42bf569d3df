//! The SODA sandbox as a program, for tests and CI. The program prints its URL as one line of JSON, then runs until
//! a signal ends it. With `--until-stdin-ends`, it also ends when its standard input closes.

use std::io::{Read, Write};
use std::process::ExitCode;

use soda_sandbox::{Options, start};

const USAGE: &str = "soda-sandbox [--port N] [--anonymous-at-most CALLS] [--until-stdin-ends]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |flag: &str| {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(at + 1)?.parse::<u64>().ok()
    };
    if arguments.iter().any(|argument| argument == "--help") {
        return print_and_exit(USAGE, ExitCode::SUCCESS);
    }
    let port = number("--port").and_then(|port| u16::try_from(port).ok()).unwrap_or_default();
    let options = Options { port, anonymous_at_most: number("--anonymous-at-most"), ..Options::default() };
    match start(options) {
        Ok(sandbox) => {
            let mut out = std::io::stdout();
            let line = serde_json::json!({ "baseUrl": sandbox.base_url() });
            let _ = writeln!(out, "{line}").and_then(|()| out.flush());
            if arguments.iter().any(|argument| argument == "--until-stdin-ends") {
                let _ = std::io::stdin().read_to_end(&mut Vec::new());
                return ExitCode::SUCCESS;
            }
            loop {
                std::thread::park();
            }
        }
        Err(error) => print_and_exit(&error.to_string(), ExitCode::FAILURE),
    }
}

fn print_and_exit(text: &str, code: ExitCode) -> ExitCode {
    // If standard error is closed, the error can't be reported anywhere.
    let _ = writeln!(std::io::stderr(), "{text}");
    code
}
