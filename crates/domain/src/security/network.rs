//! Addresses of clients, as limits and blocks count them.

use std::net::{IpAddr, Ipv6Addr};

use ipnet::IpNet;

/// Bits of an IPv6 address that its network has; the rest a client chooses as it likes.
const NETWORK_BITS: u32 = 64;

/// What an address counts as: itself, or the `/64` network of an IPv6 one. Text that is not an address counts as itself.
#[must_use]
pub fn counted_as(address: &str) -> String {
    match parse(address) {
        Some(IpAddr::V6(v6)) => {
            let network = v6.to_bits() & (u128::MAX << NETWORK_BITS);
            format!("{}/{NETWORK_BITS}", Ipv6Addr::from_bits(network))
        }
        Some(v4) => v4.to_string(),
        None => address.to_owned(),
    }
}

/// Bits of what a household or an office gets at most: its holder makes as many smaller networks of it as they like.
const HOLDER_BITS: u32 = 48;
/// A `/48` network may do what so many addresses may.
pub const NETWORK_COUNTS: u32 = 8;

/// The `/48` network that an IPv6 address is in, as it is counted beside the address itself.
#[must_use]
pub fn network_of(address: &str) -> Option<String> {
    let IpAddr::V6(v6) = parse(address)? else { return None };
    let network = v6.to_bits() & (u128::MAX << (u128::BITS - HOLDER_BITS));
    Some(format!("{}/{HOLDER_BITS}", Ipv6Addr::from_bits(network)))
}

/// An address, or a network as [`counted_as`] writes it.
fn parse(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let ending = format!("/{NETWORK_BITS}");
    match text.strip_suffix(&ending) {
        Some(network) => network.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => text.parse::<IpAddr>().ok().map(|address| address.to_canonical()),
    }
}

/// An address that staff typed, as it is counted; none when it is not a single address that a client can have.
#[must_use]
pub fn parse_address(text: &str) -> Option<String> {
    let address = parse(text)?;
    (!address.is_unspecified() && !address.is_multicast()).then(|| counted_as(&address.to_string()))
}

/// Whether one of the networks holds this address, or a part of what it counts as.
#[must_use]
pub fn is_within(address: &str, networks: &[IpNet]) -> bool {
    let Some(address) = parse(address) else { return false };
    networks.iter().any(|network| {
        network.contains(&address)
            || matches!((address, network), (IpAddr::V6(own), IpNet::V6(other))
                if own.to_bits() >> NETWORK_BITS == other.addr().to_bits() >> NETWORK_BITS)
    })
}
