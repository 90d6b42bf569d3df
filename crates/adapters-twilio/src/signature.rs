//! Twilio's signature of its calls (`X-Twilio-Signature`): HMAC-SHA-1, keyed with the account's secret, over the address that was called and
//! the form's fields, sorted by name, each name followed by its value; in base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

/// Whether the signature is this account's. The comparison takes the same time however much of it is right.
pub(crate) fn fits(auth_token: &str, url: &str, form: &[(String, String)], signature: &str) -> bool {
    let Ok(claimed) = STANDARD.decode(signature) else { return false };
    let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(auth_token.as_bytes()) else { return false };
    mac.update(url.as_bytes());
    // As Twilio's own libraries have it: a field that is there twice with one value counts once.
    let mut fields: Vec<&(String, String)> = form.iter().collect();
    fields.sort();
    fields.dedup();
    for (name, value) in fields {
        mac.update(name.as_bytes());
        mac.update(value.as_bytes());
    }
    mac.verify_slice(&claimed).is_ok()
}
