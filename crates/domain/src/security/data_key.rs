//! The keys that seal what must not be readable in the database: which are ours, and which one sealed a value
//! (docs/PRODUCT.md#data-keys).

use std::fmt;

/// A data key's name. It goes with the key for good: another key never gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(pub u16);

impl KeyId {
    /// The key of an installation that has named none.
    pub const ONLY: Self = Self(1);

    /// What a value begins with that this key has sealed. It is a part of the value's nonce, so that a server that knows nothing
    /// of names opens it too.
    #[must_use]
    pub fn mark(self) -> [u8; MARK] {
        let [high, low] = self.0.to_be_bytes();
        [b'L', b'W', b'K', 1, high, low]
    }

    /// Which key sealed a value; none when it was sealed before keys had names.
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

/// How long a mark is.
pub const MARK: usize = 6;

/// A key, known by a value that is made from it and tells nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownKey {
    /// Its name.
    pub id: KeyId,
    /// The same for the same key.
    pub check: [u8; 32],
}

/// The setting's keys with their names, the written one first: `2:…,1:…`, or one key alone, which is key 1. The keys themselves
/// are not looked at.
///
/// # Errors
/// A sentence that says what is wrong, without the keys.
pub fn named(text: &str) -> Result<Vec<(KeyId, &str)>, String> {
    let mut keys: Vec<(KeyId, &str)> = vec![];
    let is_one = !text.contains([',', ':']);
    for (part, place) in text.split(',').map(str::trim).zip(1..) {
        let (id, key) = match part.split_once(':') {
            Some((id, key)) => {
                let id = id.trim().parse().ok().filter(|id| *id > 0).map(KeyId);
                (
                    id.ok_or_else(|| {
                        format!("its part {place} does not begin with a number from 1 to 65535")
                    })?,
                    key,
                )
            }
            None if is_one => (KeyId::ONLY, part),
            None => return Err(format!("its part {place} has no number before a colon, such as 2:…")),
        };
        if keys.iter().any(|(held, _)| *held == id) {
            return Err(format!("it names key {id} twice"));
        }
        keys.push((id, key.trim()));
    }
    Ok(keys)
}

/// Why a server may not start with its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongKey {
    /// The database knows another key by that name.
    #[error(
        "LANEWISE_DATA_KEY has another key {0} than the one that this database was sealed with: put the right one back; a new key \
         gets a number of its own"
    )]
    Other(KeyId),
    /// Something is sealed with a key that is not set.
    #[error(
        "something in the database is sealed with key {0}, which is not in LANEWISE_DATA_KEY: add it after the key that is written, \
         and take it out when `server rotate-key` says that it may go"
    )]
    Missing(KeyId),
    /// Something from before keys had names opens with none of them.
    #[error("what is sealed in the database opens with no key of LANEWISE_DATA_KEY: put the right one back")]
    Unreadable,
}

/// Those of our keys that the database does not know yet.
///
/// # Errors
/// When it knows another key by one of the names.
pub fn unknown(known: &[KnownKey], ours: &[KnownKey]) -> Result<Vec<KnownKey>, WrongKey> {
    let held = |key: &KnownKey| known.iter().find(|other| other.id == key.id);
    if let Some(wrong) = ours.iter().find(|key| held(key).is_some_and(|other| other.check != key.check)) {
        return Err(WrongKey::Other(wrong.id));
    }
    Ok(ours.iter().filter(|key| held(key).is_none()).copied().collect())
}
