-- Words of users for searches: each follows a space, so that trigrams find its beginning.
CREATE FUNCTION user_names(search_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(' ' || split_part(search_text, E'\n', 1) || ' ' || split_part(search_text, E'\n', 2),
        '''-._@+/,()&', '           ');
COMMENT ON FUNCTION user_names IS 'Name and e-mail out of users.search_text, in lower case, word for word.';

CREATE FUNCTION user_words(search_text text, plate text, phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(' ' || split_part(search_text, E'\n', 1) || ' ' || split_part(search_text, E'\n', 2) || ' '
        || split_part(search_text, E'\n', 3) || ' ' || lower(coalesce(plate, '')) || ' ' || coalesce(phone, ''),
        '''-._@+/,()&', '           ');
COMMENT ON FUNCTION user_words IS 'Name, e-mail, licence number, plate and, last, phone number, in lower case, word for word.';
