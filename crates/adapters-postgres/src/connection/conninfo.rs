//! Connection strings of PostgreSQL. Adds Lanewise's defaults, and checks whether traffic to the database could
//! be read on the network.

use std::net::IpAddr;
use std::time::Duration;

/// Whether this build supports TLS to the database.
pub const SPEAKS_TLS: bool = cfg!(feature = "tls");

/// Why a connection string can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// `sslmode` requires TLS, which this build doesn't support.
    #[error(
        "the database URL requires TLS (sslmode), but this build doesn't support it: build with the feature `tls`"
    )]
    NoTls,
}

/// What a connection is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Reading and writing. The connection refuses a standby.
    Writing,
    /// Reading only, from a standby.
    Reading,
}

impl Purpose {
    /// Returns the name and the value of the connection parameter that requires a suitable server.
    fn session_attrs(self) -> (&'static str, &'static str) {
        let wanted = match self {
            Self::Writing => "read-write",
            Self::Reading => "standby",
        };
        ("target_session_attrs", wanted)
    }
}

/// Values for parameters that the connection string doesn't set. Except for `application_name`, the
/// defaults make libpq stop waiting for a host that doesn't respond, and detect a peer that is
/// gone. The TCP parameters have no effect on Unix sockets.
const DEFAULTS: &[(&str, &str)] = &[
    ("application_name", "lanewise"),
    ("connect_timeout", "5"),
    ("tcp_user_timeout", "5000"),
    ("keepalives_idle", "30"),
    ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
];

/// Adds missing parameters to a connection string: the defaults, and the parameter that requires a server
/// suitable for `purpose`. Fails if the string requires TLS and this build doesn't support TLS.
pub(crate) fn with_defaults(url: &str, purpose: Purpose) -> Result<String, OpenError> {
    if !SPEAKS_TLS && requires_tls(url) {
        return Err(OpenError::NoTls);
    }
    let wanted = DEFAULTS.iter().copied().chain([purpose.session_attrs()]);
    let missing = wanted.filter(|(key, _)| parameter_value(url, key).is_none());
    Ok(missing.fold(url.to_owned(), |url, (key, value)| with_parameter(&url, key, value)))
}

/// Adds a parameter to a connection string. If a parameter is repeated, libpq uses the last one.
fn with_parameter(url: &str, key: &str, value: &str) -> String {
    let is_uri = url.starts_with("postgres://") || url.starts_with("postgresql://");
    match (is_uri, url.contains('?')) {
        (true, false) => format!("{url}?{key}={value}"),
        (true, true) => format!("{url}&{key}={value}"),
        (false, _) => format!("{url} {key}={value}"),
    }
}

/// Returns the `tcp_user_timeout` of a connection string that [`with_defaults`] returned. `None` if
/// the system's default applies.
pub(crate) fn user_timeout(url: &str) -> Option<Duration> {
    let timeout_in_url = parameter_value(url, "tcp_user_timeout")?.parse().ok();
    timeout_in_url.filter(|millis| *millis > 0).map(Duration::from_millis)
}

/// Returns the connection string with this `tcp_user_timeout`.
pub(crate) fn with_user_timeout(url: &str, timeout: Duration) -> String {
    with_parameter(url, "tcp_user_timeout", &timeout.as_millis().to_string())
}

/// Returns the hosts of a connection string that may use a Unix socket, because it names a socket's
/// directory or no host. Returns `None` for other connection strings.
pub(crate) fn socket_hosts(url: &str) -> Option<Vec<&str>> {
    let hosts: Vec<&str> = hosts(url).into_iter().map(|host| host.trim_matches('\'')).collect();
    (hosts.is_empty() || hosts.iter().copied().any(is_socket_directory)).then_some(hosts)
}

/// Whether the connection string refuses connections without TLS.
fn requires_tls(url: &str) -> bool {
    matches!(parameter_value(url, "sslmode"), Some("require" | "verify-ca" | "verify-full"))
}

/// Whether others on the network could read the traffic to this database: the database is on another machine,
/// and the connection string doesn't require TLS. Without a host in the string, the host is `default_host`
/// (libpq's `PGHOST`) or else a local socket.
pub fn is_exposed(url: &str, default_host: Option<&str>) -> bool {
    let mut hosts = hosts(url);
    if hosts.is_empty() {
        hosts.extend(default_host);
    }
    !requires_tls(url) && !hosts.into_iter().all(is_local_host)
}

