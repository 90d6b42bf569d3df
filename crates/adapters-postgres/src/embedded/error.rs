use std::path::{Path, PathBuf};

/// Why the embedded PostgreSQL isn't running.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// No server programs were found.
    #[error("no PostgreSQL found: run `npm ci` in frontend, install PostgreSQL, or set DATABASE_URL{}", join_list(.unfit))]
    NoServer {
        /// Directories whose programs don't run.
        unfit: Vec<String>,
    },
    /// The data was created by another major version.
    #[error("the data needs PostgreSQL {wanted}, which is not installed{}", join_list(.unfit))]
    NoSuchVersion {
        /// Major version of the data.
        wanted: String,
        /// Versions that were found but can't be used with the data.
        unfit: Vec<String>,
    },
    /// PostgreSQL refuses to run as root, and no other user can read its programs and its data.
    #[error("PostgreSQL can't run as root, and no other user can access both {} and {}", .bin.display(), .data.display())]
    NobodyToRunAs {
        /// Directory with the server's programs.
        bin: PathBuf,
        /// Directory with the data.
        data: PathBuf,
    },
    /// The socket's directory belongs to another user or isn't a directory.
    #[error("{} is not a directory that belongs to this user", .0.display())]
    ForeignDirectory(PathBuf),
    /// A file or directory could not be read or written.
    #[error("{}", .path.display())]
    Io {
        /// Path of the file or directory.
        path: PathBuf,
        /// Why the file could not be read or written.
        source: std::io::Error,
    },
    /// A program could not be started.
    #[error("cannot run {program}")]
    Spawn {
        /// Name of the program, such as `initdb`.
        program: &'static str,
        /// Why the program could not be started.
        source: std::io::Error,
    },
    /// A program failed while it created the data directory.
    #[error("{program} failed: {message}")]
    Initialise {
        /// The program that failed.
        program: &'static str,
        /// Output of the program on standard error.
        message: String,
    },
    /// The serving role could not be created.
    #[error("could not create the serving role")]
    Role(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A postmaster from an owner process that was killed doesn't stop.
    #[error("the old postmaster {0} does not stop")]
    OldPostmaster(u32),
    /// The server ended, while it was starting up or later, without a request to stop.
    #[error("PostgreSQL ended with {status}; {} says why", .log.display())]
    Ended {
        /// Exit status of the server.
        status: std::process::ExitStatus,
        /// Path of the server's log.
        log: PathBuf,
    },
    /// The server didn't become ready in time.
    #[error("PostgreSQL was not ready in time; {} may say why", .log.display())]
    NotReady {
        /// Path of the server's log.
        log: PathBuf,
    },
}

/// Formats the versions that were found, as an addition to an error message.
fn join_list(unfit: &[String]) -> String {
    if unfit.is_empty() { String::new() } else { format!(" (found {})", unfit.join(", ")) }
}

/// Returns a function that adds the path to an I/O error.
pub(crate) fn with_path(path: &Path) -> impl FnOnce(std::io::Error) -> EmbeddedError + use<> {
    let path = PathBuf::from(path);
    move |source| EmbeddedError::Io { path, source }
}
