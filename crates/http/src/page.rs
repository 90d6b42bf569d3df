//! Lists: `limit`, `offset`, `q`, and the headers that tell the rest (decision 10).

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::LINK;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use ports::store::{Page, Paged};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::caller::request_id;
use crate::error::ApiError;

const DEFAULT_LIMIT: i64 = 50;
const LARGEST_LIMIT: i64 = 200;
const LARGEST_OFFSET: i64 = 10_000_000;
const LONGEST_QUERY: usize = 100;

/// The query of a list.
#[derive(Clone, Debug)]
pub struct ListQuery {
    /// Which slice.
    pub page: Page,
    /// What to look for.
    pub q: Option<String>,
    /// Only records with a larger id, for lists that are read on and on.
    pub after: Option<i32>,
    path: String,
    /// A list's own filters, kept in the link to its next slice.
    filters: Vec<(&'static str, String)>,
}

#[derive(Deserialize)]
struct Raw {
    q: Option<String>,
    after: Option<String>,
    limit: Option<String>,
    offset: Option<String>,
}

impl FromRequest for ListQuery {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(read(request).map_err(|fields| ApiError::fields(fields, &request_id(request))))
    }
}

fn read(request: &HttpRequest) -> Result<ListQuery, BTreeMap<String, String>> {
    let wrong = |field: &str, text: String| BTreeMap::from([(field.to_owned(), text)]);
    let raw = web::Query::<Raw>::from_query(request.query_string())
        .map_err(|_| wrong("query", "The query is not readable.".to_owned()))?
        .into_inner();
    let number = |field: &str, text: Option<String>, default: i64, least: i64, most: i64| match text {
        None => Ok(default),
        Some(text) => match text.parse::<i64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(wrong(field, format!("A whole number from {least} to {most}."))),
        },
    };
    if raw.q.as_ref().is_some_and(|q| q.contains('\0') || q.chars().count() > LONGEST_QUERY) {
        return Err(wrong("q", format!("At most {LONGEST_QUERY} characters.")));
    }
    let after = raw.after.map(|text| number("after", Some(text), 0, 0, i64::from(i32::MAX))).transpose()?;
    let after = after.and_then(|after| i32::try_from(after).ok());
    let limit = number("limit", raw.limit, DEFAULT_LIMIT, 1, LARGEST_LIMIT)?;
    let offset = number("offset", raw.offset, 0, 0, LARGEST_OFFSET)?;
    Ok(ListQuery {
        page: Page { limit, offset },
        q: raw.q,
        after,
        path: request.path().to_owned(),
        filters: vec![],
    })
}

impl ListQuery {
    /// With a filter that this list has besides.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Option<&str>) -> Self {
        self.filters.extend(value.map(|value| (name, value.to_owned())));
        self
    }

    /// The answer: a plain array, with the whole's size and the next slice in headers.
    pub fn answer<T, D: Serialize>(&self, paged: Paged<T>, dto: impl Fn(T) -> D) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        response.insert_header(("x-total-count", paged.total.to_string()));
        let next = self.page.offset + self.page.limit;
        if next < paged.total {
            let mut query =
                form_urlencode(&[("limit", self.page.limit.to_string()), ("offset", next.to_string())]);
            if !self.filters.is_empty() {
                query = format!("{}&{query}", form_urlencode(&self.filters));
            }
            if let Some(q) = &self.q {
                query = format!("{}&{query}", form_urlencode(&[("q", q.clone())]));
            }
            if let Some(after) = self.after {
                query = format!("after={after}&{query}");
            }
            response.insert_header((LINK, format!("<{}?{query}>; rel=\"next\"", self.path)));
        }
        response.json(paged.items.into_iter().map(dto).collect::<Vec<_>>())
    }
}

fn form_urlencode(pairs: &[(&str, String)]) -> String {
    serde_urlencoded::to_string(pairs).unwrap_or_default()
}
