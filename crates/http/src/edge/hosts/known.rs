//! The host names for which this server accepts requests.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::HttpRequest;
use actix_web::http::header::{HOST, HeaderValue};

/// Name of the local machine, which browsers resolve without DNS.
const LOCALHOST: &str = "localhost";

/// The accepted host names, in lower case and without a trailing dot.
#[derive(Clone, Debug)]
pub struct KnownHosts(Vec<String>);

impl KnownHosts {
    /// Creates the set of accepted host names: `localhost`, the host of `public_url`, and the `further` names.
    /// Leaves out IP addresses, which are always accepted.
    #[must_use]
    pub fn new(public_url: &str, further: &[String]) -> Self {
        let of_url = public_url.split_once("://").map_or(public_url, |(_, rest)| rest);
        let of_url = of_url.split(['/', '?', '#']).next().unwrap_or_default();
        let names = [LOCALHOST, of_url].into_iter().chain(further.iter().map(String::as_str));
        let names = names.filter_map(|authority| match Host::of(authority) {
            Some(Host::Name(name)) => Some(name),
            _ => None,
        });
        Self(names.collect())
    }

    /// Whether requests for this authority (a host with or without a port) are accepted: an IP address, or one
    /// of the host names.
    fn accepts_authority(&self, authority: &str) -> bool {
        match Host::of(authority) {
            Some(Host::Address) => true,
            Some(Host::Name(name)) => self.0.contains(&name),
            None => false,
        }
    }

    /// Whether the server accepts a request. Checks all `Host` headers, and the request's target if
    /// the target is a full URL. A request without a host is accepted, because only HTTP/1.0 allows
    /// such a request, and browsers don't use HTTP/1.0.
    pub(super) fn accepts_request(&self, request: &HttpRequest) -> bool {
        let is_known = |host: &HeaderValue| {
            host.is_empty() || host.to_str().is_ok_and(|host| self.accepts_authority(host))
        };
        request.uri().authority().is_none_or(|authority| self.accepts_authority(authority.as_str()))
            && request.headers().get_all(HOST).all(is_known)
    }
}

/// The kind of host in an authority (a host with or without a port).
#[derive(Debug, PartialEq, Eq)]
enum Host {
    /// An IP address. All IP addresses are accepted.
    Address,
    /// A host name, in lower case and without a trailing dot.
    Name(String),
}

impl Host {
    /// Parses the host of `host`, `host:port` or `[address]:port`; `None` if the authority is malformed.
    fn of(authority: &str) -> Option<Self> {
        if let Some(rest) = authority.strip_prefix('[') {
            let (address, port) = rest.split_once(']')?;
            // A link-local address may end with its network interface, after a percent sign.
            let address = address.split_once('%').map_or(address, |(address, _)| address);
            let is_whole = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
            return (is_whole && address.parse::<Ipv6Addr>().is_ok()).then_some(Self::Address);
        }
        let host = match authority.split_once(':') {
            Some((host, port)) if is_port(port) => host,
            Some(_) => return None,
            None => authority,
        };
        let host = host.strip_suffix('.').unwrap_or(host);
        if host.parse::<IpAddr>().is_ok() {
            return Some(Self::Address);
        }
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        (!host.is_empty() && host.bytes().all(is_name)).then(|| Self::Name(host.to_ascii_lowercase()))
    }
}

/// Whether the string has only digits. True for an empty string, because an authority may end with a colon.
fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a setting may list this string as a host name: without scheme and port, and not an IP address.
#[must_use]
pub fn is_host_name(text: &str) -> bool {
    !text.contains(':') && matches!(Host::of(text), Some(Host::Name(_)))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn known_hosts() -> KnownHosts {
        KnownHosts::new("https://Lanewise.example:8443/app", &["prometheus-target".to_owned()])
    }

    #[test]
    fn ip_addresses_and_known_host_names_are_accepted() {
        for authority in [
            "127.0.0.1",
            "127.0.0.1:8080",
            "127.0.0.1.",
            "203.0.113.9:80",
            "[::1]",
            "[::1]:8080",
            "[::ffff:127.0.0.1]:8080",
            "[fe80::1%eth0]:8080",
            "localhost",
            "LocalHost:8080",
            "localhost.:8080",
            "localhost:",
            "lanewise.example",
            "LANEWISE.EXAMPLE.:443",
            "prometheus-target:9464",
        ] {
            assert!(known_hosts().accepts_authority(authority), "{authority}");
        }
    }

    #[test]
    fn unknown_host_names_and_malformed_hosts_are_refused() {
        for authority in [
            "evil.example",
            "evil.example:8080",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "evil.localhost",
            "lanewise.example.evil.example",
            "xlanewise.example",
            "localhost..",
            "localhost:8080:evil.example",
            "localhost:evil.example",
            "evil.example@127.0.0.1",
            "127.0.0.1@evil.example",
            "[::1].evil.example",
            "[::1]evil.example:80",
            "[evil.example]",
            "[::1",
            "::1",
            "localhost evil.example",
            "localhost,evil.example",
            "localhost/evil.example",
            ":8080",
            ".",
        ] {
            assert!(!known_hosts().accepts_authority(authority), "{authority}");
        }
    }

    #[test]
    fn a_public_url_with_an_ip_address_allows_no_additional_host_name() {
        let known = KnownHosts::new("http://127.0.0.1:8080", &[]);
        assert!(
            known.accepts_authority("localhost:8080")
                && known.accepts_authority("127.0.0.1:8080")
                && !known.accepts_authority("lanewise.example")
        );
    }

    #[test]
    fn the_request_target_and_every_host_header_must_name_a_known_host() {
        let check = |target: &str, hosts: &[&'static str], expected: bool| {
            let mut request = TestRequest::default().uri(target);
            for host in hosts {
                request = request.append_header((HOST, *host));
            }
            assert_eq!(
                known_hosts().accepts_request(&request.to_http_request()),
                expected,
                "{target} {hosts:?}"
            );
        };
        check("/dev/mail", &[], true);
        check("/dev/mail", &[""], true);
        check("/dev/mail", &["localhost"], true);
        check("/dev/mail", &["evil.example"], false);
        check("/dev/mail", &["localhost", "evil.example"], false);
        check("http://localhost:8080/dev/mail", &["localhost:8080"], true);
        check("http://localhost:8080/dev/mail", &["evil.example"], false);
        check("http://evil.example/dev/mail", &["localhost"], false);
        check("http://evil.example/dev/mail", &[], false);
        let latin = TestRequest::default().append_header((HOST, &b"l\xf6calhost"[..])).to_http_request();
        assert!(!known_hosts().accepts_request(&latin));
    }

    #[test]
    fn a_host_setting_accepts_only_names_without_scheme_port_or_wildcard() {
        for name in ["prometheus", "lanewise_app", "ops.lanewise.example", "Lanewise.Example."] {
            assert!(is_host_name(name), "{name}");
        }
        for other in [
            "",
            "*",
            "*.example",
            "http://lanewise.example",
            "lanewise.example:80",
            "10.0.0.5",
            "[::1]",
            "::1",
        ] {
            assert!(!is_host_name(other), "{other}");
        }
    }
}
