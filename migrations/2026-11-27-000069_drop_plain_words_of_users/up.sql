DROP FUNCTION user_words(text, text, text);
DROP FUNCTION user_names(text);
