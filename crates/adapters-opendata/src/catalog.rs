//! The supported cities. Each city has a JSON file, which is compiled into the program.

use domain::sources::source::{Source, SourceColumn, SourceError};
use serde::Deserialize;

/// The short name of each city, and the content of its file. The build script lists the files in `sources`.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A city's data set, as the city's file describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SodaFile {
    /// The city's short name, which is also the file's name and the name in `CITATION_SOURCES`.
    pub name: String,
    /// The data set's title at the city.
    pub title: String,
    /// The authority that issues the citations, such as `New York City`. Parking tickets get it as their issuer.
    pub authority: String,
    /// The API's base URL, such as `https://data.cityofnewyork.us`.
    pub address: String,
    /// Socrata's id of the data set, such as `nc67-uf89`.
    pub dataset: String,
    /// SODA condition that selects the citations with an amount still owed, such as `amount_due > 0`.
    pub owed: String,
    /// Maximum number of plates or citation numbers per request, 1 to 200.
    pub plates_at_once: usize,
    /// Maximum number of rows per response, 1 to 50,000.
    pub rows_at_once: usize,
    /// Maximum number of requests per hour.
    pub calls_an_hour: u32,
    /// Number of days from a citation's date until the citation is due. `None` if the city has no such rule. A number
    /// outside 1 to 365 counts as `None`.
    pub due_days: Option<i32>,
    /// The columns to query. The other columns of the data set are ignored.
    columns: Vec<FileColumn>,
}

/// A column of a city's data set (docs/product/citation-sources.md#a-new-source).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileColumn {
    /// Name of the column at the city.
    name: String,
    /// Meaning of the column's values, such as `plate` or `owed`; `None` for other columns. The first column without
    /// a meaning distinguishes vehicles with the same plate.
    #[serde(default)]
    meaning: Option<String>,
    /// Value that replaces blank cells, such as `Parking violation`.
    #[serde(default)]
    if_blank: Option<String>,
}

/// Why a city's file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The city is unknown.
    #[error("unknown source {0:?}; the known sources are: {known}", known = city_names().join(", "))]
    Unknown(String),
    /// The file is not valid JSON of the expected form.
    #[error("could not parse the file of {0}")]
    Unreadable(&'static str, #[source] serde_json::Error),
    /// The columns in the file are invalid.
    #[error("the columns of {0} are invalid")]
    Columns(String, #[source] SourceError),
}

/// Returns the short names of all supported cities.
pub fn city_names() -> Vec<&'static str> {
    FILES.iter().map(|(name, _)| *name).collect()
}

/// Returns the description of the city with this short name.
pub fn find_city(name: &str) -> Result<SodaFile, CatalogError> {
    let found = FILES.iter().find(|(known, _)| *known == name);
    let (name, text) = found.ok_or_else(|| CatalogError::Unknown(name.to_owned()))?;
    let file: SodaFile = serde_json::from_str(text).map_err(|error| CatalogError::Unreadable(name, error))?;
    file.source()?;
    Ok(file)
}

impl SodaFile {
    /// Returns the source that the file describes, with the meanings of its columns.
    pub fn source(&self) -> Result<Source, CatalogError> {
        let columns = self.columns.iter().map(|column| SourceColumn {
            name: column.name.clone(),
            meaning: column.meaning.clone(),
            if_blank: column.if_blank.clone(),
        });
        let names = (self.name.clone(), self.title.clone(), self.authority.clone());
        Source::new(names, columns.collect(), self.due_days)
            .map_err(|error| CatalogError::Columns(self.name.clone(), error))
    }
}
