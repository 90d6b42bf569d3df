//! Citation sources: queries of cities, and updates of drivers' records.

mod city;
mod rounds;
mod rows;
mod staff;
