//! Queries and responses of lists: pages, sort orders, filters and searches, and response headers
//! about the whole list (docs/product/everywhere.md#lists).

use std::collections::BTreeMap;

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::shared::ids::UserId;
use domain::shared::search::Search;
use ports::shared::paging::{Page, Paged};
use serde::Serialize;

const DEFAULT_LIMIT: i64 = 50;
const MAX_LIMIT: i64 = 200;
/// Maximum offset. People don't page that far, and the database reads every skipped row.
const MAX_OFFSET: i64 = 10_000;
/// Maximum length of a parameter's value, in characters.
pub(crate) const MAX_QUERY: usize = 100;
/// Parameters that choose the page, but don't change which records the list contains.
const PAGE_PARAMETERS: [&str; 3] = ["limit", "offset", "before"];

/// The error for the parameter `sort` in a query for a list that has only one order.
pub(crate) const NOT_SORTABLE: &str = "This list can’t be sorted.";

/// The parsed query parameters of a list request.
#[derive(Clone, Debug)]
pub struct ListQuery {
    /// The size and position of the requested page.
    pub page: Page,
    /// The search text as sent; `None` without a search.
    pub q: Option<String>,
    /// Selects only the record with this id.
    pub id: Option<i32>,
    /// Selects only records with a larger id.
    pub after: Option<i32>,
    /// Only records that come after the record with this id when sorted by id, newest first.
    pub before: Option<i32>,
    path: String,
    /// All parameters as sent. No name occurs twice.
    pairs: Vec<(String, String)>,
}

/// Parses the query of a request. Fails at the first problem found, with one message under the parameter's
/// name, or under `query` if the query can't be read.
pub(crate) fn parse_list_query(request: &HttpRequest) -> Result<ListQuery, BTreeMap<String, String>> {
    let wrong = |field: &str, text: String| BTreeMap::from([(field.to_owned(), text)]);
    let pairs = web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map_err(|_| wrong("query", "The query can’t be read.".to_owned()))?
        .into_inner();
    let mut names: Vec<&str> = pairs.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let repeated = names.iter().zip(names.iter().skip(1)).find(|(name, next)| name == next);
    if let Some((name, _)) = repeated {
        return Err(wrong(name, "Use this only once.".to_owned()));
    }
    if let Some((name, _)) =
        pairs.iter().find(|(_, value)| value.contains('\0') || value.chars().count() > MAX_QUERY)
    {
        return Err(wrong(name, format!("Use at most {MAX_QUERY} characters.")));
    }
    let value = |name: &str| pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let number = |field: &str, least: i64, most: i64, more: &str| {
        value(field)
            .map(|text| match text.parse::<i64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number),
                _ => Err(wrong(field, format!("Enter a whole number from {least} to {most}.{more}"))),
            })
            .transpose()
    };
    let id = |field: &str, least: i64| {
        number(field, least, i32::MAX.into(), "").map(|id| id.and_then(|id| i32::try_from(id).ok()))
    };
    // `after` may be 0, because ids start at 1.
    let (id, after, before) = (id("id", 1)?, id("after", 0)?, id("before", 1)?);
    let limit = number("limit", 1, MAX_LIMIT, "")?.unwrap_or(DEFAULT_LIMIT);
    let further = " To see more, filter the list or use before.";
    let offset = number("offset", 0, MAX_OFFSET, further)?.unwrap_or(0);
    if before.is_some() && offset > 0 {
        return Err(wrong("before", "Use before or offset, not both.".to_owned()));
    }
    Ok(ListQuery {
        page: Page { limit, offset },
        q: value("q").map(str::to_owned),
        id,
        after,
        before,
        path: request.path().to_owned(),
        pairs,
    })
}

impl ListQuery {
    /// Returns the trimmed value of the parameter `name`; `None` if it is missing or blank.
    fn value(&self, name: &str) -> Option<&str> {
        let found = self.pairs.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }

    /// Returns the parsed search text; `None` without a search.
    pub fn search(&self) -> Option<Search> {
        self.q.as_deref().and_then(Search::parse)
    }

    /// Returns the parameters as a string for the audit trail, except those that choose the page. The word
    /// `given` replaces a search text, which may be a name.
    pub fn filters_for_audit(&self) -> String {
        let pairs = self.pairs.iter().filter(|(name, _)| !PAGE_PARAMETERS.contains(&name.as_str()));
        let parameters: Vec<_> =
            pairs.map(|(name, value)| (name, if name == "q" { "given" } else { value })).collect();
        serde_urlencoded::to_string(parameters).unwrap_or_default()
    }

