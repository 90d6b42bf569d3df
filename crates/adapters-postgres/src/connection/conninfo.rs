//! Connection strings: what Lanewise adds to the one it is given.

/// Why a connection string cannot be used by this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// `sslmode` asks for TLS.
    #[error(
        "the database's address asks for TLS (sslmode), but this build has none: build it with the feature `tls`"
    )]
    NoTls,
}

/// What holds for every connection unless the string says otherwise: give up on a host that does not answer, and notice a
/// peer that has vanished. The latter say nothing to a Unix socket.
const DEFAULTS: &[(&str, &str)] = &[
    ("application_name", "lanewise"),
    ("connect_timeout", "5"),
    ("tcp_user_timeout", "5000"),
    ("keepalives_idle", "30"),
    ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
];

/// The string with the defaults added, when this build can fulfil it.
pub(crate) fn complete(url: &str) -> Result<String, OpenError> {
    if !cfg!(feature = "tls") && asks_for_tls(url) {
        return Err(OpenError::NoTls);
    }
    let is_uri = url.starts_with("postgres://") || url.starts_with("postgresql://");
    let missing = DEFAULTS.iter().filter(|(key, _)| value_of(url, key).is_none());
    Ok(missing.fold(url.to_owned(), |url, (key, value)| match (is_uri, url.contains('?')) {
        (true, false) => format!("{url}?{key}={value}"),
        (true, true) => format!("{url}&{key}={value}"),
        (false, _) => format!("{url} {key}={value}"),
    }))
}

fn asks_for_tls(url: &str) -> bool {
    matches!(value_of(url, "sslmode"), Some("require" | "verify-ca" | "verify-full"))
}

/// The value of a parameter, in either form of connection string.
fn value_of<'a>(url: &'a str, key: &str) -> Option<&'a str> {
    let parameters = url.split_once('?').map_or(url, |(_, query)| query);
    parameters
        .split(['&', ' '])
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| *name == key)
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::{OpenError, complete};

    const ADDED: [&str; 6] = [
        "application_name=lanewise",
        "connect_timeout=5",
        "tcp_user_timeout=5000",
        "keepalives_idle=30",
        "keepalives_interval=5",
        "keepalives_count=3",
    ];

    #[test]
    fn adds_what_is_missing_in_the_form_at_hand() {
        let all = ADDED.join("&");
        assert_eq!(complete("postgres://u:p@h/d"), Ok(format!("postgres://u:p@h/d?{all}")));
        assert_eq!(
            complete("postgresql:///d?host=/s&user=u"),
            Ok(format!("postgresql:///d?host=/s&user=u&{all}"))
        );
        assert_eq!(complete("host=/s user=u"), Ok(format!("host=/s user=u {}", ADDED.join(" "))));
    }

    #[test]
    fn keeps_what_is_given() {
        let url = complete("postgres://h/d?connect_timeout=1&application_name=job").unwrap();
        assert_eq!(
            url,
            format!("postgres://h/d?connect_timeout=1&application_name=job&{}", ADDED[2..].join("&"))
        );
    }

    #[cfg(not(feature = "tls"))]
    #[test]
    fn refuses_tls_that_the_build_lacks() {
        for mode in ["require", "verify-ca", "verify-full"] {
            assert_eq!(complete(&format!("postgres://h/d?sslmode={mode}")), Err(OpenError::NoTls));
            assert_eq!(complete(&format!("host=h sslmode={mode}")), Err(OpenError::NoTls));
        }
        for mode in ["disable", "allow", "prefer"] {
            assert!(complete(&format!("postgres://h/d?sslmode={mode}")).is_ok());
        }
    }
}
