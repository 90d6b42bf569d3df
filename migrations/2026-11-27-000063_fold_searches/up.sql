-- Folds texts for searches as `domain::shared::search::folded` does; a test compares both, character by character. Nothing here depends
-- on the database's locale.
CREATE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN octet_length(words) = length(words) AND strpos(words, '`') = 0 THEN lower(words COLLATE "C")
        ELSE replace(replace(replace(replace(lower(translate(
            regexp_replace(normalize(words, NFKD) COLLATE "C", '[\u0300-\u036f]', '', 'g'),
            'ÆÐØÞðøĐđĦħıŁłŊŒŦŧƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟ'
            || 'ΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖ'
            || 'ҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏ'
            || 'ՐՑՒՓՔՕՖẞ‘’‛ʼʻʹ′`‐‒–—―−',
            'ædoþdoddhhillŋœttɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξο'
            || 'πρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗ'
            || 'ҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտ'
            || 'րցւփքօֆß''''''''''''''''------'
        ) COLLATE "C"), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th')
    END;
COMMENT ON FUNCTION search_fold IS 'A text without accents and case, with plain apostrophes and hyphens.';

CREATE FUNCTION user_search_names(search_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(search_fold(' ' || split_part(search_text, E'\n', 1) || ' ' || split_part(search_text, E'\n', 2)),
        '''-._@+/,()&', '           ');
COMMENT ON FUNCTION user_search_names IS 'Name and email out of users.search_text, folded, each word after a blank.';

CREATE FUNCTION user_search_words(search_text text, plate text, phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(
        search_fold(' ' || split_part(search_text, E'\n', 1) || ' ' || split_part(search_text, E'\n', 2)
            || ' ' || split_part(search_text, E'\n', 3)
            || coalesce(' ' || nullif(translate(split_part(search_text, E'\n', 3), ' -*', ''), split_part(search_text, E'\n', 3)), '')
            || ' ' || coalesce(plate, '') || coalesce(' ' || nullif(translate(plate, ' -', ''), plate), '')
            || ' ' || coalesce(phone, '')),
        '''-._@+/,()&', '           ');
COMMENT ON FUNCTION user_search_words IS 'Name, email, license number, plate and, last, phone number, folded, each word after a blank. A license number or plate with separators is there without them, too.';
