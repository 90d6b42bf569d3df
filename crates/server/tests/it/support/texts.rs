//! A stand-in for the provider of texts.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use adapters_twilio::TwilioAccount;

/// Takes every text, and hands out what it was sent.
pub fn provider_of_texts() -> (TwilioAccount, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let api_base = format!("http://{}", listener.local_addr().unwrap());
    let (taken, texts) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = vec![];
            let mut piece = [0; 4096];
            // The form is the last thing sent, and it has no newline in it.
            while !String::from_utf8_lossy(&request).contains("&Body=") {
                let read = stream.read(&mut piece).unwrap();
                if read == 0 {
                    break;
                }
                request.extend_from_slice(&piece[..read]);
            }
            stream
                .write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
                .unwrap();
            if taken.send(String::from_utf8_lossy(&request).into_owned()).is_err() {
                return;
            }
        }
    });
    let account = TwilioAccount {
        account_sid: "AC1".to_owned(),
        auth_token: "secret".to_owned(),
        from: "+15550100199".to_owned(),
        api_base,
    };
    (account, texts)
}
