-- What an API key may be used for, and when it last was.
ALTER TABLE "apikey"
  ADD COLUMN "scope" text COLLATE "C" NOT NULL DEFAULT 'all'::text,
  ADD COLUMN "entities" text COLLATE "C",
  ADD COLUMN "scenarios" text COLLATE "C",
  ADD COLUMN "last_used" timestamp;
UPDATE "apikey" SET "scope" = 'read' WHERE "read_only";

-- That a key was used changes no right.
DROP TRIGGER "apikey_changed" ON "apikey";
CREATE TRIGGER "apikey_changed"
  AFTER DELETE OR UPDATE OF "user", "expiry_date", "read_only", "hashed_key", "scope", "entities", "scenarios" ON "apikey"
  FOR EACH ROW EXECUTE FUNCTION "notify_owner_changed"();
