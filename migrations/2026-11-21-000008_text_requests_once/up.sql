-- A number gets each text once, even if it was requested several times. The oldest request of each number stays.
DELETE FROM text_notification_requests newer USING text_notification_requests older
    WHERE newer.user_id = older.user_id AND newer.phone_number = older.phone_number AND newer.id > older.id;
ALTER TABLE text_notification_requests
    ADD CONSTRAINT text_notification_requests_user_id_phone_number_key UNIQUE (user_id, phone_number);
