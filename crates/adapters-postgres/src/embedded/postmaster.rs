//! The state of a postmaster process, read from its pid file and the operating system.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The contents of `postmaster.pid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PidFile {
    pub(super) pid: u32,
    /// Whether the postmaster accepts connections.
    pub(super) is_ready: bool,
}

impl PidFile {
    /// Reads the process id file in the directory `data`; `None` if there is none, or if it is invalid.
    pub(super) fn read(data: &Path) -> Option<Self> {
        Self::parse(&fs::read_to_string(data.join("postmaster.pid")).ok()?)
    }

    /// Parses the file. The process id is on its first line, the status on the eighth. Returns `None` if the first
    /// line isn't an id.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().map(str::trim);
        let pid = lines.next()?.parse().ok()?;
        Some(Self { pid, is_ready: lines.nth(6) == Some("ready") })
    }

    /// Whether a running PostgreSQL process has this id. False for zombies and other programs.
    pub(super) fn is_alive(self) -> bool {
        is_live_postgres(&status_line(self.pid))
    }

    /// Signals the postmaster to end all sessions and stop.
    pub(super) fn interrupt(self) {
        let _ = Command::new("/bin/sh")
            .args(["-c", "kill -INT $0", &self.pid.to_string()])
            .stderr(Stdio::null())
            .status();
    }
}

/// Returns a line with the process's name in parentheses, followed by its state. The line is empty if there is no
/// such process. On Linux, this reads `/proc`, because small containers have no `ps`.
fn status_line(pid: u32) -> String {
    if cfg!(target_os = "linux") {
        return fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    }
    let output = Command::new("ps").args(["-o", "comm=,stat=", "-p", &pid.to_string()]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.replace("postgres ", "(postgres) ")
}

/// Whether a line from [`status_line`] describes a PostgreSQL process that isn't a zombie.
fn is_live_postgres(status: &str) -> bool {
    status.split_once("(postgres) ").is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

#[cfg(test)]
mod tests {
    use super::{PidFile, is_live_postgres};

    #[test]
    fn the_postmaster_pid_file_is_parsed_at_every_stage_of_a_start() {
        let full = |status: &str| format!("4711\n/data/pg\n1700000000\n5432\n/socket\n\n  12 34\n{status}\n");
        assert_eq!(PidFile::parse(&full("ready   ")), Some(PidFile { pid: 4711, is_ready: true }));
        assert_eq!(PidFile::parse(&full("starting")), Some(PidFile { pid: 4711, is_ready: false }));
        assert_eq!(PidFile::parse("4711\n/data/pg\n"), Some(PidFile { pid: 4711, is_ready: false }));
        assert_eq!(PidFile::parse(""), None);
        assert_eq!(PidFile::parse("garbage\n"), None);
    }

    #[test]
    fn a_live_postmaster_is_distinguished_from_a_zombie_and_from_another_program() {
        assert!(is_live_postgres("42 (postgres) S 1 42 42"));
        assert!(is_live_postgres("(postgres) Ss"));
        assert!(!is_live_postgres("42 (postgres) Z 1 42 42"));
        assert!(!is_live_postgres("42 (bash) S 1 42 42"));
        assert!(!is_live_postgres(""));
    }
}
