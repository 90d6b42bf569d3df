DROP VIEW list_tallies;
