//! Two servers, each in a separate process, with one database and one payment sandbox. The test kills the servers and
//! starts them again on the same ports.

use std::fs::File;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::support::App;
use crate::support::process::{Server, free_port};

pub const SERVERS: usize = 2;

pub struct Servers {
    seats: Vec<Seat>,
    folder: tempfile::TempDir,
}

/// A server's port, and its process while it runs.
struct Seat {
    port: u16,
    running: Mutex<Option<Server>>,
}

impl Servers {
    pub fn start(app: &App) -> Self {
        let folder = tempfile::Builder::new().prefix("soak-").tempdir().unwrap();
        let seats = (0..SERVERS).map(|_| Seat { port: free_port(), running: Mutex::default() }).collect();
        let servers = Self { seats, folder };
        std::thread::scope(|scope| {
            for seat in 0..SERVERS {
                let servers = &servers;
                scope.spawn(move || servers.start_again(app, seat));
            }
        });
        servers
    }

    /// Returns the server's URL, even if the server isn't running.
    pub fn base(&self, seat: usize) -> String {
        format!("http://127.0.0.1:{}", self.seats[seat % SERVERS].port)
    }

    /// Kills the server with this number, if it is running.
    pub fn kill(&self, seat: usize) {
        let running = self.lock(seat).take();
        if let Some(server) = running {
            server.kill();
        }
    }

    /// Starts the server again, unless it is running.
    pub fn start_again(&self, app: &App, seat: usize) {
        let mut running = self.lock(seat);
        if running.is_none() {
            let log = File::options().create(true).append(true).open(self.log(seat)).unwrap();
            // Rate limits are off, because the test sends many requests.
            *running = Some(Server::start_at(app, self.folder.path(), self.seats[seat].port, |command| {
                command
                    .env("RATE_LIMITS", "off")
                    .env("TRUSTED_PROXIES", "127.0.0.1")
                    .stdout(log.try_clone().unwrap())
                    .stderr(log);
            }));
        }
    }

    /// Returns the server's log file, which all its restarts share.
    pub fn log(&self, seat: usize) -> PathBuf {
        self.folder.path().join(format!("server-{seat}.log"))
    }

    /// Runs `server books`. Returns whether it succeeded, and its output.
    pub fn books(&self, app: &App) -> (bool, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_server"))
            .arg("books")
            .envs(app.database.settings())
            .env("DATA_DIR", self.folder.path())
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&text).into_owned())
    }

    fn lock(&self, seat: usize) -> std::sync::MutexGuard<'_, Option<Server>> {
        self.seats[seat].running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
