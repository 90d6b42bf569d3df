DROP TABLE leases;
DROP TABLE event_cursor;
