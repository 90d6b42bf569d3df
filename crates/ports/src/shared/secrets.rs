//! Cryptography, behind three small ports.

/// Hash of a session token; what the database holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// Makes and hashes session tokens.
pub trait Tokens: Send + Sync {
    /// A new unguessable token, fit for a cookie.
    fn new_token(&self) -> String;
    /// Its hash.
    fn hash(&self, token: &str) -> TokenHash;
    /// Ten random bytes, for confirmation numbers.
    fn ten_bytes(&self) -> [u8; 10];
    /// A new unique key for the payment provider.
    fn idempotency_key(&self) -> String;
}

/// Hashes and checks passwords (docs/PRODUCT.md#passwords).
pub trait PasswordHasher: Send + Sync {
    /// The hash to store, in PHC form.
    fn hash(&self, password: &str) -> String;
    /// Whether the password fits the hash.
    fn verify(&self, password: &str, hash: &str) -> bool;
    /// Takes as long as [`Self::verify`] and never fits: for an unknown e-mail.
    fn verify_nothing(&self, password: &str);
}

/// Encrypts what must not be readable in the database (docs/PRODUCT.md#identity-digits).
pub trait Vault: Send + Sync {
    /// Encrypts `plain`, bound to the user it belongs to.
    fn seal(&self, user: domain::shared::ids::UserId, plain: &str) -> Vec<u8>;
    /// Decrypts; none when it was not sealed by this key for this user.
    fn open(&self, user: domain::shared::ids::UserId, sealed: &[u8]) -> Option<String>;
}
