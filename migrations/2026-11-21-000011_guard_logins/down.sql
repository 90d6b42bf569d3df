DROP TRIGGER blocked_ips_announce ON blocked_ips;
DROP FUNCTION announce_blocks;
DROP TABLE login_places;
DROP TABLE login_failures;
DROP INDEX security_events_address_id_index;
DROP INDEX security_events_severity_index;
DROP INDEX security_events_kind_index;
ALTER TABLE security_events DROP COLUMN times;
