//! Loads the data keys at startup, and runs `server rotate-key` (docs/DEPLOY.md#changing-the-data-key).

use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use adapters_postgres::PgDatabase;
use anyhow::Context;
use application::security::data_keys::{self, ReencryptionResult};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::security::data_key::KeyId;
use ports::shared::secrets::Vault;

use crate::adapters::clock::SystemClock;
use crate::adapters::crypto::RandomTokens;
use crate::adapters::vault::{DataKeys, KeyedVault};
use crate::config::{Config, Environment};
use crate::wiring::database;

/// Returns the vault, after checking that its keys match the database and storing the check values of new keys.
///
/// # Errors
/// Fails when the keys don't match the database. The message says what to do.
pub fn open_vault(config: &Config, database: &PgDatabase) -> anyhow::Result<KeyedVault> {
    let vault = KeyedVault::new(&load_keys(config)?);
    data_keys::check_and_store_keys(database, &vault, &SystemClock)?;
    Ok(vault)
}

/// Checks the keys as [`open_vault`] does, without storing anything in the database.
///
/// # Errors
/// Fails in the same cases as [`open_vault`].
pub fn compare_keys(config: &Config, database: &PgDatabase) -> anyhow::Result<()> {
    Ok(data_keys::check_keys(database, &KeyedVault::new(&load_keys(config)?))?)
}

/// Returns the configured keys or, in development, a key from the data directory.
fn load_keys(config: &Config) -> anyhow::Result<DataKeys> {
    match (&config.data_keys, config.environment) {
        (Some(keys), _) => Ok(keys.clone()),
        (None, Environment::Production) => anyhow::bail!("LANEWISE_DATA_KEY is missing"),
        (None, Environment::Development) => load_or_create_development_key(&config.data_dir.join("data.key")),
    }
}

/// Mode of the key file, which only its owner may read.
const PRIVATE_FILE: u32 = 0o600;

/// Removes other users' access to a key file, for example after the operator copied it. Only logs a warning if
/// the permissions can't be changed.
fn restrict_to_owner(path: &Path) -> anyhow::Result<()> {
    let permissions = fs::metadata(path)?.permissions();
    if permissions.mode() & 0o077 != 0
        && let Err(error) = fs::set_permissions(path, fs::Permissions::from_mode(PRIVATE_FILE))
    {
        tracing::warn!(%error, "could not make the development key private: other users of this machine can read it");
    }
    Ok(())
}

/// Returns the key in this file. If the file doesn't exist, first creates it with a random key.
fn load_or_create_development_key(path: &Path) -> anyhow::Result<DataKeys> {
    if !path.exists() {
        // Write the key to a temporary file and link it to `path`, so that processes that start at the same
        // time use one complete key.
        let beside = path.with_extension(format!("{:016x}", rand::random::<u64>()));
        let mut file =
            fs::OpenOptions::new().write(true).create_new(true).mode(PRIVATE_FILE).open(&beside)?;
        file.write_all(STANDARD.encode(rand::random::<[u8; 32]>()).as_bytes())?;
        let linked = fs::hard_link(&beside, path);
        fs::remove_file(&beside)?;
        if let Err(error) = linked
            && error.kind() != ErrorKind::AlreadyExists
        {
            return Err(error).context("storing the development key");
        }
    }
    let text = fs::read_to_string(path).context("reading the development key")?;
    restrict_to_owner(path)?;
    DataKeys::parse(text.trim()).map_err(|wrong| anyhow::anyhow!("{}: {wrong}", path.display()))
}

/// Runs `server rotate-key`: re-encrypts stored secrets with the first key in `LANEWISE_DATA_KEY`, and prints
/// the result. Servers can keep running.
///
/// # Errors
/// Fails when the keys don't match the database, or when no key decrypts some of the values.
pub fn rotate_keys(config: &Config) -> anyhow::Result<()> {
    let ready = database::open_database_for_command(config)?;
    let vault = open_vault(config, &ready.database)?;
    let done = data_keys::rotate_keys(&ready.database, &vault, &RandomTokens)?;
    #[expect(clippy::print_stdout, reason = "the operator asked for it")]
    {
        println!("{}", format_result(&done, &vault));
    }
    anyhow::ensure!(
        done.unreadable.is_empty(),
        "no key decrypts {} values, so they were not changed: those of users {}",
        done.unreadable.len(),
        done.unreadable.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    );
    Ok(())
}

/// Formats how many values were re-encrypted, and which keys the operator can now remove.
fn format_result(done: &ReencryptionResult, vault: &dyn Vault) -> String {
    let mut keys = vault.keys().into_iter().map(|key| key.id);
    let written = keys.next().unwrap_or(KeyId::ONLY);
    let others: Vec<String> = keys.map(|id| id.to_string()).collect();
    let did = format!(
        "re-encrypted with key {written}: {} SSN digits, {} second factors, {} keys of the audit trail's seals, {} keys of cases, {} keys of drivers' files",
        done.digits, done.second_factors, done.seal_keys, done.case_keys, done.file_keys
    );
    if others.is_empty() || !done.unreadable.is_empty() {
        return did;
    }
    format!(
        "{did}\nno data is encrypted with another key: once every server has this LANEWISE_DATA_KEY, remove key {} from it",
        others.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_that_start_at_the_same_time_share_one_data_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.key");
        let checks: Vec<_> = std::thread::scope(|scope| {
            let start = || KeyedVault::new(&load_or_create_development_key(&path).unwrap()).keys();
            let starts: Vec<_> = (0..16).map(|_| scope.spawn(start)).collect();
            starts.into_iter().map(|start| start.join().unwrap()).collect()
        });
        assert!(checks.iter().all(|key| *key == checks[0]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn the_development_key_is_readable_only_by_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.key");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        load_or_create_development_key(&path).unwrap();
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        load_or_create_development_key(&path).unwrap();
        assert_eq!(mode(), 0o600, "a file with other permissions is made private again");
    }
}
