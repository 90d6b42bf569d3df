//! Describes the browser and system of a session in plain words.

use woothee::parser::Parser;

/// Returns the browser and the system that a user agent names, such as `Chrome on Windows`. An unknown system is left
/// out, and an unknown browser becomes `A browser`. `None` if both are unknown.
pub fn describe_user_agent(user_agent: &str) -> Option<String> {
    let found = Parser::new().parse(user_agent)?;
    let system = system_name(found.os);
    match (browser_name(found.name), system) {
        (Some(browser), Some(system)) => Some(format!("{browser} on {system}")),
        (Some(browser), None) => Some(browser.to_owned()),
        (None, Some(system)) => Some(format!("A browser on {system}")),
        (None, None) => None,
    }
}

/// Returns a browser's name as users know it; `None` if the browser is unknown. `name` is the parser's
/// name for the browser.
fn browser_name(name: &str) -> Option<&str> {
    match name {
        "UNKNOWN" | "" => None,
        "Internet Explorer" => Some("Internet Explorer"),
        "SamsungBrowser" => Some("Samsung Internet"),
        "Webview" => Some("An app"),
        other => Some(other),
    }
}

/// Returns an operating system's name as users know it; `None` if the system is unknown. `os` is the parser's
/// name for the system.
fn system_name(os: &str) -> Option<&str> {
    match os {
        "UNKNOWN" | "" => None,
        "Mac OSX" | "Mac OS Classic" => Some("Mac"),
        "ChromeOS" => Some("Chromebook"),
        windows if windows.starts_with("Windows Phone") => Some("Windows Phone"),
        windows if windows.starts_with("Windows") => Some("Windows"),
        other => Some(other),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::describe_user_agent;

    #[rstest]
    #[case(
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
        Some("Chrome on Windows")
    )]
    #[case(
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
        Some("Edge on Windows")
    )]
    #[case(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
        Some("Safari on iPhone")
    )]
    #[case(
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
        Some("Safari on Mac")
    )]
    #[case(
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
        Some("Chrome on Android")
    )]
    #[case(
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        Some("Firefox on Linux")
    )]
    #[case("", None)]
    #[case("<script>alert(1)</script>", None)]
    #[case("\u{0}\u{1}", None)]
    fn a_user_agent_is_described_by_browser_and_system_if_they_are_known(
        #[case] user_agent: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(describe_user_agent(user_agent).as_deref(), expected);
    }
}
