//! Citation sources: querying cities, and applying their responses.

mod city;
mod rounds;
mod rows;
mod staff;
