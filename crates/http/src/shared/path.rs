//! Ids in paths: text that is not an id is a `404`.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use application::Error;

use crate::shared::error::ApiError;
use crate::shared::request_id::request_id;

/// The `{id}` of a path.
#[derive(Clone, Copy, Debug)]
pub struct Id(pub i32);

impl FromRequest for Id {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        // Digits only: `+1` and `01` name nothing.
        let text = request.match_info().get("id").unwrap_or_default();
        let id = text.parse().ok().filter(|id: &i32| *id > 0 && id.to_string() == text);
        ready(id.map(Id).ok_or_else(|| ApiError::of(Error::NotFound, &request_id(request))))
    }
}
