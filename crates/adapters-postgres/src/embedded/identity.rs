//! The operating system user that runs the embedded server. PostgreSQL refuses to run as root.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::error::{EmbeddedError, with_path};

/// The user as whom the server's programs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunAs {
    /// The current user, who isn't root.
    Me,
    /// Another user, because the current user is root.
    User {
        /// Numeric id of the user.
        uid: u32,
        /// Numeric id of the user's group.
        gid: u32,
    },
    /// Root in a user namespace. PostgreSQL sees another user id there, but the process can still read root's files.
    Namespace,
}

impl RunAs {
    /// Chooses the user. If Lanewise runs as root, existing data keeps its owner. New data belongs
    /// to the first of `postgres` and `nobody` who can run the programs and enter the directory. A
    /// user namespace is used if neither user can, for example for a directory below /root, or if
    /// root owns the data.
    pub(super) fn choose(bin: &Path, base: &Path, data: &Path) -> Result<Self, EmbeddedError> {
        if query_unix_id("-u", None) != Some(0) {
            return Ok(Self::Me);
        }
        let choices: Vec<Self> = match fs::metadata(data).ok().map(|data| (data.uid(), data.gid())) {
            Some((0, _)) => vec![Self::Namespace],
            Some((uid, gid)) => vec![Self::User { uid, gid }],
            None => ["postgres", "nobody"]
                .into_iter()
                .filter_map(|name| {
                    Some(Self::User {
                        uid: query_unix_id("-u", Some(name))?,
                        gid: query_unix_id("-g", Some(name))?,
                    })
                })
                .chain([Self::Namespace])
                .collect(),
        };
        choices
            .into_iter()
            .find(|choice| choice.can_run(bin, base))
            .ok_or_else(|| EmbeddedError::NobodyToRunAs { bin: bin.to_owned(), data: base.to_owned() })
    }

    /// Whether this user can run the programs in `bin`, with `base` as the working directory.
    fn can_run(self, bin: &Path, base: &Path) -> bool {
        let mut version = self.command(&bin.join("postgres"));
        version.arg("--version").current_dir(base).stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    }

    /// Creates a command with a minimal environment and its own process group. Ctrl-C then stops Lanewise,
    /// but not its database.
    pub(super) fn command(self, program: &Path) -> Command {
        let mut command = match self {
            Self::Me | Self::User { .. } => Command::new(program),
            Self::Namespace => {
                let mut command = Command::new("unshare");
                command.args(["--user", "--map-user=65534", "--map-group=65534", "--"]).arg(program);
                command
            }
        };
        if let Self::User { uid, gid } = self {
            // The standard library also drops supplementary groups.
            command.gid(gid).uid(uid);
        }
        command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").process_group(0);
        command
    }

    /// Creates a directory that only the chosen user can access. An existing directory must belong to that user, or
    /// to root if Lanewise runs as root. The directory must not be a symbolic link.
    pub(super) fn make_private_dir(self, path: &Path) -> Result<(), EmbeddedError> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(with_path(path))?;
        let found = fs::symlink_metadata(path).map_err(with_path(path))?;
        let ours = match self {
            Self::Me => true, // set_permissions fails on other users' directories
            Self::User { uid, .. } => [0, uid].contains(&found.uid()),
            Self::Namespace => found.uid() == 0,
        };
        if !found.is_dir() || !ours {
            return Err(EmbeddedError::ForeignDirectory(path.to_owned()));
        }
        fs::set_permissions(path, fs::Permissions::from_mode(0o700)).map_err(with_path(path))?;
        if let Self::User { uid, gid } = self {
            chown(path, Some(uid), Some(gid)).map_err(with_path(path))?;
        }
        Ok(())
    }
}

/// Runs the program `id` for this `user`, or for the current one, and returns the number that it prints. The `flag`
/// is `-u` for the user's id or `-g` for the group's id. Returns `None` if the program prints no number.
fn query_unix_id(flag: &str, user: Option<&str>) -> Option<u32> {
    let output = Command::new("id").arg(flag).args(user).stderr(Stdio::null()).output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::RunAs;
    use crate::embedded::EmbeddedError;

    #[test]
    fn a_private_directory_must_belong_to_this_user_and_not_be_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let private = dir.path().join("a/b");
        RunAs::Me.make_private_dir(&private).unwrap();
        assert_eq!(fs::metadata(&private).unwrap().permissions().mode() & 0o777, 0o700);
        RunAs::Me.make_private_dir(&private).unwrap();

        let link = dir.path().join("link");
        symlink(&private, &link).unwrap();
        assert!(matches!(RunAs::Me.make_private_dir(&link), Err(EmbeddedError::ForeignDirectory(_))));
        let foreign = RunAs::User { uid: u32::MAX - 1, gid: 0 };
        let owned_by_root =
            fs::metadata(&private).is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0);
        if !owned_by_root {
            assert!(matches!(foreign.make_private_dir(&private), Err(EmbeddedError::ForeignDirectory(_))));
        }
    }
}
