//! Cryptography, behind three small ports.

use domain::security::data_key::KnownKey;
use domain::shared::ids::UserId;

/// Hash of a session token; what the database holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// Random bytes beside which something is hashed.
pub type Salt = [u8; 16];

/// Makes and hashes session tokens.
pub trait Tokens: Send + Sync {
    /// A new unguessable token, fit for a cookie.
    fn new_token(&self) -> String;
    /// Its hash.
    fn hash(&self, token: &str) -> TokenHash;
    /// HMAC-SHA-256 of a message, with a token as the key.
    fn mac(&self, key: &str, message: &[u8]) -> [u8; 32];
    /// Ten random bytes, for confirmation numbers.
    fn ten_bytes(&self) -> [u8; 10];
    /// A new salt.
    fn salt(&self) -> Salt;
    /// A new unique key for the payment provider.
    fn idempotency_key(&self) -> String;
}

/// Who is served first while passwords wait to be hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Somebody who logged in from there before, is logged in, or has a link.
    Known,
    /// A stranger whose address has failed nothing lately.
    Stranger,
    /// Whose address has.
    Failed,
}

/// So many passwords wait that this one was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords wait to be hashed")]
pub struct TooManyWait;

/// Hashes passwords: slowly on purpose, and only a few at once (docs/PRODUCT.md#logins-in-floods).
pub trait PasswordHasher: Send + Sync {
    /// The hash to store, in PHC form.
    fn hash(&self, password: &str, turn: Turn) -> Result<String, TooManyWait>;
    /// Whether the password fits the hash.
    fn verify(&self, password: &str, hash: &str, turn: Turn) -> Result<bool, TooManyWait>;
    /// Whether so many wait that one more with this turn would not be looked at.
    fn is_full(&self, turn: Turn) -> bool;
    /// Takes as long as [`Self::verify`] and never fits: for an unknown e-mail.
    fn verify_nothing(&self, password: &str, turn: Turn) -> Result<(), TooManyWait>;
    /// Hashes as slowly with a salt of the caller's, so that one hash is compared with a whole set.
    fn hash_beside(&self, text: &str, salt: Salt, turn: Turn) -> Result<TokenHash, TooManyWait>;
}

/// Encrypts what must not be readable in the database (docs/PRODUCT.md#data-keys).
pub trait Vault: Send + Sync {
    /// Encrypts `plain` with the key that is written, bound to the user it belongs to.
    fn seal(&self, user: UserId, plain: &str) -> Vec<u8>;
    /// Decrypts; none when it was sealed by none of the keys for this user.
    fn open(&self, user: UserId, sealed: &[u8]) -> Option<String>;
    /// The keys, the written one first.
    fn keys(&self) -> Vec<KnownKey>;
}
