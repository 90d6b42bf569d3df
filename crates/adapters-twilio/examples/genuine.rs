//! Compares our verification of signatures with Twilio's own library, which signs the callbacks.
//! Reads callbacks, one JSON object per line (`{"url", "form": [[name, value], …], "signature"}`).
//! Prints for each callback whether its signature is valid for the secret `secret`.
#![expect(clippy::print_stdout, reason = "the example prints its results")]

use std::io::stdin;

use adapters_twilio::{TWILIO, Twilio, TwilioAccount};
use ports::notices::texts::TextMessenger;
use serde::Deserialize;

#[derive(Deserialize)]
struct Call {
    url: String,
    form: Vec<(String, String)>,
    signature: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let twilio = Twilio::new(TwilioAccount {
        account_sid: "AC1".to_owned(),
        auth_token: "secret".to_owned(),
        from: "+15550100199".to_owned(),
        api_base: TWILIO.to_owned(),
    })?;
    for line in stdin().lines() {
        let call: Call = serde_json::from_str(&line?)?;
        println!("{}", twilio.is_genuine(&call.url, &call.form, &call.signature));
    }
    Ok(())
}
