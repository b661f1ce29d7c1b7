-- A link for a new password is valid only while its creator may set the password of the user. A link of unknown creator,
-- made before this migration, is not valid.
ALTER TABLE "passwordreset" ADD COLUMN "creator" bigint REFERENCES "user" ("id") ON DELETE CASCADE;
CREATE INDEX "passwordreset_creator_idx" ON "passwordreset" ("creator");

-- A new password ends the sessions that were opened with the old one, and the links to replace the old one.
CREATE OR REPLACE FUNCTION "end_sessions"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "session" WHERE "user" = NEW."id";
  DELETE FROM "passwordreset" WHERE "user" = NEW."id";
  RETURN NULL;
END $$;