    /// Returns a parser for the list's own parameters.
    pub fn filters(&self) -> Filters<'_> {
        Filters { query: self, is_sortable: false, problems: vec![] }
    }

    /// Checks the query of a list that has no filters and only one order.
    ///
    /// # Errors
    /// Fails if the query has `sort`.
    pub fn must_have_no_sort(&self) -> Result<(), application::Error> {
        self.filters().finish(())
    }

    /// Builds the response: a JSON array of the records, each converted by `dto`. Headers have the
    /// total count and a link to the next page.
    pub fn respond<T, D: Serialize>(&self, paged: Paged<T>, dto: impl Fn(T) -> D) -> HttpResponse {
        self.respond_with_next(paged, None, dto)
    }

    /// Builds the response of a list that supports `before`. With `before`, clients can read
    /// further than with the largest `offset`. `id` returns a record's id, and `dto` converts a record.
    pub fn respond_with_cursor<T, D: Serialize>(
        &self,
        paged: Paged<T>,
        id: impl Fn(&T) -> i32,
        dto: impl Fn(T) -> D,
    ) -> HttpResponse {
        let last = paged.next.or_else(|| paged.items.last().map(id));
        self.respond_with_next(paged, last, dto)
    }

    /// Builds a list's response. `last` is the id after which the next page starts, if the list
    /// supports `before`.
    fn respond_with_next<T, D: Serialize>(
        &self,
        paged: Paged<T>,
        last: Option<i32>,
        dto: impl Fn(T) -> D,
    ) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        response.insert_header(("x-total-count", paged.total.to_string()));
        if paged.is_total_lower_bound {
            response.insert_header(("x-total-is-least", "true"));
        }
        let is_whole = i64::try_from(paged.items.len()).is_ok_and(|items| items == self.page.limit);
        let is_full = is_whole || paged.next.is_some();
        if let Some(place) =
            self.next_page_parameter(paged.total, paged.is_total_lower_bound, last.filter(|_| is_full))
        {
            let mut pairs: Vec<(&str, String)> =
                self.pairs.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
            pairs.retain(|(name, _)| !PAGE_PARAMETERS.contains(name));
            pairs.extend([("limit", self.page.limit.to_string()), place]);
            let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
            response.insert_header((LINK, format!("<{}?{query}>; rel=\"next\"", self.path)));
        }
        response.json(paged.items.into_iter().map(dto).collect::<Vec<_>>())
    }

    /// Returns the query parameter (name and value) that requests the next page, or `None`. `last`
    /// is the id after which the next page starts, if the current page is full and the list
    /// supports `before`.
    fn next_page_parameter(
        &self,
        total: i64,
        is_total_lower_bound: bool,
        last: Option<i32>,
    ) -> Option<(&'static str, String)> {
        let next = self.page.offset + self.page.limit;
        let on = || Some(("before", last.filter(|_| self.value("sort").is_none())?.to_string()));
        if self.before.is_some() {
            on()
        } else if next <= MAX_OFFSET {
            (next < total || is_total_lower_bound && last.is_some()).then(|| ("offset", next.to_string()))
        } else {
            on().filter(|_| next < total || is_total_lower_bound)
        }
    }
}

/// Parser for a list's own filters and sort order, which collects the errors.
pub struct Filters<'a> {
    query: &'a ListQuery,
    /// Whether clients can choose the list's order.
    is_sortable: bool,
    problems: Vec<(&'static str, String)>,
}

impl Filters<'_> {
    /// Parses a parameter that must name one of `values`; `None` if it is missing.
    /// `word` returns a value's name. Adds an error for any other text.
    pub fn parse_word<T: Copy>(
        &mut self,
        name: &'static str,
        values: &[T],
        word: fn(T) -> &'static str,
    ) -> Option<T> {
        let value = self.query.value(name)?;
        let found = values.iter().copied().find(|candidate| word(*candidate) == value);
        if found.is_none() {
            let words: Vec<&str> = values.iter().map(|candidate| word(*candidate)).collect();
            self.problems.push((name, format!("Must be one of {}.", words.join(", "))));
        }
        found
    }

    /// Parses a parameter with [`Filters::parse_word`], but also accepts `all`, for which it returns
    /// `None` (no filter).
    pub fn parse_word_or_all<T: Copy>(
        &mut self,
        name: &'static str,
        values: &[T],
        word: fn(T) -> &'static str,
    ) -> Option<T> {
        if self.query.value(name) == Some("all") { None } else { self.parse_word(name, values, word) }
    }

    /// Parses a parameter that must be `true` or `false`; `None` if it is missing. Adds an error for another value.
    pub fn parse_flag(&mut self, name: &'static str) -> Option<bool> {
        let value = self.query.value(name)?;
        let flag = value.parse().ok();
        if flag.is_none() {
            self.problems.push((name, "Must be one of true, false.".to_owned()));
        }
        flag
    }

    /// Parses a parameter that must be a user's id; `None` if it is missing. Adds an error for another value.
    pub fn parse_user(&mut self, name: &'static str) -> Option<UserId> {
        let value = self.query.value(name)?;
        let id = value.parse().ok().filter(|id| *id > 0);
        if id.is_none() {
            self.problems.push((name, "Enter a whole number.".to_owned()));
        }
        id.map(UserId)
    }

    /// Parses the sort order. Returns the order, and whether the order is descending: a hyphen before the name
    /// means descending. Without the parameter, returns the default order, descending. Adds an error for an
    /// unknown name, or if the query also has `before`.
    pub fn parse_order<S: Copy + Default>(&mut self, sorts: &[(&'static str, S)]) -> (S, bool) {
        self.is_sortable = !sorts.is_empty();
        let requested = self.query.value("sort").filter(|_| self.is_sortable);
        let Some(requested) = requested else { return (S::default(), true) };
        if self.query.before.is_some() {
            self.problems.push(("before", "This works only without sort.".to_owned()));
        }
        let (name, is_descending) =
            requested.strip_prefix('-').map_or((requested, false), |name| (name, true));
        let found = sorts.iter().find(|(known, _)| *known == name);
        if found.is_none() {
            let names: Vec<&str> = sorts.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            let message = format!("Use one of {names}. Put - before it for the reverse order.");
            self.problems.push(("sort", message));
        }
        (found.map(|(_, sort)| *sort).unwrap_or_default(), is_descending)
    }

    /// Returns `read` if there were no errors.
    ///
    /// # Errors
    /// Lists the errors of all parameters, including `sort` if clients can't choose the list's order.
    pub fn finish<T>(mut self, read: T) -> Result<T, application::Error> {
        if !self.is_sortable && self.query.value("sort").is_some() {
            self.problems.push(("sort", NOT_SORTABLE.to_owned()));
        }
        if self.problems.is_empty() { Ok(read) } else { Err(application::Error::Fields(self.problems)) }
    }
}
