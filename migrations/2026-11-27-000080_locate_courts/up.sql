-- A ticket has a court, in a state and a time zone (docs/product/driving-record.md#courts).
ALTER TABLE authorities
    ADD COLUMN state text,
    ADD COLUMN county text,
    ADD COLUMN time_zone text,
    ADD CONSTRAINT authorities_state_check CHECK (state IN (
        'Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware', 'Florida',
        'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas', 'Kentucky', 'Louisiana', 'Maine',
        'Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri', 'Montana', 'Nebraska',
        'Nevada', 'New Hampshire', 'New Jersey', 'New Mexico', 'New York', 'North Carolina', 'North Dakota', 'Ohio',
        'Oklahoma', 'Oregon', 'Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas',
        'Utah', 'Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming', 'District of Columbia',
        'Puerto Rico', 'Guam', 'American Samoa', 'U.S. Virgin Islands', 'Northern Mariana Islands'
    )) NOT VALID,
    ADD CONSTRAINT authorities_county_check CHECK (length(county) BETWEEN 1 AND 100) NOT VALID,
    ADD CONSTRAINT authorities_time_zone_check CHECK (state IS NOT NULL AND time_zone IN (
        'America/New_York', 'America/Indiana/Indianapolis', 'America/Detroit', 'America/Chicago', 'America/Denver',
        'America/Boise', 'America/Phoenix', 'America/Los_Angeles', 'America/Anchorage', 'America/Adak',
        'Pacific/Honolulu', 'America/Puerto_Rico', 'Pacific/Guam', 'Pacific/Pago_Pago'
    ) OR time_zone IS NULL) NOT VALID;
COMMENT ON COLUMN authorities.time_zone IS 'Time zone, where it is not the usual one of the state.';
ALTER TABLE tickets
    ADD COLUMN court_state text,
    ADD COLUMN court_id integer,
    ADD COLUMN court_zone text,
    ADD CONSTRAINT tickets_court_state_check CHECK (court_state IN (
        'Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware', 'Florida',
        'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas', 'Kentucky', 'Louisiana', 'Maine',
        'Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri', 'Montana', 'Nebraska',
        'Nevada', 'New Hampshire', 'New Jersey', 'New Mexico', 'New York', 'North Carolina', 'North Dakota', 'Ohio',
        'Oklahoma', 'Oregon', 'Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas',
        'Utah', 'Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming', 'District of Columbia',
        'Puerto Rico', 'Guam', 'American Samoa', 'U.S. Virgin Islands', 'Northern Mariana Islands'
    )) NOT VALID,
    ADD CONSTRAINT tickets_court_id_fkey FOREIGN KEY (court_id) REFERENCES authorities ON DELETE SET NULL NOT VALID,
    ADD CONSTRAINT tickets_court_zone_check CHECK (court_state IS NOT NULL AND court_zone IN (
        'America/New_York', 'America/Indiana/Indianapolis', 'America/Detroit', 'America/Chicago', 'America/Denver',
        'America/Boise', 'America/Phoenix', 'America/Los_Angeles', 'America/Anchorage', 'America/Adak',
        'Pacific/Honolulu', 'America/Puerto_Rico', 'Pacific/Guam', 'Pacific/Pago_Pago'
    ) OR court_zone IS NULL) NOT VALID;
COMMENT ON COLUMN tickets.court_state IS 'State of the court, decided when the ticket or the register of authorities changes.';
COMMENT ON COLUMN tickets.court_id IS 'The court that hears it.';
COMMENT ON COLUMN tickets.court_zone IS 'Time zone of the court, where it is not the usual one of the state.';
