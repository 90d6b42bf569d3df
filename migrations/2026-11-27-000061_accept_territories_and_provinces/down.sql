ALTER TABLE missing_ticket_reports DROP CONSTRAINT missing_ticket_reports_state_check;
ALTER TABLE users DROP CONSTRAINT users_state_check, DROP CONSTRAINT users_vehicle_state_check;
ALTER DOMAIN us_state ADD CONSTRAINT us_state_check CHECK (VALUE IN (
    'Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware', 'Florida',
    'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas', 'Kentucky', 'Louisiana', 'Maine',
    'Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri', 'Montana', 'Nebraska', 'Nevada',
    'New Hampshire', 'New Jersey', 'New Mexico', 'New York', 'North Carolina', 'North Dakota', 'Ohio', 'Oklahoma',
    'Oregon', 'Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas', 'Utah',
    'Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming'
));
COMMENT ON DOMAIN us_state IS 'Full name of one of the 50 states.';
