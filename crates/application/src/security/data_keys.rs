//! Data keys: a check at startup that the server has the correct keys, and re-encryption of all values with
//! a new key (docs/product/security.md#data-keys).

use std::ops::AddAssign;

use domain::security::data_key::{DataKeyError, KeyId, KnownKey, find_new_keys};
use domain::shared::ids::UserId;
use ports::security::data_keys::{SealedKind, SealedValue};
use ports::shared::clock::Clock;
use ports::shared::secrets::{Tokens, Vault};
use ports::shared::store_error::StoreError;
use ports::store::{Database, Store, in_transaction, with_store};

use crate::security::seals;

/// Maximum number of encrypted values that one query reads.
const AT_A_TIME: i64 = 200;
/// Size of an empty encrypted value, in bytes: a 24-byte nonce and a 16-byte tag.
const SHORTEST: usize = 40;
/// An id below all other ids, so that reading starts with the first value. Keys of seals and of
/// cases have negative ids; users have positive ids.
const FROM_THE_START: UserId = UserId(i32::MIN);
/// Maximum number of passes over all values. If values with an old key are left after the last
/// pass, another running server must still be encrypting with an old key.
const MAX_PASSES: usize = 20;

/// Why a server must not run with its data keys.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server's keys don't match the values in the database.
    #[error(transparent)]
    Wrong(#[from] DataKeyError),
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another server keeps encrypting values with a key that isn't this server's current one.
    #[error(
        "a running server still encrypts with another key: give every server the same LANEWISE_DATA_KEY, then run this \
         again"
    )]
    Endless,
}

/// Checks that the values in the database were encrypted with this server's keys, and stores the
/// ids of new keys. Every server does this at startup. A server with a wrong key couldn't decrypt
/// old values, and other servers couldn't decrypt the values that it encrypts.
///
/// # Errors
/// [`Error::Wrong`] if the keys don't match, [`Error::Store`] if the database is unavailable.
pub fn check_and_store_keys(
    database: &dyn Database,
    vault: &dyn Vault,
    clock: &dyn Clock,
) -> Result<(), Error> {
    in_transaction(database, |store| {
        let new = check_against_database(store, vault)?;
        if new.is_empty() {
            return Ok(());
        }
        store.store_key_checks(&new, clock.now())?;
        // Another server that started at the same time may have stored a different key under the same id.
        find_new_keys(&store.data_keys()?, &vault.keys())?;
        Ok(())
    })
}

/// Checks that the values in the database were encrypted with this server's keys. Unlike
/// [`check_and_store_keys`], doesn't store the ids of new keys.
///
/// # Errors
/// [`Error::Wrong`] if the keys don't match, [`Error::Store`] if the database is unavailable.
pub fn check_keys(database: &dyn Database, vault: &dyn Vault) -> Result<(), Error> {
    with_store(database, |store| check_against_database(store, vault).map(drop))
}

/// Checks that the server's keys match the database. Returns the keys whose ids
/// aren't stored there yet.
fn check_against_database(store: &mut dyn Store, vault: &dyn Vault) -> Result<Vec<KnownKey>, Error> {
    let ours = vault.keys();
    let marks: Vec<Vec<u8>> = ours.iter().map(|key| key.id.mark().to_vec()).collect();
    let known = store.data_keys()?;
    let new = find_new_keys(&known, &ours)?;
    for kind in SealedKind::ALL {
        let values = store.values_to_reseal(kind, &marks, FROM_THE_START, AT_A_TIME)?;
        must_be_readable(vault, &values, known.is_empty())?;
    }
    Ok(new)
}

/// Checks encrypted values that don't start with the prefix of one of the server's keys. Fails if a
/// value that can't be decrypted starts with the prefix of an unknown key. An undecryptable value
/// without a prefix is no error, because it may be damaged. `is_first` means that the database has
/// no key ids yet. In that case, it is an error if no value can be decrypted. Ignores values that
/// are too short to be encrypted, because demo data has such values.
fn must_be_readable(vault: &dyn Vault, values: &[SealedValue], is_first: bool) -> Result<(), DataKeyError> {
    let values: Vec<_> = values.iter().filter(|value| value.sealed.len() >= SHORTEST).collect();
    let unreadable = || values.iter().filter(|value| vault.open(value.user, &value.sealed).is_none());
    if let Some(missing) = unreadable().find_map(|value| KeyId::of(&value.sealed)) {
        return Err(DataKeyError::Missing(missing));
    }
    let is_wrong = is_first && !values.is_empty() && unreadable().count() == values.len();
    if is_wrong { Err(DataKeyError::Unreadable) } else { Ok(()) }
}

