//! The cities that are known: one file each.

use domain::sources::source::{Source, SourceColumn, SourceError};
use serde::Deserialize;

/// Every file.
const FILES: &[(&str, &str)] = &[("nyc", include_str!("../sources/nyc.json"))];

/// A city's data, as its file describes them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SodaFile {
    /// Its short name.
    pub name: String,
    /// What its data are called.
    pub title: String,
    /// Whose citations they are.
    pub authority: String,
    /// Where they are asked for.
    pub address: String,
    /// The dataset's id there.
    pub dataset: String,
    /// The condition of what is still owed.
    pub owed: String,
    /// So many plates, or numbers, are asked about in one call.
    pub plates_at_once: usize,
    /// So many rows come in one answer.
    pub rows_at_once: usize,
    /// So many calls are made in an hour at most.
    pub calls_an_hour: u32,
    /// A citation is due so many days after its date.
    pub due_days: Option<i32>,
    columns: Vec<FileColumn>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileColumn {
    name: String,
    #[serde(default)]
    meaning: Option<String>,
    #[serde(default)]
    if_blank: Option<String>,
}

/// Why a city's file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// No such city.
    #[error("there is no source {0:?}; known are: {known}", known = known().join(", "))]
    Unknown(String),
    /// It is not written as it should be.
    #[error("the file of {0} cannot be read")]
    Unreadable(&'static str, #[source] serde_json::Error),
    /// Its columns will not do.
    #[error("the columns of {0} will not do")]
    Columns(String, #[source] SourceError),
}

/// The short names of all of them.
pub fn known() -> Vec<&'static str> {
    FILES.iter().map(|(name, _)| *name).collect()
}

/// A city's file.
///
/// # Errors
/// When there is none of this name, or it cannot be used.
pub fn named(name: &str) -> Result<SodaFile, CatalogError> {
    let found = FILES.iter().find(|(known, _)| *known == name);
    let (name, text) = found.ok_or_else(|| CatalogError::Unknown(name.to_owned()))?;
    let file: SodaFile = serde_json::from_str(text).map_err(|error| CatalogError::Unreadable(name, error))?;
    file.source()?;
    Ok(file)
}

impl SodaFile {
    /// What its rows mean.
    ///
    /// # Errors
    /// When its columns will not do.
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
