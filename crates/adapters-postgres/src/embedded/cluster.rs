//! The data directory of an embedded PostgreSQL, and the operations on it.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use super::error::{EmbeddedError, with_path};
use super::identity::RunAs;
use super::names::NAME;
use super::postmaster::PidFile;
use super::{binaries, conf, socket};

/// Maximum size of the log file, in bytes. A larger one is deleted at the next start.
const MAX_LOG_BYTES: u64 = 5_000_000;

/// Paths of an embedded PostgreSQL. `<base>/pg` has the data, and `<base>/pg.log` the log. The process that
/// owns the server locks `<base>/pg.lock`.
#[derive(Debug)]
pub(crate) struct Cluster {
    bin: PathBuf,
    base: PathBuf,
    data: PathBuf,
    socket: PathBuf,
    run_as: RunAs,
}

impl Cluster {
    /// Creates the directory `base` if it doesn't exist, and determines the server's programs and the
    /// user that runs them.
    pub(crate) fn locate(base: &Path, node_modules: &Path) -> Result<Self, EmbeddedError> {
        fs::create_dir_all(base).map_err(with_path(base))?;
        let base = fs::canonicalize(base).map_err(with_path(base))?;
        let data = base.join("pg");
        let bin = binaries::find_programs(node_modules, &data)?;
        let run_as = RunAs::choose(&bin, &base, &data)?;
        let socket = socket::directory(&base);
        run_as.make_private_dir(&socket)?;
        Ok(Self { bin, data, socket, run_as, base })
    }

    /// Returns the URL with which the role `user` connects to a database of this server.
    pub(crate) fn url(&self, database: &str, user: &str) -> String {
        socket::url(&self.socket, database, user)
    }

    /// Returns the data directory.
    #[cfg(feature = "testing")]
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// Whether the data directory has been created.
    pub(crate) fn is_initialised(&self) -> bool {
        self.data.join("PG_VERSION").exists()
    }

    /// Whether a postmaster runs and accepts connections.
    pub(crate) fn is_ready(&self) -> bool {
        PidFile::read(&self.data).is_some_and(|file| file.is_ready && file.is_alive())
    }

