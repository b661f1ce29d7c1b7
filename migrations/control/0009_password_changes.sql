-- When passwords were changed: JSON web tokens that were issued before are not valid any more.
-- A first password is no change. The time is that of the statement, not of the transaction, which may have begun earlier.

CREATE TABLE "passwordchange" (
  "user" bigint PRIMARY KEY REFERENCES "user" ("id") ON DELETE CASCADE,
  "changed" timestamptz NOT NULL
);
CREATE FUNCTION "note_password_change"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "passwordchange" ("user", "changed") VALUES (NEW."id", clock_timestamp())
  ON CONFLICT ("user") DO UPDATE SET "changed" = excluded."changed";
  RETURN NULL;
END $$;
CREATE TRIGGER "user_password_change_noted" AFTER UPDATE OF "password" ON "user"
  FOR EACH ROW WHEN (OLD."password" IS NOT NULL AND NEW."password" IS DISTINCT FROM OLD."password")
  EXECUTE FUNCTION "note_password_change"();