/// The result of re-encrypting all values with a new key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReencryptionResult {
    /// Number of drivers whose SSN digits were re-encrypted.
    pub digits: usize,
    /// Number of second factors that were re-encrypted.
    pub second_factors: usize,
    /// Number of seal keys of the audit trail that were re-encrypted.
    pub seal_keys: usize,
    /// Number of keys of cases that were re-encrypted.
    pub case_keys: usize,
    /// Number of keys of drivers' photos and documents that were re-encrypted.
    pub file_keys: usize,
    /// Ids of values that no key decrypts: users' ids, and the negative ids of keys of seals and
    /// cases. These values aren't changed.
    pub unreadable: Vec<UserId>,
}

impl AddAssign for ReencryptionResult {
    fn add_assign(&mut self, other: Self) {
        self.digits += other.digits;
        self.second_factors += other.second_factors;
        self.seal_keys += other.seal_keys;
        self.case_keys += other.case_keys;
        self.file_keys += other.file_keys;
        self.unreadable = other.unreadable;
    }
}

/// Re-encrypts all values with the current key, without locking anything. A value is replaced only if it
/// hasn't changed since it was read. So servers can keep running, two runs can overlap, and an interrupted
/// run can be repeated. If an older data key encrypted a seal key, also adds a new seal key, because an
/// attacker with the old data key may have read the current one.
///
/// # Errors
/// [`Error::Endless`] if another server keeps writing with another key, [`Error::Store`] if
/// the database is unavailable.
pub fn rotate_keys(
    database: &dyn Database,
    vault: &dyn Vault,
    tokens: &dyn Tokens,
) -> Result<ReencryptionResult, Error> {
    let mut done = ReencryptionResult::default();
    // The new seal key is added before the re-encryption. Otherwise, a run that is interrupted
    // between both steps would leave no sign that a new seal key is needed.
    if has_old_seal_key(database, vault)? {
        with_store(database, |store| seals::new_key(store, vault, tokens))?;
    }
    for _ in 0..MAX_PASSES {
        let pass = reencrypt_old_values(database, vault)?;
        let was_last = [pass.digits, pass.second_factors, pass.seal_keys, pass.case_keys, pass.file_keys]
            .iter()
            .all(|count| *count == 0);
        done += pass;
        if was_last {
            return Ok(done);
        }
    }
    Err(Error::Endless)
}

/// Returns the prefix of values that the current key encrypted, as a list; empty if there is no key.
fn current_prefix(vault: &dyn Vault) -> Vec<Vec<u8>> {
    vault.keys().first().map(|key| key.id.mark().to_vec()).into_iter().collect()
}

/// Whether a seal key of the audit trail is encrypted with an older data key.
fn has_old_seal_key(database: &dyn Database, vault: &dyn Vault) -> Result<bool, Error> {
    let old = with_store(database, |store| {
        store.values_to_reseal(SealedKind::SealKeys, &current_prefix(vault), FROM_THE_START, AT_A_TIME)
    })?;
    Ok(old.iter().any(|value| vault.open(value.user, &value.sealed).is_some()))
}

/// Makes one pass over all values, and re-encrypts the values that aren't encrypted
/// with the current key.
fn reencrypt_old_values(database: &dyn Database, vault: &dyn Vault) -> Result<ReencryptionResult, Error> {
    let mut pass = ReencryptionResult::default();
    let marks = current_prefix(vault);
    for kind in SealedKind::ALL {
        let mut after = FROM_THE_START;
        loop {
            let values =
                with_store(database, |store| store.values_to_reseal(kind, &marks, after, AT_A_TIME))?;
            let Some(last) = values.last() else { break };
            after = last.user;
            for value in &values {
                let Some(plain) = vault.open(value.user, &value.sealed) else {
                    pass.unreadable.push(value.user);
                    continue;
                };
                let sealed = vault.seal(value.user, &plain);
                let replaced =
                    with_store(database, |store| store.replace_sealed_value(kind, value, &sealed))?;
                let count = match kind {
                    SealedKind::Digits => &mut pass.digits,
                    SealedKind::SecondFactors => &mut pass.second_factors,
                    SealedKind::SealKeys => &mut pass.seal_keys,
                    SealedKind::CaseKeys => &mut pass.case_keys,
                    SealedKind::FileKeys => &mut pass.file_keys,
                };
                *count += usize::from(replaced);
            }
        }
    }
    Ok(pass)
}