    /// Takes the owner's lock. The kernel releases it when the owner ends for any reason. Returns `None` if
    /// another process has the lock.
    pub(crate) fn try_own(&self) -> Result<Option<File>, EmbeddedError> {
        let path = self.base.join("pg.lock");
        let lock = File::create(&path).map_err(with_path(&path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(lock)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(EmbeddedError::Io { path, source }),
        }
    }

    /// Waits until the embedded PostgreSQL, which another process owns, accepts connections.
    /// Fails after the `deadline`.
    pub(crate) fn wait_for_other_owner(&self, deadline: Instant) -> Result<(), EmbeddedError> {
        while !self.is_ready() {
            if Instant::now() > deadline {
                return Err(self.not_ready_error());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Creates the data directory with the database `name`. `flags` are further arguments of `initdb`. The
    /// directory first has a temporary name, so that an incomplete one is never used. The role that owns the
    /// database isn't a superuser.
    pub(crate) fn initialise(&self, name: &str, flags: &[&str]) -> Result<(), EmbeddedError> {
        self.remove_interrupted();
        let side = self.base.join(format!("pg.init-{}", std::process::id()));
        self.run_as.make_private_dir(&side)?;
        let output = self
            .run_as
            .command(&self.bin.join("initdb"))
            .arg("-D")
            .arg(&side)
            .args(["-U", "postgres", "--auth-local=trust", "--auth-host=reject", "-E", "UTF8", "--no-locale"])
            .args(flags)
            .current_dir("/")
            .stdin(Stdio::null())
            .output();
        check_exit_status("initdb", output)?;
        self.create_database(&side, name)?;
        fs::rename(&side, &self.data).map_err(with_path(&self.data))
    }

    /// Removes the data directories of interrupted initializations.
    fn remove_interrupted(&self) {
        let entries = fs::read_dir(&self.base).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("pg.init-")) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }

    /// Creates the database in single-user mode, which needs no client program. In this mode, each statement in the
    /// input ends with a blank line.
    fn create_database(&self, data: &Path, name: &str) -> Result<(), EmbeddedError> {
        const PROGRAM: &str = "postgres --single";
        let mut child = self
            .run_as
            .command(&self.bin.join("postgres"))
            .args(["--single", "-j", "-D"])
            .arg(data)
            .arg("postgres")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|source| EmbeddedError::Spawn { program: PROGRAM, source })?;
        let statements = format!("CREATE ROLE {name} LOGIN;\n\nCREATE DATABASE {name} OWNER {name};\n\n");
        if let Some(mut stdin) = child.stdin.take() {
            stdin
                .write_all(statements.as_bytes())
                .map_err(|source| EmbeddedError::Spawn { program: PROGRAM, source })?;
        }
        let output = check_exit_status(PROGRAM, child.wait_with_output())?;
        let message = String::from_utf8_lossy(&output.stderr);
        if message.contains("ERROR") {
            return Err(EmbeddedError::Initialise { program: PROGRAM, message: message.trim().to_owned() });
        }
        Ok(())
    }

    /// Stops the postmaster of an earlier owner that was killed, and removes the files that it left. Only the
    /// process with the owner's lock may call this.
    pub(crate) fn clear_leftovers(&self, deadline: Instant) -> Result<(), EmbeddedError> {
        // The killed owner's postmaster may still be shutting down, so this function waits
        // until it has ended.
        while let Some(file) = PidFile::read(&self.data).filter(|file| file.is_alive()) {
            if Instant::now() > deadline {
                return Err(EmbeddedError::OldPostmaster(file.pid));
            }
            file.interrupt();
            std::thread::sleep(Duration::from_millis(50));
        }
        // The process id in the pid file is outdated. If another process has this id now, PostgreSQL would take
        // it for a running server. So the id is replaced by that of PostgreSQL's parent, which PostgreSQL
        // ignores. The other lines remain, because PostgreSQL uses them to check that no process still uses the
        // old shared memory.
        let pid_file = self.data.join("postmaster.pid");
        if let Ok(text) = fs::read_to_string(&pid_file)
            && let Some((_, rest)) = text.split_once('\n')
        {
            fs::write(&pid_file, format!("{}\n{rest}", std::process::id())).map_err(with_path(&pid_file))?;
        }
        // The earlier owner may have just removed the directory, so it is created if it is missing.
        self.run_as.make_private_dir(&self.socket)?;
        for name in [".s.PGSQL.5432", ".s.PGSQL.5432.lock"] {
            let _ = fs::remove_file(self.socket.join(name));
        }
        Ok(())
    }

    /// Removes the socket's directory, if it is a temporary one. Only the process with the owner's lock may call this.
    pub(crate) fn clear_away_socket(&self) {
        if !self.socket.starts_with(&self.base) {
            let _ = fs::remove_dir(&self.socket);
        }
    }

    /// Starts the postmaster with a shell `script`, which stops the postmaster when its owner ends. The
    /// script's process becomes the postmaster. `conf` has settings in addition to the usual ones.
    pub(crate) fn spawn_postmaster(
        &self,
        script: &str,
        stdin: Stdio,
        conf: &[&str],
    ) -> Result<Child, EmbeddedError> {
        let log = self.open_log()?;
        let errors = log.try_clone().map_err(with_path(&self.log_path()))?;
        let settings = conf::ALWAYS.iter().chain(conf).flat_map(|setting| ["-c", setting]);
        self.run_as
            .command(Path::new("/bin/sh"))
            .args(["-c", script, NAME])
            .arg(self.bin.join("postgres"))
            .arg("-D")
            .arg(&self.data)
            .arg("-k")
            .arg(&self.socket)
            .args(settings)
            .current_dir("/")
            .stdin(stdin)
            .stdout(log)
            .stderr(errors)
            .spawn()
            .map_err(|source| EmbeddedError::Spawn { program: "postgres", source })
    }

    /// Waits until this `postmaster` accepts connections. Fails if it ends, or if it isn't ready by the `deadline`.
    pub(crate) fn wait_until_ready(
        &self,
        postmaster: &mut Child,
        deadline: Instant,
    ) -> Result<(), EmbeddedError> {
        loop {
            if let Some(status) = postmaster.try_wait().map_err(with_path(&self.data))? {
                return Err(EmbeddedError::Ended { status, log: self.log_path() });
            }
            if PidFile::read(&self.data).is_some_and(|file| file.is_ready && file.pid == postmaster.id()) {
                return Ok(());
            }
            if Instant::now() > deadline {
                return Err(self.not_ready_error());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns the path of the server's log.
    pub(super) fn log_path(&self) -> PathBuf {
        self.base.join("pg.log")
    }

    /// Opens the log for appending. Deletes a log above [`MAX_LOG_BYTES`] first.
    fn open_log(&self) -> Result<File, EmbeddedError> {
        let path = self.log_path();
        let is_large = fs::metadata(&path).is_ok_and(|log| log.len() > MAX_LOG_BYTES);
        if is_large {
            fs::remove_file(&path).map_err(with_path(&path))?;
        }
        File::options().create(true).append(true).mode(0o600).open(&path).map_err(with_path(&path))
    }

    /// Returns the error for a server that doesn't accept connections in time.
    fn not_ready_error(&self) -> EmbeddedError {
        EmbeddedError::NotReady { log: self.log_path() }
    }
}

/// Returns the program's output, or an error if it couldn't be run or failed.
fn check_exit_status(
    program: &'static str,
    output: std::io::Result<Output>,
) -> Result<Output, EmbeddedError> {
    let output = output.map_err(|source| EmbeddedError::Spawn { program, source })?;
    if output.status.success() {
        return Ok(output);
    }
    let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(EmbeddedError::Initialise { program, message })
}
