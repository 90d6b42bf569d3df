use std::path::{Path, PathBuf};

/// Why the embedded PostgreSQL does not run.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// No server programs at all.
    #[error("no PostgreSQL found: run `npm ci` in frontend, install PostgreSQL, or set DATABASE_URL{}", listed(.unfit))]
    NoServer {
        /// What was found and does not run.
        unfit: Vec<String>,
    },
    /// The data was made by another major version.
    #[error("the data needs PostgreSQL {wanted}, which is not here{}", listed(.unfit))]
    NoSuchVersion {
        /// Major version of the data.
        wanted: String,
        /// What was found instead.
        unfit: Vec<String>,
    },
    /// PostgreSQL refuses to run as root, and nobody else can reach it.
    #[error("as root, no other user can reach both {} and {}", .bin.display(), .data.display())]
    NobodyToRunAs {
        /// The server's programs.
        bin: PathBuf,
        /// The data.
        data: PathBuf,
    },
    /// Somebody else's directory, or no directory, is where the socket should be.
    #[error("{} is not a directory of ours", .0.display())]
    ForeignDirectory(PathBuf),
    /// A file or directory.
    #[error("{}", .path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What about it.
        source: std::io::Error,
    },
    /// A program could not be started.
    #[error("cannot run {program}")]
    Spawn {
        /// Which.
        program: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// Making the cluster failed.
    #[error("{program} failed: {message}")]
    Initialise {
        /// Which step.
        program: &'static str,
        /// What it said.
        message: String,
    },
    /// The role that serves could not be made.
    #[error("the role that serves could not be made")]
    Role(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The postmaster of an owner that was killed goes on.
    #[error("the old postmaster {0} does not stop")]
    OldPostmaster(u32),
    /// It ended at once.
    #[error("PostgreSQL ended with {status}; {} says why", .log.display())]
    Ended {
        /// How.
        status: std::process::ExitStatus,
        /// Its log.
        log: PathBuf,
    },
    /// It took too long.
    #[error("PostgreSQL was not ready in time; {} may say why", .log.display())]
    NotReady {
        /// Its log.
        log: PathBuf,
    },
}

fn listed(unfit: &[String]) -> String {
    if unfit.is_empty() { String::new() } else { format!(" (found {})", unfit.join(", ")) }
}

/// Where something lies that could not be read or written.
pub(crate) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> EmbeddedError + use<> {
    let path = PathBuf::from(path);
    move |source| EmbeddedError::Io { path, source }
}
