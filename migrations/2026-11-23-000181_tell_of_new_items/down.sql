DROP TRIGGER note_new_tickets ON tickets;
DROP TRIGGER note_new_parking ON parking;
DROP TRIGGER note_new_tolls ON tolls;
DROP TRIGGER note_changed_tickets ON tickets;
DROP TRIGGER note_changed_parking ON parking;
DROP TRIGGER note_changed_tolls ON tolls;
DROP FUNCTION note_new_items;
DROP FUNCTION note_changed_amount;
DROP TABLE news_items;
