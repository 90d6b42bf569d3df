//! IP addresses of clients, in the normalized form that rate limits and blocks use.

use std::net::{IpAddr, Ipv6Addr};

use ipnet::IpNet;

use crate::shared::text::constraint::TextConstraint;

/// Number of network bits in an IPv6 address. A client can choose the other bits freely.
const NETWORK_BITS: u32 = 64;

/// Returns the key under which an address's requests and failures are counted: the address itself, or its
/// `/64` network for IPv6. A string that isn't an address is returned unchanged.
#[must_use]
pub fn counting_key(address: &str) -> String {
    match parse(address) {
        Some(IpAddr::V6(v6)) => {
            let network = v6.to_bits() & (u128::MAX << NETWORK_BITS);
            format!("{}/{NETWORK_BITS}", Ipv6Addr::from_bits(network))
        }
        Some(v4) => v4.to_string(),
        None => address.to_owned(),
    }
}

/// Number of network bits of the largest IPv6 network that one household or office usually gets. Such a network
/// contains many `/64` networks.
const HOLDER_BITS: u32 = 48;
/// Factor by which limits for a `/48` network are higher than limits for one address.
pub const NETWORK_COUNTS: u32 = 8;

/// Returns the `/48` network of an IPv6 address; `None` for IPv4, and for a string that isn't an address.
#[must_use]
pub fn network_of(address: &str) -> Option<String> {
    let IpAddr::V6(v6) = parse(address)? else { return None };
    let network = v6.to_bits() & (u128::MAX << (u128::BITS - HOLDER_BITS));
    Some(format!("{}/{HOLDER_BITS}", Ipv6Addr::from_bits(network)))
}

/// Parses an address, or a network as [`counting_key`] writes it.
fn parse(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let ending = format!("/{NETWORK_BITS}");
    match text.strip_suffix(&ending) {
        Some(network) => network.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => text.parse::<IpAddr>().ok().map(|address| address.to_canonical()),
    }
}

/// Parses an address that staff typed and returns its [`counting_key`]; `None` if no client can have this address.
#[must_use]
pub fn parse_address(text: &str) -> Option<String> {
    let address = parse(text)?;
    (!address.is_unspecified() && !address.is_multicast()).then(|| counting_key(&address.to_string()))
}

/// Returns the constraint on an address that staff type: a client's IPv4 or IPv6 address.
pub fn address_constraint() -> TextConstraint {
    let octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    // Excludes 0.0.0.0 and multicast (224.0.0.0/4), because no client has such an address.
    let v4 = format!(r"(?!0\.0\.0\.0$)(?!(22[4-9]|23[0-9])\.){octet}(\.{octet}){{3}}");
    let group = "[0-9A-Fa-f]{1,4}";
    let shortened = (1..=6).map(|before| format!("({group}:){{1,{before}}}(:{group}){{1,{}}}", 7 - before));
    let whole =
        [format!("({group}:){{7}}{group}"), format!("({group}:){{1,7}}:"), format!(":(:{group}){{1,7}}")];
    let v6 = shortened.chain(whole).collect::<Vec<_>>().join("|");
    // Excludes the unspecified address `::` and multicast (ff00::/8), because no client has such an
    // address.
    TextConstraint::like(format!("^({v4}|(?![0:]+$)(?![Ff]{{2}}[0-9A-Fa-f]{{2}}:)({v6}))$"))
}

/// Whether one of the networks contains the address. An IPv6 network that is smaller than `/64` counts as the whole
/// `/64` network that contains it.
#[must_use]
pub fn is_within(address: &str, networks: &[IpNet]) -> bool {
    let Some(address) = parse(address) else { return false };
    networks.iter().any(|network| {
        network.contains(&address)
            || matches!((address, network), (IpAddr::V6(own), IpNet::V6(other))
                if own.to_bits() >> NETWORK_BITS == other.addr().to_bits() >> NETWORK_BITS)
    })
}
