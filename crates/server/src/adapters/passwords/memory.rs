//! Password hashing in a reused buffer. argon2 needs 19 MiB per hash, and allocating that memory for each
//! hash can be slow, depending on the allocator (docs/adr/0013-hashing-memory-is-kept.md).

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, Error};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};

/// The hashing buffer of one thread, which is reused for each password. An empty buffer grows at the next password.
#[derive(Default)]
pub struct HashBuffer(Vec<Block>);

impl HashBuffer {
    /// Hashes a password with argon2id and a new salt, in PHC string format. The library's defaults match
    /// OWASP's recommended cost (19 MiB, two passes, one lane).
    pub fn hash(&mut self, password: &str) -> password_hash::Result<String> {
        let (params, salt) = (Params::default(), Salt::generate());
        let (algorithm, version) = (Algorithm::Argon2id, Version::default());
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let parameter_text = ParamsString::try_from(&params)?;
        let output =
            self.compute_output(&Argon2::new(algorithm, version, params), password, &salt, length)?;
        let hash = PasswordHash {
            algorithm: ARGON2ID_IDENT,
            version: Some(version.into()),
            params: parameter_text,
            salt: Some(salt),
            hash: Some(output),
        };
        Ok(hash.to_string())
    }

    /// Returns whether the password matches a hash in PHC format, at the cost stored in the hash. Fails if
    /// the hash has another format.
    pub fn verify(&mut self, password: &str, hash: &str) -> password_hash::Result<bool> {
        let hash = PasswordHash::new(hash)?;
        let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
        let version = hash.version.map(Version::try_from).transpose()?.unwrap_or_default();
        let argon2 =
            Argon2::new(Algorithm::try_from(hash.algorithm.as_str())?, version, Params::try_from(&hash)?);
        let output = self.compute_output(&argon2, password, salt, expected.len())?;
        // The comparison of two `Output`s takes constant time.
        Ok(output == *expected)
    }

    /// Computes the hash of a string at the default cost, and writes it to `hash` without the salt.
    pub fn raw_hash(&mut self, text: &str, salt: &[u8], hash: &mut [u8]) -> argon2::Result<()> {
        self.compute_hash(&Argon2::default(), text, salt, hash)
    }

    /// Returns the hash of a password with the cost in `argon2`, this salt, and this length in bytes.
    fn compute_output(
        &mut self,
        argon2: &Argon2<'_>,
        password: &str,
        salt: &Salt,
        length: usize,
    ) -> password_hash::Result<Output> {
        let mut buffer = [0; Output::MAX_LENGTH];
        let output = buffer.get_mut(..length).ok_or(Error::OutputSize)?;
        self.compute_hash(argon2, password, salt, output)?;
        Ok(Output::new(output)?)
    }

    /// Whether the buffer has no memory, because it hasn't hashed a password yet.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.0.capacity() == 0
    }

    /// Computes a hash with the cost in `argon2` and writes it to `hash`. Enlarges the buffer if needed.
    fn compute_hash(
        &mut self,
        argon2: &Argon2<'_>,
        text: &str,
        salt: &[u8],
        hash: &mut [u8],
    ) -> argon2::Result<()> {
        let blocks = argon2.params().block_count();
        if self.0.len() < blocks {
            self.0.resize(blocks, Block::new());
        }
        argon2.hash_password_into_with_memory(text.as_bytes(), salt, hash, &mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use argon2::PasswordVerifier;

    use super::*;

    #[test]
    fn reused_memory_does_not_affect_later_hashes() {
        let mut memory = HashBuffer::default();
        let hash = memory.hash("correct horse battery").unwrap();
        for password in ["", "correct horse batterz", &"x".repeat(500)] {
            assert!(!memory.verify(password, &hash).unwrap(), "{password}");
        }
        assert!(memory.verify("correct horse battery", &hash).unwrap());
        assert!(Argon2::default().verify_password(b"correct horse battery", hash.as_str()).is_ok());
        assert_ne!(memory.hash("correct horse battery").unwrap(), hash, "each hash has its own salt");
    }

    /// The argon2 library computes the expected hash, at another cost than the default.
    #[test]
    fn a_password_is_verified_at_the_cost_stored_in_its_hash_and_malformed_hashes_match_nothing() {
        let hash = "$argon2id$v=19$m=64,t=3,p=2$c29tZXNhbHRzb21lc2FsdA$";
        let mut memory = HashBuffer::default();
        let output = {
            let argon2 =
                Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 3, 2, None).unwrap());
            let mut out = [0; 32];
            argon2.hash_password_into(b"secret", b"somesaltsomesalt", &mut out).unwrap();
            Output::new(&out).unwrap()
        };
        assert!(memory.verify("secret", &format!("{hash}{output}")).unwrap());
        assert!(!memory.verify("secreT", &format!("{hash}{output}")).unwrap());
        for broken in ["", "$argon2id$none", "plain", "$argon2id$v=19$m=64,t=3,p=2$c29tZXNhbHRzb21lc2FsdA"] {
            assert!(!memory.verify("secret", broken).unwrap_or(false), "{broken}");
        }
    }
}
