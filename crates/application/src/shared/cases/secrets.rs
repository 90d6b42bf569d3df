//! Encryption of a case's messages and files with the case's key (docs/product/security.md#keys-of-cases).

use domain::shared::ids::{HireId, UserId};
use ports::shared::secrets::CaseKey;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// A kind of value that is encrypted with a case's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretValue {
    DriverMessage,
    LawyerMessage,
    FileName,
    FileContent,
}

impl SecretValue {
    /// Returns the kind of a message, depending on whether the lawyer or the driver sent it.
    pub const fn message(is_from_lawyer: bool) -> Self {
        if is_from_lawyer { Self::LawyerMessage } else { Self::DriverMessage }
    }

    /// Returns the encryption context of a value. A value can be decrypted only with the context
    /// with which it was encrypted, so it can't be passed off as a value of another case or kind.
    fn context(self, case: HireId) -> String {
        let kind = match self {
            Self::DriverMessage => "driver message",
            Self::LawyerMessage => "lawyer message",
            Self::FileName => "file name",
            Self::FileContent => "file content",
        };
        format!("case {case} {kind}")
    }
}

/// The decrypted key of a case, which encrypts the case's messages and files.
#[derive(Debug)]
pub struct SecretsOfCase {
    case: HireId,
    key: CaseKey,
}

impl SecretsOfCase {
    /// Encrypts a value of the kind `value` with the case's key.
    pub fn seal(&self, deps: &Deps, value: SecretValue, plaintext: &[u8]) -> Result<Vec<u8>> {
        let sealed = deps.case_cipher.seal(&self.key, &value.context(self.case), plaintext);
        sealed.ok_or_else(|| Error::defect("the key of a case isn't a key"))
    }

    /// Decrypts `sealed`, a value of the kind `value`, with the case's key.
    pub fn open(&self, deps: &Deps, value: SecretValue, sealed: &[u8]) -> Result<Vec<u8>> {
        let plain = deps.case_cipher.open(&self.key, &value.context(self.case), sealed);
        plain.ok_or_else(|| Error::defect("a value of a case can't be decrypted with the case's key"))
    }

    /// Decrypts a value with [`SecretsOfCase::open`], and returns it as a string.
    pub fn open_text(&self, deps: &Deps, value: SecretValue, sealed: &[u8]) -> Result<String> {
        let plain = self.open(deps, value, sealed)?;
        String::from_utf8(plain).map_err(|_| Error::defect("a decrypted text of a case isn't text"))
    }
}

/// Returns the id with which a case's key is encrypted. The id is near `i32::MIN`, so that
/// it differs from users' ids, which are positive, and from seal keys' ids, which are
/// negative and near zero.
const fn owner_of_key(case: HireId) -> UserId {
    UserId(i32::MIN + case.0)
}

/// Returns the key of a case; `None` if the case has no key yet.
///
/// # Errors
/// [`Error::Defect`] if no data key decrypts the case's key.
pub fn existing_key(deps: &Deps, store: &mut dyn Store, case: HireId) -> Result<Option<SecretsOfCase>> {
    let Some(sealed) = store.case_key(case)? else { return Ok(None) };
    let key = deps.vault.open(owner_of_key(case), &sealed);
    let key = key.ok_or_else(|| Error::defect("no data key decrypts the key of a case"))?;
    Ok(Some(SecretsOfCase { case, key: CaseKey(key) }))
}

/// Returns the key of a locked case. Creates and stores a key if the case has none.
///
/// # Errors
/// [`Error::Defect`] if no data key decrypts the case's key.
pub fn get_or_create_case_key(deps: &Deps, store: &mut dyn Store, case: HireId) -> Result<SecretsOfCase> {
    if let Some(key) = existing_key(deps, store, case)? {
        return Ok(key);
    }
    let key = deps.case_cipher.new_key();
    store.insert_case_key(case, &deps.vault.seal(owner_of_key(case), &key.0), deps.clock.now())?;
    Ok(SecretsOfCase { case, key })
}
