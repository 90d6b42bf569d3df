//! Lists over HTTP. For each list, an implementation of [`ListCall`] defines the filters, the sort orders, the
//! records in responses, and the exported file.

use std::borrow::Cow;
use std::future::{Future, ready};
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use application::Error;
use application::access::Actor;
use application::shared::lists::{self, Citations, Names};
use domain::driving_record::citation::Citation;
use ports::shared::list::{MoneySort, Query};
use ports::shared::paging::Page;
use ports::shared::summary::{FigureKind, FigureValue, Summary};
use ports::store::ListInStore;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::edge::use_case::Request;
use crate::shared::error::{ApiError, HandlerResult};
use crate::shared::list_query::{self, Filters, ListQuery};
use crate::shared::request_id::request_id;

/// A list, as it is queried over HTTP and shown in responses and files.
pub trait ListCall: ListInStore {
    /// Path of the list's request, as in the OpenAPI document.
    const PATH: &'static str;
    /// The list's name in the export path.
    const FILE: &'static str;
    /// Columns of the exported file, in groups, named like the record's JSON fields. The file has the columns of
    /// all groups in order.
    const COLUMNS: &'static [&'static [&'static str]];
    /// The sort orders that clients can request, by name. Empty if clients can't choose the order.
    const SORTS: &'static [(&'static str, Self::Sort)] = &[];
    /// The form of a record in responses.
    type Dto: From<Self::Row> + Serialize;

    /// Parses the list's own filters from the query parameters. `read` collects the errors.
    fn parse_filter(read: &mut Filters<'_>) -> Self::Filter;

    /// Converts a record for staff. A list whose records have fields that drivers don't see overrides this function.
    fn for_staff(record: Self::Row) -> Self::Dto {
        Self::Dto::from(record)
    }

    /// Adds the driver's name to a record. Does nothing if the record's type has no field for it.
    fn with_driver_name(record: Self::Dto, _name: Option<String>) -> Self::Dto {
        record
    }

    /// Adds the citation's number and issuer to a record. Does nothing if the record's type has no fields for them.
    fn with_citation(record: Self::Dto, _citation: Citation) -> Self::Dto {
        record
    }
}

/// Converts a record for staff, and adds the driver's name and the citation.
pub fn for_staff<L: ListCall>(record: L::Row, names: &Names, citations: &Citations) -> L::Dto {
    let name = L::driver(&record).and_then(|driver| names.get(&driver).cloned());
    let citation = citation_of::<L>(&record, citations);
    L::with_citation(L::with_driver_name(L::for_staff(record), name), citation)
}

/// Converts a record for its driver, and adds the citation.
fn for_driver<L: ListCall>(record: L::Row, citations: &Citations) -> L::Dto {
    let citation = citation_of::<L>(&record, citations);
    L::with_citation(L::Dto::from(record), citation)
}

/// Returns the citation that a record belongs to; an empty citation if there is none.
fn citation_of<L: ListCall>(record: &L::Row, citations: &Citations) -> Citation {
    L::cited_by(record).and_then(|by| citations.get(&by).cloned()).unwrap_or_default()
}

/// Implements `with_driver_name` for records that have a `driver_name` field.
macro_rules! add_driver_name {
    () => {
        fn with_driver_name(mut record: Self::Dto, name: Option<String>) -> Self::Dto {
            record.driver_name = name;
            record
        }
    };
}

/// Implements `with_citation` for records that have the fields `citation_number` and `issuer`.
macro_rules! add_citation {
    () => {
        fn with_citation(
            mut record: Self::Dto,
            citation: domain::driving_record::citation::Citation,
        ) -> Self::Dto {
            (record.citation_number, record.issuer) = (Some(citation.number), Some(citation.issuer));
            record
        }
    };
}

pub(crate) use {add_citation, add_driver_name};

/// Names of the sort orders for records about money.
pub const MONEY_SORTS: &[(&str, MoneySort)] =
    &[("id", MoneySort::Id), ("amount", MoneySort::Amount), ("createdAt", MoneySort::CreatedAt)];

/// Parses a query. For an invalid query, the caller is checked here, so that a missing session or permission is
/// reported before the invalid query. For a valid query, the handler checks the caller.
impl FromRequest for ListQuery {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let wrong = match list_query::parse_list_query(request) {
            Ok(query) => return Box::pin(ready(Ok(query))),
            Err(wrong) => wrong,
        };
        let (request, id) = (Request::from_request(request, payload), request_id(request));
        Box::pin(async move {
            if let Ok(request) = request.await {
                request.run(|_, _, _| Ok(())).await?;
            }
            Err(ApiError::fields(wrong, &id))
        })
    }
}

