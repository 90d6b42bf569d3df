//! Verifies the signature of Twilio's callbacks (`X-Twilio-Signature`). The signature is an HMAC-SHA-1 in base64,
//! with the account's secret as the key. The signed string is the URL, followed by the name and value of each form
//! field, sorted by name.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

/// Returns whether `signature`, in base64, is that of a callback to `url` with the fields in `form`. The
/// comparison takes constant time.
pub(crate) fn is_valid_signature(
    auth_token: &str,
    url: &str,
    form: &[(String, String)],
    signature: &str,
) -> bool {
    let Ok(claimed) = STANDARD.decode(signature) else { return false };
    let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(auth_token.as_bytes()) else { return false };
    mac.update(url.as_bytes());
    // Twilio's own libraries include a repeated field only once if its value is the same.
    let mut fields: Vec<&(String, String)> = form.iter().collect();
    fields.sort();
    fields.dedup();
    for (name, value) in fields {
        mac.update(name.as_bytes());
        mac.update(value.as_bytes());
    }
    mac.verify_slice(&claimed).is_ok()
}
