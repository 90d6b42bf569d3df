//! Sends large responses in pieces. A connection copies the data that it is about to send. If the response
//! weren't split, the copy of the whole response would stay in memory until the client has read it
//! (docs/product/security.md#connections).

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::Error;
use actix_web::body::{BodySize, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Bytes;

/// Number of bytes that are copied at a time.
const PIECE: usize = 16 * 1024;
/// [`PIECE`] as a `u64`, the type of a body's size. Larger bodies are split.
const PIECE_BYTES: u64 = 16 * 1024;
/// Maximum time for sending a response that is split into pieces.
const MAX_SEND_TIME: Duration = Duration::from_secs(600);

/// A response body in memory, sent in pieces.
pub struct ChunkedBody {
    remaining: Bytes,
    total_bytes: u64,
    started_at: Instant,
}

impl ChunkedBody {
    fn new(bytes: Bytes) -> Self {
        Self {
            total_bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            remaining: bytes,
            started_at: Instant::now(),
        }
    }
}

impl MessageBody for ChunkedBody {
    type Error = io::Error;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.total_bytes)
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.remaining.is_empty() {
            return Poll::Ready(None);
        }
        if self.started_at.elapsed() > MAX_SEND_TIME {
            return Poll::Ready(Some(Err(io::Error::new(
                ErrorKind::TimedOut,
                "the client did not read the response in time",
            ))));
        }
        let piece = self.remaining.len().min(PIECE);
        Poll::Ready(Some(Ok(self.remaining.split_to(piece))))
    }

    fn try_into_bytes(self) -> Result<Bytes, Self> {
        Ok(self.remaining)
    }
}

/// Splits large response bodies that are in memory.
pub async fn split_body<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<ChunkedBody, B>>, Error> {
    let answer = next.call(request).await?;
    Ok(answer.map_body(|_, body| {
        let is_large = matches!(body.size(), BodySize::Sized(size) if size > PIECE_BYTES);
        match if is_large { body.try_into_bytes() } else { Err(body) } {
            Ok(bytes) => EitherBody::left(ChunkedBody::new(bytes)),
            Err(body) => EitherBody::right(body),
        }
    }))
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;

    use super::*;

    #[actix_web::test]
    async fn a_chunked_response_keeps_every_byte() {
        for size in [0, 1, PIECE, PIECE + 1, 5 * PIECE + 7] {
            let bytes = Bytes::from_iter((0..=u8::MAX).cycle().take(size));
            let pieces = ChunkedBody::new(bytes.clone());
            assert_eq!(pieces.size(), BodySize::Sized(u64::try_from(size).unwrap()));
            assert_eq!(to_bytes(pieces).await.unwrap(), bytes);
        }
    }

    #[actix_web::test]
    async fn a_response_that_is_read_too_slowly_ends_with_an_error() {
        let mut pieces = ChunkedBody::new(Bytes::from_static(b"late"));
        let Some(started_at) = pieces.started_at.checked_sub(MAX_SEND_TIME + Duration::from_secs(1)) else {
            return;
        };
        pieces.started_at = started_at;
        assert!(to_bytes(pieces).await.is_err());
    }
}
