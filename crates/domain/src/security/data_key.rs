//! Data keys, which encrypt sensitive values in the database: the configured keys, and which key
//! encrypted a value (docs/product/security.md#data-keys).

use std::fmt;

/// A data key's number, which is never reused for another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(pub u16);

impl KeyId {
    /// Number of the only key if the setting `LANEWISE_DATA_KEY` has no numbers.
    pub const ONLY: Self = Self(1);

    /// Returns the prefix of the values that this key encrypted. The prefix is part of the value's
    /// nonce, so older servers that don't know key numbers can also decrypt the value.
    #[must_use]
    pub fn mark(self) -> [u8; MARK] {
        let [high, low] = self.0.to_be_bytes();
        [b'L', b'W', b'K', 1, high, low]
    }

    /// Returns the number of the key that encrypted a value; `None` if it was encrypted before keys had numbers.
    #[must_use]
    pub fn of(sealed: &[u8]) -> Option<Self> {
        match sealed.first_chunk::<MARK>()? {
            [b'L', b'W', b'K', 1, high, low] => Some(Self(u16::from_be_bytes([*high, *low]))),
            _ => None,
        }
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Length of the prefix that [`KeyId::mark`] returns, in bytes.
pub const MARK: usize = 6;

/// A key's number with a check value that is derived from the key and doesn't reveal it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownKey {
    /// Number of the key in the setting `LANEWISE_DATA_KEY`.
    pub id: KeyId,
    /// The check value, which is always the same for the same key.
    pub check: [u8; 32],
}

/// Parses the setting `LANEWISE_DATA_KEY`: numbered keys as `2:…,1:…`, or a single key, which gets number 1.
/// The first key encrypts new values. Returns each number with its key, in the order of the setting. This
/// function doesn't validate the keys themselves.
///
/// # Errors
/// Returns a sentence that explains the mistake without showing the keys.
pub fn parse_keys(text: &str) -> Result<Vec<(KeyId, &str)>, String> {
    let mut keys: Vec<(KeyId, &str)> = vec![];
    let is_one = !text.contains([',', ':']);
    for (part, place) in text.split(',').map(str::trim).zip(1..) {
        let (id, key) = match part.split_once(':') {
            Some((id, key)) => {
                let id = id.trim().parse().ok().filter(|id| *id > 0).map(KeyId);
                (id.ok_or_else(|| format!("part {place} doesn't begin with a number from 1 to 65535"))?, key)
            }
            None if is_one => (KeyId::ONLY, part),
            None => return Err(format!("part {place} lacks a number and a colon, such as 2:…")),
        };
        if keys.iter().any(|(other, _)| *other == id) {
            return Err(format!("it contains key {id} twice"));
        }
        keys.push((id, key.trim()));
    }
    Ok(keys)
}

/// Why a server refuses to start with its data keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataKeyError {
    /// A key with this number encrypted the database, but the configured key with this number is a different one.
    #[error(
        "key {0} in LANEWISE_DATA_KEY is not the one that encrypted this database: restore the original, and give a new \
         key its own number"
    )]
    Other(KeyId),
    /// A value is encrypted with the key of this number, which isn't configured.
    #[error(
        "the database has data encrypted with key {0}, which is not in LANEWISE_DATA_KEY: add it after the first key, and \
         remove it when `server rotate-key` says so"
    )]
    Missing(KeyId),
    /// A value from before keys had numbers can't be decrypted with any configured key.
    #[error("no key in LANEWISE_DATA_KEY decrypts the data in the database: restore the original key")]
    Unreadable,
}

/// Returns the configured keys (`ours`) whose numbers the database doesn't know. `known` lists the keys that are
/// stored in the database.
///
/// # Errors
/// Fails with [`DataKeyError::Other`] if the database stores another key under one of the numbers.
pub fn find_new_keys(known: &[KnownKey], ours: &[KnownKey]) -> Result<Vec<KnownKey>, DataKeyError> {
    let find_known = |key: &KnownKey| known.iter().find(|other| other.id == key.id);
    if let Some(wrong) = ours.iter().find(|key| find_known(key).is_some_and(|other| other.check != key.check))
    {
        return Err(DataKeyError::Other(wrong.id));
    }
    Ok(ours.iter().filter(|key| find_known(key).is_none()).copied().collect())
}