/// Returns the hosts that a connection string names.
fn hosts(url: &str) -> Vec<&str> {
    let named =
        [authority(url).map(host_list), parameter_value(url, "host"), parameter_value(url, "hostaddr")];
    let lists = named.into_iter().flatten();
    lists.flat_map(|list| list.split(',')).filter(|host| !host.is_empty()).collect()
}

/// Returns the part of a URI between the scheme and the path; `None` if the connection string isn't a URI.
fn authority(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("postgres://").or_else(|| url.strip_prefix("postgresql://"))?;
    rest.split(['/', '?']).next()
}

/// Returns the comma-separated hosts of a URI's `authority`, without the user and password before them.
fn host_list(authority: &str) -> &str {
    authority.rsplit_once('@').map_or(authority, |(_, hosts)| hosts)
}

/// Whether the host is this machine: a socket's directory, or a loopback name or address, with or without a port.
fn is_local_host(host: &str) -> bool {
    let host = host.trim_matches('\'');
    let bracketed = host.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(address, _)| address);
    let name = bracketed.unwrap_or_else(|| match host.split_once(':') {
        Some((name, port)) if !port.contains(':') => name,
        _ => host,
    });
    is_socket_directory(host)
        || name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether the host is the directory of a Unix socket.
fn is_socket_directory(host: &str) -> bool {
    ["/", "@", "%2F", "%2f"].iter().any(|start| host.starts_with(start))
}

