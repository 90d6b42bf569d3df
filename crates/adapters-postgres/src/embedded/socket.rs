//! The directory of the server's socket, and the URL for connecting to it.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Maximum length of the directory's path, in bytes. The path of a socket may have 107 bytes (103 on macOS),
/// and the file name takes 14 of them.
const MAX_BYTES: usize = 85;

/// Returns the directory for the socket: a directory in `base` or, if its path is too long, a temporary
/// directory for this `base`.
pub(super) fn directory(base: &Path) -> PathBuf {
    let beside_the_data = base.join("socket");
    if is_short_enough(&beside_the_data) {
        return beside_the_data;
    }
    let mut hasher = DefaultHasher::new();
    base.hash(&mut hasher);
    let name = format!("lanewise-{:016x}", hasher.finish());
    let temporary = std::env::temp_dir().join(&name);
    if is_short_enough(&temporary) { temporary } else { Path::new("/tmp").join(name) }
}

/// Whether a socket in the directory `path` has a path that the system allows.
fn is_short_enough(path: &Path) -> bool {
    path.as_os_str().len() <= MAX_BYTES
}

/// Returns the URL with which the role `user` connects to a database on the server with this socket directory.
pub(super) fn url(directory: &Path, database: &str, user: &str) -> String {
    format!("postgres:///{database}?host={}&user={user}", percent_encode(directory))
}

fn percent_encode(path: &Path) -> String {
    let mut text = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => text.push(char::from(*byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(*byte)),
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{MAX_BYTES, directory, url};

    #[test]
    fn the_socket_is_next_to_the_data_directory_unless_that_path_is_too_long() {
        assert_eq!(directory(Path::new("/srv/lanewise")), Path::new("/srv/lanewise/socket"));
        let long = format!("/{}", "x".repeat(MAX_BYTES));
        let elsewhere = directory(Path::new(&long));
        assert!(elsewhere.as_os_str().len() <= MAX_BYTES, "{}", elsewhere.display());
        assert_eq!(elsewhere, directory(Path::new(&long)), "every process computes the same directory");
        assert_ne!(elsewhere, directory(Path::new(&format!("{long}y"))));
    }

    #[test]
    fn the_url_escapes_special_characters_in_paths() {
        assert_eq!(url(Path::new("/a/b-1"), "d", "u"), "postgres:///d?host=/a/b-1&user=u");
        assert_eq!(url(Path::new("/a b&c%é"), "d", "u"), "postgres:///d?host=/a%20b%26c%25%C3%A9&user=u");
    }
}
