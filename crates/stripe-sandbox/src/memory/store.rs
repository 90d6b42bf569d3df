//! The state file: read at the start, replaced as a whole after each change.

use std::io::Write;
use std::path::Path;
use std::{fs, io};

use crate::memory::state::State;

/// Reads the state, or begins a new one where there is no file. A file that cannot be read is an error and stays as
/// it is: it may hold payments that someone else's database knows.
pub(crate) fn load(path: &Path) -> io::Result<State> {
    match fs::read(path) {
        Ok(bytes) => {
            let mut state: State = serde_json::from_slice(&bytes)?;
            state.forget_old();
            Ok(state)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::default()),
        Err(error) => Err(error),
    }
}

/// Writes the state beside the file, then puts it in its place, so that the file is whole at any moment.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let mut file = private(Path::new(&beside))?;
    file.write_all(bytes)?;
    file.sync_data()?;
    fs::rename(&beside, path)
}

#[cfg(unix)]
fn private(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn private(path: &Path) -> io::Result<fs::File> {
    fs::File::create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_a_new_state_and_a_broken_one_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("state.json");
        assert_eq!(load(&path).unwrap().seq, 0);
        save(&path, br#"{"seq": 7}"#).unwrap();
        assert_eq!(load(&path).unwrap().seq, 7);
        fs::write(&path, "{").unwrap();
        assert!(load(&path).is_err());
    }
}
