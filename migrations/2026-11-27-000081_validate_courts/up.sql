ALTER TABLE authorities
    VALIDATE CONSTRAINT authorities_state_check,
    VALIDATE CONSTRAINT authorities_county_check,
    VALIDATE CONSTRAINT authorities_time_zone_check;
ALTER TABLE tickets
    VALIDATE CONSTRAINT tickets_court_state_check,
    VALIDATE CONSTRAINT tickets_court_id_fkey,
    VALIDATE CONSTRAINT tickets_court_zone_check;