/// Returns the value of a parameter in a connection string, which is a URI or a list of `key=value` pairs. `None` if
/// the connection string doesn't have the parameter. If it is repeated, the last one counts, as in libpq.
fn parameter_value<'a>(url: &'a str, key: &str) -> Option<&'a str> {
    let parameters = url.split_once('?').map_or(url, |(_, query)| query);
    parameters
        .rsplit(['&', ' '])
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| *name == key)
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{OpenError, Purpose, is_exposed, socket_hosts, user_timeout, with_user_timeout};

    const ADDED: [&str; 7] = [
        "application_name=lanewise",
        "connect_timeout=5",
        "tcp_user_timeout=5000",
        "keepalives_idle=30",
        "keepalives_interval=5",
        "keepalives_count=3",
        "target_session_attrs=read-write",
    ];

    /// Calls the tested function for a connection that writes.
    fn with_defaults(url: &str) -> Result<String, OpenError> {
        super::with_defaults(url, Purpose::Writing)
    }

    #[test]
    fn read_only_connections_require_a_standby_unless_the_url_sets_the_option() {
        let completed = super::with_defaults("postgres://one,two/d", Purpose::Reading).unwrap();
        assert!(completed.ends_with("&target_session_attrs=standby"), "{completed}");
        let url = "postgres://one,two/d?target_session_attrs=any";
        let completed = super::with_defaults(url, Purpose::Reading).unwrap();
        assert_eq!(completed.matches("target_session_attrs").count(), 1, "{completed}");
    }

    #[test]
    fn missing_options_are_added_to_urls_and_key_value_strings() {
        let all = ADDED.join("&");
        assert_eq!(with_defaults("postgres://u:p@h/d"), Ok(format!("postgres://u:p@h/d?{all}")));
        assert_eq!(
            with_defaults("postgresql:///d?host=/s&user=u"),
            Ok(format!("postgresql:///d?host=/s&user=u&{all}"))
        );
        assert_eq!(with_defaults("host=/s user=u"), Ok(format!("host=/s user=u {}", ADDED.join(" "))));
    }

    #[test]
    fn the_tcp_user_timeout_of_a_database_url_is_read_and_can_be_replaced() {
        for (url, timeout) in [
            ("postgres://h/d", Some(5_000)),
            ("host=/s user=u", Some(5_000)),
            ("postgres://h/d?tcp_user_timeout=700", Some(700)),
            ("postgres://h/d?tcp_user_timeout=0", None),
        ] {
            let completed = with_defaults(url).unwrap();
            assert_eq!(user_timeout(&completed), timeout.map(Duration::from_millis), "{url}");
        }
        assert_eq!(
            user_timeout("postgres://h/d?tcp_user_timeout=700&tcp_user_timeout=703"),
            Some(Duration::from_millis(703))
        );
        let marked = with_user_timeout("postgres://h/d?tcp_user_timeout=700", Duration::from_millis(703));
        assert_eq!(marked, "postgres://h/d?tcp_user_timeout=700&tcp_user_timeout=703");
        assert_eq!(with_user_timeout("host=h", Duration::from_millis(3)), "host=h tcp_user_timeout=3");
    }

    #[test]
    fn only_a_database_url_without_a_host_or_with_a_directory_may_use_a_unix_socket() {
        for file in [
            "postgres:///d",
            "postgres:///d?host=/s",
            "postgres://%2Fs/d",
            "host=/s",
            "host=one,@s",
            "service=x",
        ] {
            assert!(socket_hosts(file).is_some(), "{file}");
        }
        for network in ["postgres://u:p@h:5432/d", "host=h", "postgres://one,two/d", "hostaddr=::1 dbname=d"]
        {
            assert_eq!(socket_hosts(network), None, "{network}");
        }
        assert_eq!(socket_hosts("host='/s',h user=u"), Some(vec!["/s", "h"]));
    }

    #[test]
    fn a_database_url_with_several_hosts_keeps_all_of_them() {
        let hosts = "postgres://u:p@one:5432,two:5432,three/d?target_session_attrs=any";
        let completed = with_defaults(hosts).unwrap();
        assert!(completed.starts_with(&format!("{hosts}&application_name=lanewise&")), "{completed}");
        assert_eq!(completed.matches("target_session_attrs").count(), 1);
    }

    #[test]
    fn options_in_the_database_url_are_not_overwritten() {
        let url = with_defaults("postgres://h/d?connect_timeout=1&application_name=job").unwrap();
        assert_eq!(
            url,
            format!("postgres://h/d?connect_timeout=1&application_name=job&{}", ADDED[2..].join("&"))
        );
    }

    #[test]
    fn a_database_connection_to_this_machine_is_not_reported_as_exposed() {
        for here in [
            "postgres:///lanewise",
            "postgresql:///d?host=/s&user=u",
            "postgres://u:p@localhost/d",
            "postgres://u:p%40x@127.0.0.1:5433/d",
            "postgres://[::1]:5432/d",
            "postgres://%2Fvar%2Frun/d",
            "postgres://localhost:1,127.0.0.1:2/d",
            "host=/run/postgresql dbname=d",
            "host='localhost' user=u",
            "hostaddr=::1 dbname=d",
            "dbname=d",
            "",
        ] {
            assert!(!is_exposed(here, None), "{here}");
        }
    }

    #[test]
    fn a_database_connection_to_another_machine_without_tls_is_reported_as_exposed() {
        for elsewhere in [
            "postgres://db/lanewise",
            "postgres://u:p@localhost@db/d",
            "postgres://db.example:5432/d?sslmode=prefer",
            "postgres://localhost,db/d",
            "postgres://localhost/d?hostaddr=10.0.0.7",
            "postgres://[2001:db8::1]/d",
            "postgres:///d?host=db",
            "host=10.0.0.7 dbname=d",
            "host=localhost.example",
            "postgres://u:sslmode=require@db/d",
            "postgres://db/d?sslmode=require&sslmode=disable",
            "host=db sslmode=require sslmode=prefer",
        ] {
            assert!(is_exposed(elsewhere, None), "{elsewhere}");
        }
        for mode in ["require", "verify-ca", "verify-full"] {
            assert!(!is_exposed(&format!("postgres://db/d?sslmode={mode}"), None));
            assert!(!is_exposed(&format!("host=db sslmode={mode}"), None));
        }
        assert!(!is_exposed("postgres://db/d?sslmode=disable&sslmode=require", None));
        assert!(is_exposed("dbname=d", Some("db")) && !is_exposed("host=/s", Some("db")));
    }

    #[cfg(not(feature = "tls"))]
    #[test]
    fn a_database_url_that_requires_tls_is_refused_by_a_build_without_tls() {
        for mode in ["require", "verify-ca", "verify-full"] {
            assert_eq!(with_defaults(&format!("postgres://h/d?sslmode={mode}")), Err(OpenError::NoTls));
            assert_eq!(with_defaults(&format!("host=h sslmode={mode}")), Err(OpenError::NoTls));
        }
        for mode in ["disable", "allow", "prefer"] {
            assert!(with_defaults(&format!("postgres://h/d?sslmode={mode}")).is_ok());
        }
    }
}
