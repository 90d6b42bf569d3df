DROP FUNCTION user_words, user_names;
