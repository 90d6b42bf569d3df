//! Traces, and parsing and formatting of `traceparent` headers.

/// Name of the HTTP header with the trace id.
pub const TRACEPARENT: &str = "traceparent";

/// Length of a `traceparent` value of version 00: `00-<32 digits>-<16 digits>-<2 digits>`.
const LENGTH: usize = 55;
/// Maximum length of a `traceparent` value. Values of later versions may be longer than [`LENGTH`].
const MAX_LENGTH: usize = 256;

/// A position in a trace: the trace's id and the id of one span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    pub(crate) id: [u8; 16],
    pub(crate) span: [u8; 8],
    pub(crate) parent: Option<[u8; 8]>,
    /// Whether the trace is exported to a collector.
    pub(crate) is_exported: bool,
}

impl Trace {
    /// Creates the span of an incoming request, in the trace that its `traceparent` header names, or in a new trace
    /// if the header is missing or invalid. Ignores the caller's sampling flag.
    pub fn of_request(header: Option<&str>) -> Self {
        let (id, parent) = match header.and_then(read) {
            Some((id, parent)) => (id, Some(parent)),
            None => (random_id(), None),
        };
        Self { id, span: random_id(), parent, is_exported: should_export() }
    }

    /// Returns a new span in the same trace, as a child of this span.
    #[must_use]
    pub fn child(self) -> Self {
        Self { span: random_id(), parent: Some(self.span), ..self }
    }

    /// Returns the trace id as it appears in the log.
    pub fn id(&self) -> String {
        hex::encode(self.id)
    }

    /// Returns the `traceparent` header for an outgoing call.
    pub fn header(&self) -> String {
        let flags = u8::from(self.is_exported);
        format!("00-{}-{}-{flags:02x}", hex::encode(self.id), hex::encode(self.span))
    }
}

#[cfg(feature = "otlp")]
use crate::choice::should_export;

/// Returns false, because a build without the feature `otlp` exports no trace.
#[cfg(not(feature = "otlp"))]
const fn should_export() -> bool {
    false
}

/// Parses a header's trace id and parent id. Returns `None` if any part of the header is invalid.
fn read(header: &str) -> Option<([u8; 16], [u8; 8])> {
    if header.len() > MAX_LENGTH {
        return None;
    }
    let version = digits::<1>(header.get(..2)?)?;
    let is_right_length = match (version, header.len()) {
        ([0xff], _) => false,
        ([0], length) => length == LENGTH,
        (_, length) => length == LENGTH || header.get(LENGTH..)?.starts_with('-'),
    };
    if !is_right_length {
        return None;
    }
    let mut parts = header.get(..LENGTH)?.split('-').skip(1);
    let (id, parent) = (digits::<16>(parts.next()?)?, digits::<8>(parts.next()?)?);
    digits::<1>(parts.next()?)?;
    let is_whole = parts.next().is_none() && id != [0; 16] && parent != [0; 8];
    is_whole.then_some((id, parent))
}

/// Parses lower-case hexadecimal digits as `N` bytes.
fn digits<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.bytes().any(|sign| sign.is_ascii_uppercase()) {
        return None;
    }
    hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(bytes)
}

/// Returns a random id. Zero isn't a valid id.
fn random_id<const N: usize>() -> [u8; N]
where
    rand::distr::StandardUniform: rand::distr::Distribution<[u8; N]>,
{
    loop {
        let id = rand::random();
        if id != [0; N] {
            return id;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIVEN: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_request_continues_the_given_trace_and_its_calls_are_children() {
        let request = Trace::of_request(Some(GIVEN));
        assert_eq!(request.id(), "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(request.parent, Some([0x00, 0xf0, 0x67, 0xaa, 0x0b, 0xa9, 0x02, 0xb7]));
        let call = request.child();
        assert_eq!((call.id(), call.parent), (request.id(), Some(request.span)));
        assert_ne!(call.span, request.span);
        assert!(call.header().starts_with("00-4bf92f3577b34da6a3ce929d0e0e4736-"), "{}", call.header());
        assert!(read(&call.header()).is_some());
    }

    #[test]
    fn a_request_without_a_trace_header_starts_a_trace() {
        let (one, other) = (Trace::of_request(None), Trace::of_request(None));
        assert_ne!(one.id(), other.id());
        assert_eq!(one.parent, None);
    }

    #[test]
    fn a_trace_header_of_a_later_version_is_accepted() {
        for later in [GIVEN.replacen("00", "01", 1), format!("{}-more", GIVEN.replacen("00", "fe", 1))] {
            assert!(read(&later).is_some(), "{later}");
        }
    }

    #[test]
    fn a_malformed_trace_header_starts_a_new_trace() {
        let (id, span) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
        for wrong in [
            String::new(),
            "00".to_owned(),
            format!("00-{id}-{span}"),
            format!("00-{id}-{span}-01-more"),
            format!("00-{id}-{span}-01 "),
            format!("00-{id}-{span}-0"),
            format!("00-{id}-{span}-0x"),
            format!("00_{id}_{span}_01"),
            format!("ff-{id}-{span}-01"),
            format!("0g-{id}-{span}-01"),
            format!("01-{id}-{span}-01more"),
            format!("01-{id}-{span}-01-{}", "x".repeat(MAX_LENGTH)),
            format!("00-{}-{span}-01", id.to_uppercase()),
            format!("00-{}-{span}-01", "0".repeat(32)),
            format!("00-{id}-{}-01", "0".repeat(16)),
            format!("00-{id}{span}-01-0123456789abcde"),
            "é".repeat(27) + "a",
        ] {
            assert!(read(&wrong).is_none(), "{wrong}");
            assert_eq!(Trace::of_request(Some(&wrong)).parent, None, "{wrong}");
        }
    }
}
