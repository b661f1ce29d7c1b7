-- A JSON web token names its user. A user who gets a name or an e-mail address that another one has had (deleted or
-- renamed) is not the user of the tokens that were issued before. `passwordchange` states since when tokens are valid.

-- Hashes, because the names of deleted users are not to stay.
CREATE TABLE "formername" (
  "hash" bytea PRIMARY KEY
);
COMMENT ON COLUMN "formername"."hash" IS 'SHA-256 of a user name or e-mail address in lower case';

CREATE FUNCTION "name_hashes"("username" text, "email" text) RETURNS SETOF bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT sha256(convert_to(lower(n."name" COLLATE "und-x-icu"), 'UTF8'))
  FROM unnest(ARRAY[$1, $2]) AS n("name") WHERE n."name" IS NOT NULL
$$;

CREATE FUNCTION "note_former_names"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- OLD is null after an INSERT, NEW after a DELETE.
  IF EXISTS (SELECT FROM "formername" f WHERE f."hash" IN (
    SELECT "name_hashes"(NEW."username", NEW."email") EXCEPT SELECT "name_hashes"(OLD."username", OLD."email")
  )) THEN
    INSERT INTO "passwordchange" ("user", "changed") VALUES (NEW."id", clock_timestamp())
    ON CONFLICT ("user") DO UPDATE SET "changed" = excluded."changed";
  END IF;
  INSERT INTO "formername" ("hash")
  SELECT "name_hashes"(OLD."username", OLD."email") EXCEPT SELECT "name_hashes"(NEW."username", NEW."email")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "user_names_noted" AFTER INSERT OR DELETE OR UPDATE OF "username", "email" ON "user"
  FOR EACH ROW EXECUTE FUNCTION "note_former_names"();

-- TRUNCATE (flush) fires no row triggers.
CREATE FUNCTION "note_all_names"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "formername" ("hash") SELECT DISTINCT "name_hashes"("username", "email") FROM "user" ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "user_names_emptied" BEFORE TRUNCATE ON "user"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_all_names"();
