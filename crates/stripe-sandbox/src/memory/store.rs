//! The state file. The sandbox reads the file when it starts, and replaces the whole file after changes.

use std::io::Write;
use std::path::Path;
use std::{fs, io};

use crate::memory::state::State;

/// Reads the state, or returns an empty one if there is no file. An unreadable file is an error. The sandbox
/// doesn't replace such a file, because a Lanewise database may refer to the file's payments.
pub(crate) fn load(path: &Path) -> io::Result<State> {
    match fs::read(path) {
        Ok(bytes) => {
            let mut state: State = serde_json::from_slice(&bytes)?;
            state.delete_old();
            Ok(state)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::default()),
        Err(error) => Err(error),
    }
}

/// Replaces the state file with `bytes`. Writes a temporary file and renames it, so that the state
/// file is always complete.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let mut file = create_private_file(Path::new(&beside))?;
    file.write_all(bytes)?;
    file.sync_data()?;
    fs::rename(&beside, path)
}

/// Opens an empty file that only its owner can read. Replaces an existing file's content.
#[cfg(unix)]
fn create_private_file(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

/// Opens an empty file with the system's default permissions. Replaces an existing file's content.
#[cfg(not(unix))]
fn create_private_file(path: &Path) -> io::Result<fs::File> {
    fs::File::create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_state_file_loads_as_a_new_state_and_a_malformed_one_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("state.json");
        assert_eq!(load(&path).unwrap().seq, 0);
        save(&path, br#"{"seq": 7}"#).unwrap();
        assert_eq!(load(&path).unwrap().seq, 7);
        fs::write(&path, "{").unwrap();
        assert!(load(&path).is_err());
    }

    #[test]
    fn a_state_file_from_before_disputes_and_payouts_can_be_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        let old = serde_json::json!({
            "seq": 9,
            "methods": { "pm_1": {
                "id": "pm_1", "created": 1, "card": "visa", "brand": "visa", "funding": "credit", "last4": "4242",
                "exp_month": 12, "exp_year": 2034, "fingerprint": "f", "cvc_given": true, "billing": {},
            } },
            "charges": { "ch_1": {
                "id": "ch_1", "seq": 1, "intent": "pi_1", "created": 1, "method": "pm_1", "amount": 100, "refunded": 0,
                "succeeded": true, "failure": null, "authenticated": false, "transaction": "txn_1",
            } },
            "refunds": { "re_1": {
                "id": "re_1", "seq": 2, "charge": "ch_1", "intent": "pi_1", "created": 1, "amount": 50,
                "currency": "usd", "reason": null, "metadata": {}, "status": "pending", "failure_reason": null,
                "settles": [1, "succeeded"],
            } },
            "events": { "evt_1": {
                "id": "evt_1", "seq": 3, "created": 1, "kind": "charge.succeeded", "object": { "id": "ch_1" },
                "previous": null, "request": null, "idempotency_key": null,
            } },
            "answered": { "key": {
                "params": "p", "status": 200, "body": { "id": "pi_1" }, "request": "req_1", "at": 9_999_999_999_i64,
            } },
        });
        fs::write(&path, old.to_string()).unwrap();
        let state = load(&path).unwrap();
        assert_eq!((state.charges.len(), state.refunds.len(), state.answered.len()), (1, 1, 1));
        assert_eq!(
            state.events.get("evt_1").map(|event| event.object.value()),
            Some(serde_json::json!({ "id": "ch_1" }))
        );
    }
}
