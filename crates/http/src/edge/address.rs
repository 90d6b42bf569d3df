//! The client's IP address (docs/product/security.md#client-address). Without a proxy, the client's address is the
//! connection's peer address. If the peer is a trusted proxy, the client's address is taken from `X-Forwarded-For`.

use std::net::IpAddr;

use actix_web::HttpRequest;
use ipnet::IpNet;

/// Returns the client's address as a string, or `unknown` if the connection has none. `trusted` are the
/// networks of proxies whose `X-Forwarded-For` header is trusted.
pub fn client_address(request: &HttpRequest, trusted: &[IpNet]) -> String {
    let Some(peer) = request.peer_addr().map(|peer| peer.ip().to_canonical()) else {
        return "unknown".to_owned();
    };
    let forwarded: Vec<&str> = request
        .headers()
        .get_all("x-forwarded-for")
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    first_untrusted_address(peer, &forwarded, trusted).to_string()
}

/// Whether an untrusted peer sent `X-Forwarded-For`. The peer may be a proxy that is missing in the settings.
pub fn is_forwarded_by_stranger(request: &HttpRequest, trusted: &[IpNet]) -> bool {
    request.headers().contains_key("x-forwarded-for")
        && request
            .peer_addr()
            .map(|peer| peer.ip().to_canonical())
            .is_some_and(|peer| !trusted.iter().any(|network| network.contains(&peer)))
}

/// Checks `peer`, and then the entries of `X-Forwarded-For` from last to first. Returns the
/// first address that isn't a trusted proxy's. At a malformed entry or the end of the list,
/// returns the last address checked.
fn first_untrusted_address(peer: IpAddr, forwarded: &[&str], trusted: &[IpNet]) -> IpAddr {
    let mut client = peer;
    for entry in forwarded.iter().rev() {
        if !trusted.iter().any(|net| net.contains(&client)) {
            break;
        }
        match entry.trim().parse::<IpAddr>() {
            Ok(address) => client = address.to_canonical(),
            Err(_) => break,
        }
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_client_address(peer: &str, forwarded: &[&str], trusted: &[&str], expected: &str) {
        let trusted: Vec<IpNet> = trusted.iter().map(|net| net.parse().unwrap()).collect();
        let found = first_untrusted_address(peer.parse().unwrap(), forwarded, &trusted);
        assert_eq!(found, expected.parse::<IpAddr>().unwrap());
    }

    #[test]
    fn a_forwarded_address_is_used_only_if_a_trusted_proxy_sent_it() {
        assert_client_address("203.0.113.9", &["1.2.3.4"], &[], "203.0.113.9");
        assert_client_address("203.0.113.9", &["1.2.3.4"], &["10.0.0.0/8"], "203.0.113.9");
        assert_client_address("10.0.0.1", &["1.2.3.4"], &["10.0.0.0/8"], "1.2.3.4");
        assert_client_address("10.0.0.1", &["6.6.6.6", " 1.2.3.4 ", "10.0.0.2"], &["10.0.0.0/8"], "1.2.3.4");
        assert_client_address("10.0.0.1", &["1.2.3.4", "rubbish"], &["10.0.0.0/8"], "10.0.0.1");
        assert_client_address("10.0.0.1", &[], &["10.0.0.0/8"], "10.0.0.1");
        assert_client_address("::1", &["2001:db8::7"], &["::1/128"], "2001:db8::7");
    }
}
