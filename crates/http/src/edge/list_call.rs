//! What a list is over HTTP: one declaration for its query, its answer, its numbers and its file.

use std::borrow::Cow;
use std::future::{Future, ready};
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use application::Error;
use application::access::Actor;
use application::shared::lists::{self, Names};
use ports::shared::list::{MoneySort, Query};
use ports::shared::paging::Page;
use ports::shared::summary::{FigureKind, Number, Summary};
use ports::store::Stored;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::edge::caller::Caller;
use crate::edge::use_case::as_user;
use crate::edge::use_case::reading::as_reader;
use crate::shared::body::{Sender, Staff, User};
use crate::shared::error::ApiError;
use crate::shared::list_query::{self, Filters, ListQuery};
use crate::state::State;

/// A list as calls ask for it, and as answers and files tell it.
pub trait ListCall: Stored {
    /// Its call's path, as the document has it.
    const PATH: &'static str;
    /// Its file's name in the path.
    const FILE: &'static str;
    /// The file's columns: fields of the records, by their names there. Lists of one kind of record share the first ones.
    const COLUMNS: &'static [&'static [&'static str]];
    /// The names of its orders; none when it has but one.
    const SORTS: &'static [(&'static str, Self::Sort)] = &[];
    /// A record as it is told.
    type Dto: From<Self::Row> + Serialize;

    /// Reads its own filters.
    fn filter(read: &mut Filters<'_>) -> Self::Filter;

    /// A record as staff are told it: with what drivers do not see of their own.
    fn told_to_staff(record: Self::Row) -> Self::Dto {
        Self::Dto::from(record)
    }

    /// A record with its driver's name, where it has a place for that.
    fn named(record: Self::Dto, _name: Option<String>) -> Self::Dto {
        record
    }
}

/// A record as staff are told it, with its driver's name.
pub fn told_to_staff<L: ListCall>(record: L::Row, names: &Names) -> L::Dto {
    let name = L::driver(&record).and_then(|driver| names.get(&driver).cloned());
    L::named(L::told_to_staff(record), name)
}

/// Tells a driver's name with the records of a list.
macro_rules! tells_driver {
    () => {
        fn named(mut record: Self::Dto, name: Option<String>) -> Self::Dto {
            record.driver_name = name;
            record
        }
    };
}

pub(crate) use tells_driver;

/// Names of the orders of records about money.
pub const MONEY_SORTS: &[(&str, MoneySort)] =
    &[("id", MoneySort::Id), ("amount", MoneySort::Amount), ("createdAt", MoneySort::CreatedAt)];

/// The query of a list for staff alone.
pub struct StaffListQuery(pub ListQuery);

/// Who calls is judged before what they ask: lists are for nobody without a session.
impl FromRequest for ListQuery {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        judged::<User>(request, payload)
    }
}

/// A driver who asks wrongly is told that they may not ask.
impl FromRequest for StaffListQuery {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let query = judged::<Staff>(request, payload);
        Box::pin(async move { query.await.map(Self) })
    }
}

/// Reads a query. The session is looked up here only when something is wrong with the query; else the call itself does so.
fn judged<Who: Sender>(
    request: &HttpRequest,
    payload: &mut Payload,
) -> Pin<Box<dyn Future<Output = Result<ListQuery, ApiError>>>> {
    let wrong = match list_query::read(request) {
        Ok(query) => return Box::pin(ready(Ok(query))),
        Err(wrong) => wrong,
    };
    let (state, caller) = (State::from_request(request, payload), Caller::of(request));
    Box::pin(async move {
        if let Ok(state) = state.await {
            as_user(&state, &caller, |_, _, actor| Who::judge(actor)).await?;
        }
        Err(ApiError::fields(wrong, &caller.request_id))
    })
}

/// Reads what is asked of a list.
///
/// # Errors
/// All that is wrong with it.
pub fn read<L: ListCall>(query: &ListQuery) -> Result<Query<L>, Error> {
    let mut read = query.filters();
    let filter = L::filter(&mut read);
    let user = if L::HAS_OWNERS { read.user("userId") } else { None };
    let (sort, is_descending) = read.order(L::SORTS);
    let (search, page, before) = (query.search(), query.page, query.before);
    read.done(Query { user, search, filter, sort, is_descending, page, before })
}

/// Answers a slice of a list.
///
/// # Errors
/// For a caller who may not see it, or what is wrong with the query.
pub async fn list<L: ListCall>(
    state: &State,
    caller: &Caller,
    query: &ListQuery,
) -> Result<HttpResponse, ApiError> {
    let asked = read::<L>(query);
    let judge = move |actor: &Actor| lists::may_ask::<L>(actor).and(asked);
    let (paged, names, is_staff) = as_reader(state, caller, judge, |_, store, actor, asked| {
        let paged = lists::list(store, actor, asked.clone())?;
        let names = lists::names::<L>(store, actor, &paged.items)?;
        Ok((paged, names, actor.is_admin()))
    })
    .await?;
    Ok(query.answer_on(paged, L::id, |record| {
        if is_staff { told_to_staff::<L>(record, &names) } else { L::Dto::from(record) }
    }))
}

/// Answers the numbers above a list, over what is asked for.
///
/// # Errors
/// For a caller who is not staff, or what is wrong with the query.
pub async fn summary<L: ListCall>(
    state: &State,
    caller: &Caller,
    asked: Result<Query<L>, Error>,
) -> Result<HttpResponse, ApiError> {
    let judge = move |actor: &Actor| actor.must_be_admin().and(asked);
    let found = as_reader(state, caller, judge, |_, store, actor, asked| lists::summary(store, actor, asked));
    Ok(HttpResponse::Ok().json(SummaryDto(found.await?)))
}

/// Answers the numbers above a list, over all of it.
///
/// # Errors
/// For a caller who is not staff.
pub async fn summary_of_all<L: ListCall>(state: &State, caller: &Caller) -> Result<HttpResponse, ApiError> {
    summary::<L>(state, caller, Ok(Query::all(Page { limit: 0, offset: 0 }))).await
}

/// Numbers, under the names of their fields: records as a whole number, money as text with two decimals.
pub struct SummaryDto<S: Summary>(pub S);

impl<S: Summary> Serialize for SummaryDto<S> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        let mut fields = serializer.serialize_map(Some(S::FIGURES.len()))?;
        for (figure, number) in S::FIGURES.iter().zip(self.0.numbers()) {
            match number {
                Number::Count(count) => fields.serialize_entry(&camel_case(figure.name), &count)?,
                Number::Sum(sum) => fields.serialize_entry(&camel_case(figure.name), &sum.to_string())?,
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

/// A field's name as JSON has it.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let initial = letters.next().map(|letter| letter.to_ascii_uppercase());
        name + &initial.into_iter().chain(letters).collect::<String>()
    })
}
