//! Reports by browsers about content that the Content-Security-Policy blocked (docs/product/security.md#csp-reports).

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::shared::stored_words::stored_words;

/// Maximum number of rows stored per day. Above it, Lanewise counts new hosts as [`OTHER`].
pub const ROWS_A_DAY: i64 = 200;
/// Maximum length of a host name according to RFC 1035, in characters.
const HOST_CHARS: usize = 253;
/// Maximum length of one part of a host name, in characters.
const LABEL_CHARS: usize = 63;
/// Host that is stored for blocked sources that are malformed, unknown, or above the daily maximum.
pub const OTHER: &str = "other";

/// A directive of the Content-Security-Policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CspDirective {
    /// URLs of `<base>` elements.
    BaseUri,
    /// URLs that scripts connect to.
    ConnectSrc,
    /// Sources of content whose type has no directive in the policy.
    DefaultSrc,
    /// Sources of web fonts.
    FontSrc,
    /// Targets of submitted forms.
    FormAction,
    /// Pages that may embed ours in a frame.
    FrameAncestors,
    /// Pages embedded in frames.
    FrameSrc,
    /// Sources of images and icons.
    ImgSrc,
    /// Sources of web app manifests.
    ManifestSrc,
    /// Sources of audio and video.
    MediaSrc,
    /// Sources of plugins and embeds.
    ObjectSrc,
    /// Sources of all scripts.
    ScriptSrc,
    /// Scripts in event handler attributes.
    ScriptSrcAttr,
    /// Sources of `<script>` elements.
    ScriptSrcElem,
    /// Sources of all styles.
    StyleSrc,
    /// Styles in `style` attributes.
    StyleSrcAttr,
    /// `<style>` elements and style sheets.
    StyleSrcElem,
    /// Sources of web workers.
    WorkerSrc,
    /// A directive that Lanewise doesn't know.
    Other,
}

stored_words!(CspDirective {
    BaseUri => "base-uri",
    ConnectSrc => "connect-src",
    DefaultSrc => "default-src",
    FontSrc => "font-src",
    FormAction => "form-action",
    FrameAncestors => "frame-ancestors",
    FrameSrc => "frame-src",
    ImgSrc => "img-src",
    ManifestSrc => "manifest-src",
    MediaSrc => "media-src",
    ObjectSrc => "object-src",
    ScriptSrc => "script-src",
    ScriptSrcAttr => "script-src-attr",
    ScriptSrcElem => "script-src-elem",
    StyleSrc => "style-src",
    StyleSrcAttr => "style-src-attr",
    StyleSrcElem => "style-src-elem",
    WorkerSrc => "worker-src",
    Other => "other",
});

impl CspDirective {
    /// Parses the directive of a report. Older browsers send the directive together with its sources.
    pub fn reported(text: &str) -> Self {
        text.split_ascii_whitespace().next().and_then(Self::parse).unwrap_or(Self::Other)
    }
}

/// A browser's report of a blocked source. Lanewise stores identical reports once, with their count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CspReport {
    /// The directive that blocked the source.
    pub directive: CspDirective,
    /// Host of the blocked source, a keyword such as `inline` for a source without a host, or [`OTHER`].
    pub host: String,
}

impl CspReport {
    /// Creates a report from a browser's values. If the blocked source is a URL, `host` is its host.
    /// Otherwise, the report has the source's keyword, `word`.
    pub fn new(directive: &str, host: Option<&str>, word: &str) -> Self {
        let host = match host {
            Some(host) => known_host(host),
            None => known_word(word).map(str::to_owned),
        };
        Self { directive: CspDirective::reported(directive), host: host.unwrap_or_else(|| OTHER.to_owned()) }
    }
}

/// Returns a host name in lower case or an IP address; `None` for anything else.
fn known_host(text: &str) -> Option<String> {
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if let Some(address) = inside {
        return address.parse::<Ipv6Addr>().ok().map(|address| format!("[{address}]"));
    }
    if let Ok(address) = text.parse::<Ipv4Addr>() {
        return Some(address.to_string());
    }
    let is_name = !text.is_empty() && text.len() <= HOST_CHARS && text.split('.').all(is_label);
    is_name.then(|| text.to_ascii_lowercase())
}

/// Whether a string can be a part of a host name between dots.
fn is_label(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !text.is_empty()
        && text.len() <= LABEL_CHARS
        && !text.starts_with('-')
        && !text.ends_with('-')
        && text.bytes().all(is_allowed)
}

/// Returns the keyword to store for a source without a host; `None` if the source is unknown. All browser
/// extensions share one keyword.
fn known_word(text: &str) -> Option<&'static str> {
    let scheme = text.split(':').next().unwrap_or_default();
    match scheme {
        "inline" => Some("inline"),
        "eval" | "wasm-eval" => Some("eval"),
        "self" => Some("self"),
        "data" => Some("data"),
        "blob" => Some("blob"),
        "chrome-extension" | "moz-extension" | "safari-extension" | "safari-web-extension" => {
            Some("extension")
        }
        _ => None,
    }
}