/// Parses the query of a list.
///
/// # Errors
/// Lists all invalid filters, and an invalid sort order.
pub fn parse_query<L: ListCall>(query: &ListQuery) -> Result<Query<L>, Error> {
    let mut read = query.filters();
    let filter = L::parse_filter(&mut read);
    let user = if L::HAS_OWNERS { read.parse_user("userId") } else { None };
    let (sort, is_descending) = read.parse_order(L::SORTS);
    let (id, search, page, before) = (query.id, query.search(), query.page, query.before);
    read.finish(Query { user, id, search, filter, sort, is_descending, page, before })
}

/// Returns one page of a list.
///
/// # Errors
/// Fails if the caller may not read the list, or the query is invalid.
pub async fn respond_with_page<L: ListCall>(request: &Request, query: &ListQuery) -> HandlerResult {
    let filter = parse_query::<L>(query);
    let authorize = move |actor: &Actor| lists::check_may_list::<L>(actor).and(filter);
    let (paged, names, citations, is_staff) = request
        .read(authorize, |_, store, actor, filter| {
            let paged = lists::list(store, actor, filter.clone())?;
            let names = lists::names::<L>(store, actor, &paged.items)?;
            let citations = lists::citations::<L>(store, &paged.items)?;
            Ok((paged, names, citations, actor.is_admin()))
        })
        .await?;
    Ok(query.respond_with_cursor(paged, L::id, |record| {
        if is_staff {
            for_staff::<L>(record, &names, &citations)
        } else {
            for_driver::<L>(record, &citations)
        }
    }))
}

/// Returns the summary that is shown above a list, for the records that the query selects. `query`
/// is the parsed query or the error of parsing it.
///
/// # Errors
/// Fails if the caller is not staff, or the query is invalid.
pub async fn respond_with_summary<L: ListCall>(
    request: &Request,
    query: Result<Query<L>, Error>,
) -> HandlerResult {
    let authorize = move |_: &Actor| query;
    let found = request.read(authorize, |_, store, actor, query| lists::summary(store, actor, query));
    Ok(HttpResponse::Ok().json(SummaryDto(found.await?)))
}

/// Returns the summary that is shown above a list, for all of the list's records.
///
/// # Errors
/// Fails if the caller is not staff.
pub async fn respond_with_unfiltered_summary<L: ListCall>(request: &Request) -> HandlerResult {
    respond_with_summary::<L>(request, Ok(Query::all(Page { limit: 0, offset: 0 }))).await
}

/// A summary as JSON: counts as whole numbers, money as strings with two decimals.
pub struct SummaryDto<S: Summary>(pub S);

impl<S: Summary> Serialize for SummaryDto<S> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        let mut fields = serializer.serialize_map(Some(S::FIGURES.len()))?;
        for (figure, number) in S::FIGURES.iter().zip(self.0.numbers()) {
            match number {
                FigureValue::Count(count) => fields.serialize_entry(&camel_case(figure.name), &count)?,
                FigureValue::Sum(sum) => {
                    fields.serialize_entry(&camel_case(figure.name), &sum.to_string())?
                }
            }
        }
        fields.end()
    }
}

impl<S: Summary> PartialSchema for SummaryDto<S> {
    fn schema() -> RefOr<Schema> {
        let empty = ObjectBuilder::new().description(Some(S::ABOUT.trim()));
        let object = S::FIGURES.iter().fold(empty, |object, figure| {
            let name = camel_case(figure.name);
            let number = match figure.kind {
                FigureKind::Count => ObjectBuilder::new()
                    .schema_type(Type::Integer)
                    .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32))),
                FigureKind::Sum => ObjectBuilder::new().schema_type(Type::String),
            };
            object.property(name.clone(), number.description(Some(figure.about.trim()))).required(name)
        });
        object.into()
    }
}

impl<S: Summary> ToSchema for SummaryDto<S> {
    fn name() -> Cow<'static, str> {
        S::NAME.into()
    }
}

/// Converts a field's name to camel case, as in JSON.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let initial = letters.next().map(|letter| letter.to_ascii_uppercase());
        name + &initial.into_iter().chain(letters).collect::<String>()
    })
}
