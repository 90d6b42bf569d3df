//! A sandbox as a program. It prints its access data as one line of JSON, then runs until a signal ends it. With
//! [`UNTIL_STDIN_ENDS`], it also ends when its standard input closes.

use std::io::{Read, Write};
use std::process::ExitCode;

/// The argument that makes the program end when its standard input closes.
pub const UNTIL_STDIN_ENDS: &str = "--until-stdin-ends";

/// Returns the program's arguments, without the program's name.
pub fn arguments() -> Vec<String> {
    std::env::args().skip(1).collect()
}

/// Returns whether `flag` is one of the arguments.
pub fn is_given(arguments: &[String], flag: &str) -> bool {
    arguments.iter().any(|argument| argument == flag)
}

/// Returns the argument after `flag`, or `None` if `flag` isn't given or is the last argument.
pub fn value_of<'a>(arguments: &'a [String], flag: &str) -> Option<&'a String> {
    arguments.get(arguments.iter().position(|argument| argument == flag)? + 1)
}

/// Prints a message to standard error and returns `code`, with which the caller's `main` ends the program.
pub fn print_and_exit(text: &str, code: ExitCode) -> ExitCode {
    // If standard error is closed, the error can't be reported anywhere.
    let _ = writeln!(std::io::stderr(), "{text}");
    code
}

/// Prints `access`, the sandbox's URLs and keys, as one line of JSON. With [`UNTIL_STDIN_ENDS`],
/// then waits until standard input closes; otherwise waits forever. If a test crashes, its
/// sandbox's standard input closes, so the sandbox ends too.
pub fn print_access_and_wait(access: &serde_json::Value, arguments: &[String]) {
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{access}").and_then(|()| out.flush());
    if is_given(arguments, UNTIL_STDIN_ENDS) {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
    } else {
        loop {
            std::thread::park();
        }
    }
}
