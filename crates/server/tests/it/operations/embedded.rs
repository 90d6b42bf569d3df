//! The server with its embedded PostgreSQL after the postmaster was killed
//! (docs/product/running.md#embedded-database).

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use adapters_postgres::{embedded, migrate};

use crate::support::process::{Server, free_port};
use crate::support::{App, eventually};

/// Creates a folder that the operating system user of PostgreSQL can access.
pub(super) fn folder() -> tempfile::TempDir {
    tempfile::Builder::new().permissions(Permissions::from_mode(0o755)).tempdir().unwrap()
}

/// Starts a server in a folder with a migrated database.
fn start(folder: &Path) -> Server {
    start_with_settings(folder, |_| {}).0
}

/// Starts a server as `start` does, with changed settings. Also returns the database URL of the owner role.
pub(super) fn start_with_settings(folder: &Path, change: impl FnOnce(&mut Command)) -> (Server, String) {
    let app = App::start();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let first = embedded::start(folder, &root.join("frontend/node_modules")).unwrap();
    migrate(first.owner_url(), first.url()).unwrap();
    let owner = first.owner_url().to_owned();
    drop(first);
    let server = Server::start_at(&app, folder, free_port(), |command| {
        command.env_remove("DATABASE_URL").env_remove("MIGRATION_DATABASE_URL").current_dir(root);
        command.stderr(File::create(folder.join("errors")).unwrap());
        change(command);
    });
    (server, owner)
}

/// Returns the postmaster's process id; `None` if the postmaster doesn't run or accepts no connections.
pub(super) fn postmaster(folder: &Path) -> Option<u32> {
    let file = fs::read_to_string(folder.join("pg/postmaster.pid")).ok()?;
    let mut lines = file.lines();
    let pid = lines.next()?.parse().ok()?;
    let is_ready = lines.nth(6).is_some_and(|status| status.trim() == "ready");
    let runs =
        || fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains("(postgres)"));
    (is_ready && runs()).then_some(pid)
}

/// Kills the postmaster with SIGKILL. Returns its process id.
fn kill_postmaster(folder: &Path) -> u32 {
    let pid = postmaster(folder).unwrap();
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
    pid
}

/// Returns the status of a request that needs the database.
fn status_of_database_request(server: &Server) -> u16 {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let response =
        agent.get(format!("{}/api/text-notifications", server.base)).header("cookie", "lanewise_session=x");
    response.call().unwrap().status().as_u16()
}

#[test]
fn requests_fail_only_briefly_when_the_postmaster_is_killed() {
    let folder = folder();
    let server = start(folder.path());
    assert_eq!(status_of_database_request(&server), 401);
    for _ in 0..2 {
        let killed = kill_postmaster(folder.path());
        let mut statuses = vec![];
        eventually("another postmaster runs", || {
            statuses.push(status_of_database_request(&server));
            postmaster(folder.path()).is_some_and(|pid| pid != killed)
        });
        eventually("calls succeed again", || {
            statuses.push(status_of_database_request(&server));
            statuses.len().checked_sub(20).is_some_and(|from| statuses[from..].iter().all(|one| *one == 401))
        });
        assert!(statuses.iter().all(|one| [401, 503].contains(one)), "{statuses:?}");
    }
    server.stop();
}

#[test]
fn the_server_exits_if_its_embedded_database_cannot_restart() {
    let folder = folder();
    let server = start(folder.path());
    fs::rename(folder.path().join("pg/global"), folder.path().join("pg/lost")).unwrap();
    kill_postmaster(folder.path());
    assert!(!server.wait().success());
    let errors = fs::read_to_string(folder.path().join("errors")).unwrap();
    assert!(errors.contains("the embedded PostgreSQL stopped and can't be restarted"), "{errors}");
}
