//! A fake city source. Tests set the citations that it publishes.

use std::sync::{Arc, Mutex};

use application::sources::rounds::run_due_rounds;
use domain::accounts::verification::VerificationRecord;
use domain::driving_record::ticket::Parking;
use domain::shared::ids::UserId;
use domain::shared::person::plate_state::PlateState;
use domain::sources::source::{Source, SourceColumn};
use ports::sources::query::{CitationSource, SourceQueryError, SourceResponse};
use ports::sources::runs::SourceRun;

use crate::support::World;

/// The columns of the city's data, each with Lanewise's field for it; `None` for a
/// column that Lanewise ignores.
const COLUMNS: [(&str, Option<&str>); 9] = [
    ("plate", Some("plate")),
    ("state", Some("plate_state")),
    ("type", None),
    ("summons", Some("citation")),
    ("issued", Some("date")),
    ("violation", Some("violation_type")),
    ("due", Some("owed")),
    ("county", Some("county")),
    ("fine", Some("amount")),
];

type Trouble = fn() -> SourceQueryError;

/// A fake city. Tests set the citations that it publishes.
pub struct City {
    source: Source,
    rows: Mutex<Vec<Vec<String>>>,
    /// The errors of the next queries. Each query removes and returns the last error of the list.
    pub troubles: Mutex<Vec<Trouble>>,
    /// The plates and the citation numbers of all queries.
    pub queried_names: Mutex<Vec<String>>,
}

impl City {
    fn new() -> Self {
        let columns = COLUMNS.iter().map(|(name, meaning)| SourceColumn {
            name: (*name).to_owned(),
            meaning: meaning.map(str::to_owned),
            if_blank: None,
        });
        let names = ("nyc".to_owned(), "Open Parking".to_owned(), "New York City".to_owned());
        Self {
            source: Source::new(names, columns.collect(), Some(30)).unwrap(),
            rows: Mutex::default(),
            troubles: Mutex::default(),
            queried_names: Mutex::default(),
        }
    }

    /// Publishes a citation, or replaces the published citation with this number.
    pub fn publish(&self, plate: &str, number: &str, due: &str) {
        self.publish_for_vehicle(plate, number, due, "PAS");
    }

    /// Publishes a citation of a vehicle of this type. `due` is the amount still owed.
    pub fn publish_for_vehicle(&self, plate: &str, number: &str, due: &str, vehicle: &str) {
        let mut rows = self.rows.lock().unwrap();
        rows.retain(|row| row[3] != number);
        let cells = [plate, "NY", vehicle, number, "02/20/2026", "FIRE HYDRANT", due, "BX", "115"];
        rows.push(cells.map(str::to_owned).to_vec());
    }

    /// Removes a citation from the published ones.
    pub fn unpublish(&self, number: &str) {
        self.rows.lock().unwrap().retain(|row| row[3] != number);
    }

    /// Makes the next query fail with this error.
    pub fn fail_next_query(&self, trouble: Trouble) {
        self.troubles.lock().unwrap().push(trouble);
    }

    /// Returns the plates and the citation numbers of all queries so far, and clears this list.
    pub fn take_queried(&self) -> Vec<String> {
        std::mem::take(&mut self.queried_names.lock().unwrap())
    }

    fn answer(&self, is_wanted: impl Fn(&Vec<String>) -> bool) -> Result<SourceResponse, SourceQueryError> {
        if let Some(trouble) = self.troubles.lock().unwrap().pop() {
            return Err(trouble());
        }
        let rows = self.rows.lock().unwrap().iter().filter(|row| is_wanted(row)).cloned().collect();
        Ok(SourceResponse { rows, calls: 1 })
    }
}

impl CitationSource for City {
    fn source(&self) -> &Source {
        &self.source
    }

    fn address(&self) -> &str {
        "https://city.example"
    }

    fn is_test(&self) -> bool {
        true
    }

    fn max_per_query(&self) -> usize {
        2
    }

    fn query_by_plates(&self, plates: &[(String, PlateState)]) -> Result<SourceResponse, SourceQueryError> {
        self.queried_names.lock().unwrap().extend(plates.iter().map(|(plate, _)| plate.clone()));
        self.answer(|row| {
            plates.iter().any(|(plate, _)| *plate == row[0]) && !["0", "0.00"].contains(&&*row[6])
        })
    }

    fn query_by_numbers(&self, numbers: &[String]) -> Result<SourceResponse, SourceQueryError> {
        self.queried_names.lock().unwrap().extend(numbers.iter().cloned());
        self.answer(|row| numbers.contains(&row[3]))
    }
}

/// Returns a world with this city and without items. The plates `AAA1`, `AAA2` and `AAA3` of its users are verified.
pub fn world() -> (World, Arc<City>) {
    let mut world = World::new();
    let mut tables = world.database.tables();
    tables.parking.clear();
    for user in &mut tables.users {
        user.vehicle_license_plate = Some(format!("aaa-{}", user.id));
        user.verified.plate = Some(VerificationRecord { at: user.created_at, basis: None });
    }
    drop(tables);
    let city = Arc::new(City::new());
    let source: Arc<dyn CitationSource> = city.clone();
    world.deps.sources = Arc::from([source]);
    (world, city)
}

/// Runs the queries that are due. Returns the number of plates queried.
pub fn run_queries(world: &World) -> usize {
    run_due_rounds(&world.deps, "one").unwrap()
}

pub fn last_run(world: &World) -> SourceRun {
    world.database.tables().sources.runs.last().unwrap().clone()
}

pub fn parking(world: &World) -> Vec<Parking> {
    world.database.tables().parking.clone()
}

/// Returns the driver and the amount of each parking ticket in Lanewise.
pub fn amounts(world: &World) -> Vec<(UserId, String)> {
    parking(world).into_iter().map(|item| (item.user_id, item.filed.amount)).collect()
}
