//! Data keys: whether a server has the right ones, and sealing everything with another (docs/PRODUCT.md#data-keys).

use std::ops::AddAssign;

use domain::security::data_key::{KeyId, KnownKey, WrongKey, unknown};
use domain::shared::ids::UserId;
use ports::security::data_keys::{SealedKind, SealedValue};
use ports::shared::clock::Clock;
use ports::shared::secrets::{Tokens, Vault};
use ports::shared::store_error::StoreError;
use ports::store::{Database, Store, in_transaction, with_store};

use crate::security::seals;

/// Values that are read at a time.
const AT_A_TIME: i64 = 200;
/// A nonce of 24 bytes and a tag of 16 around nothing.
const SHORTEST: usize = 40;
/// Below any user's id, and below those that stand for seal keys.
const FROM_THE_START: UserId = UserId(i32::MIN);
/// Passes after which somebody else must be sealing with another key.
const MOST_PASSES: usize = 20;

/// Why a server may not work with its keys.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// They are not the right ones.
    #[error(transparent)]
    Wrong(#[from] WrongKey),
    /// The database could not be asked.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another server goes on sealing with a key that is not ours.
    #[error(
        "values sealed with another key keep coming: a server runs that writes with another key. Give every server the same \
         LANEWISE_DATA_KEY, and run this again"
    )]
    Endless,
}

/// Whether these are the keys that the database was sealed with; notes those that it sees for the first time. Asked at each start:
/// with a wrong key nothing could be opened, and what is sealed now could not be opened with the right one.
///
/// # Errors
/// [`Error::Wrong`], and the database's.
pub fn recognise(database: &dyn Database, vault: &dyn Vault, clock: &dyn Clock) -> Result<(), Error> {
    in_transaction(database, |store| {
        let new = compare(store, vault)?;
        if new.is_empty() {
            return Ok(());
        }
        store.note_keys(&new, clock.now())?;
        // Another server may have noted another key by the same name meanwhile.
        unknown(&store.data_keys()?, &vault.keys())?;
        Ok(())
    })
}

/// The same, and nothing is noted.
///
/// # Errors
/// As [`recognise`].
pub fn would_recognise(database: &dyn Database, vault: &dyn Vault) -> Result<(), Error> {
    with_store(database, |store| compare(store, vault).map(drop))
}

/// Answers the keys that are not noted yet.
fn compare(store: &mut dyn Store, vault: &dyn Vault) -> Result<Vec<KnownKey>, Error> {
    let ours = vault.keys();
    let marks: Vec<Vec<u8>> = ours.iter().map(|key| key.id.mark().to_vec()).collect();
    let known = store.data_keys()?;
    let new = unknown(&known, &ours)?;
    for kind in SealedKind::ALL {
        let values = store.sealed_otherwise(kind, &marks, FROM_THE_START, AT_A_TIME)?;
        must_be_readable(vault, &values, known.is_empty())?;
    }
    Ok(new)
}

/// Values without the mark of one of our keys. While the database knows no key, those from before keys had names must open with one of
/// ours; a single one that does not may have been spoilt otherwise, and what is too short was never sealed: made-up data has such.
fn must_be_readable(vault: &dyn Vault, values: &[SealedValue], is_first: bool) -> Result<(), WrongKey> {
    let values: Vec<_> = values.iter().filter(|value| value.sealed.len() >= SHORTEST).collect();
    let unreadable = || values.iter().filter(|value| vault.open(value.user, &value.sealed).is_none());
    if let Some(missing) = unreadable().find_map(|value| KeyId::of(&value.sealed)) {
        return Err(WrongKey::Missing(missing));
    }
    let is_wrong = is_first && !values.is_empty() && unreadable().count() == values.len();
    if is_wrong { Err(WrongKey::Unreadable) } else { Ok(()) }
}

/// What a change of the key did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rotation {
    /// Identity digits that were sealed again.
    pub digits: usize,
    /// Second factors that were.
    pub second_factors: usize,
    /// Keys of the audit trail's seals that were.
    pub seal_keys: usize,
    /// Whose values none of the keys opens; they stay as they are.
    pub unreadable: Vec<UserId>,
}

impl AddAssign for Rotation {
    fn add_assign(&mut self, other: Self) {
        self.digits += other.digits;
        self.second_factors += other.second_factors;
        self.seal_keys += other.seal_keys;
        self.unreadable = other.unreadable;
    }
}

/// Seals everything with the key that is written. Nothing is locked, and each value is replaced only while it is the one that was
/// read: servers go on, a second one may do the same, and after an end in the middle the next goes on from there. Who knew the old
/// key may have read those of the seals, so the next seals have another.
///
/// # Errors
/// [`Error::Endless`], and the database's.
pub fn rotate(database: &dyn Database, vault: &dyn Vault, tokens: &dyn Tokens) -> Result<Rotation, Error> {
    let mut done = Rotation::default();
    // First of all: a run that goes on where another one ended would not know that it is missing.
    if has_old_seal_key(database, vault)? {
        with_store(database, |store| seals::new_key(store, vault, tokens))?;
    }
    for _ in 0..MOST_PASSES {
        let pass = pass(database, vault)?;
        let was_last = pass.digits + pass.second_factors + pass.seal_keys == 0;
        done += pass;
        if was_last {
            return Ok(done);
        }
    }
    Err(Error::Endless)
}

/// How what the written key has sealed begins.
fn written(vault: &dyn Vault) -> Vec<Vec<u8>> {
    vault.keys().first().map(|key| key.id.mark().to_vec()).into_iter().collect()
}

/// Whether a key of the seals is sealed by another data key than the written one.
fn has_old_seal_key(database: &dyn Database, vault: &dyn Vault) -> Result<bool, Error> {
    let old = with_store(database, |store| {
        store.sealed_otherwise(SealedKind::SealKeys, &written(vault), FROM_THE_START, AT_A_TIME)
    })?;
    Ok(old.iter().any(|value| vault.open(value.user, &value.sealed).is_some()))
}

fn pass(database: &dyn Database, vault: &dyn Vault) -> Result<Rotation, Error> {
    let mut pass = Rotation::default();
    let marks = written(vault);
    for kind in SealedKind::ALL {
        let mut after = FROM_THE_START;
        loop {
            let values =
                with_store(database, |store| store.sealed_otherwise(kind, &marks, after, AT_A_TIME))?;
            let Some(last) = values.last() else { break };
            after = last.user;
            for value in &values {
                let Some(plain) = vault.open(value.user, &value.sealed) else {
                    pass.unreadable.push(value.user);
                    continue;
                };
                let sealed = vault.seal(value.user, &plain);
                let replaced = with_store(database, |store| store.replace_sealed(kind, value, &sealed))?;
                let count = match kind {
                    SealedKind::Digits => &mut pass.digits,
                    SealedKind::SecondFactors => &mut pass.second_factors,
                    SealedKind::SealKeys => &mut pass.seal_keys,
                };
                *count += usize::from(replaced);
            }
        }
    }
    Ok(pass)
}
