//! Time-based one-time passwords (TOTP), and the QR code from which an authenticator app reads the secret.

use domain::accounts::second_factor::STEP_SECONDS;
use ports::accounts::second_factor::{Enrollment, TimeCodes};
use qrcode::QrCode;
use qrcode::render::svg;
use totp_rs::{Builder, Secret, Totp};

/// TOTP codes (RFC 6238) with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds.
#[derive(Clone, Copy, Debug)]
pub struct AuthenticatorCodes;

const SECRET_BYTES: usize = 20;
const QR_SIZE: u32 = 200;

/// Creates the generator of a second factor's codes; `None` if the secret is invalid. `account` is the name
/// that the authenticator app shows.
fn build_totp(secret: &str, account: &str) -> Option<Totp> {
    let secret = Secret::try_from_base32(secret).ok()?;
    Builder::new()
        .with_secret(secret)
        .with_skew(0)
        .with_account_name(account.replace(':', " "))
        .with_issuer(Some("Lanewise"))
        .build()
        .inspect_err(|error| tracing::error!(%error, "the secret of a second factor is invalid"))
        .ok()
}

impl TimeCodes for AuthenticatorCodes {
    fn new_secret(&self) -> String {
        Secret::from(rand::random::<[u8; SECRET_BYTES]>().to_vec()).to_base32()
    }

    fn is_code_of_step(&self, secret: &str, code: &str, step: i64) -> bool {
        let Ok(time) = u64::try_from(step.saturating_mul(STEP_SECONDS)) else { return false };
        build_totp(secret, "").is_some_and(|totp| totp.check(code, time).is_some())
    }

    fn enrollment(&self, secret: &str, account: &str) -> Enrollment {
        let uri = build_totp(secret, account).and_then(|totp| totp.to_url().ok()).unwrap_or_default();
        let qr_svg = QrCode::new(&uri)
            .map(|code| {
                code.render::<svg::Color<'_>>()
                    .min_dimensions(QR_SIZE, QR_SIZE)
                    .dark_color(svg::Color("#000"))
                    .light_color(svg::Color("#fff"))
                    .build()
            })
            .unwrap_or_default();
        Enrollment { uri, qr_svg }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes are the last six digits of the test vectors in RFC 6238, appendix B.
    #[test]
    fn authenticator_codes_match_the_published_test_vectors_only_in_their_time_step() {
        let secret = Secret::from(b"12345678901234567890".to_vec()).to_base32();
        for (time, code) in [(59_i64, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            assert!(AuthenticatorCodes.is_code_of_step(&secret, code, time / STEP_SECONDS), "{time}");
            assert!(!AuthenticatorCodes.is_code_of_step(&secret, code, time / STEP_SECONDS + 1), "{time}");
        }
    }

    #[test]
    fn enrolling_an_authenticator_app_gives_a_secret_a_uri_and_a_qr_code() {
        let secret = AuthenticatorCodes.new_secret();
        assert_eq!(secret.len(), 32);
        assert_ne!(secret, AuthenticatorCodes.new_secret());
        let enrollment = AuthenticatorCodes.enrollment(&secret, "ann@example.test");
        assert!(
            enrollment.uri.starts_with("otpauth://totp/Lanewise:ann%40example.test?"),
            "{}",
            enrollment.uri
        );
        assert!(enrollment.uri.contains(&format!("secret={secret}")), "{}", enrollment.uri);
        assert!(enrollment.qr_svg.contains("<svg"), "{}", enrollment.qr_svg);
    }
}
