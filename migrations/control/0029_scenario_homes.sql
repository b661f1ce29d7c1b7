-- The server of SCENARIO_DATABASES that has the data of the scenario; null for the first server (src/scenarios/registry.ts).
ALTER TABLE "scenario" ADD "home" text COLLATE "C";
-- Whether that server has the data. False while it is copied there for the first time, and for the first server.
ALTER TABLE "scenario" ADD "stored" boolean NOT NULL DEFAULT false;
-- What this schema has to store after the other server has replaced the data (src/scenarios/aside/replacement.ts).
ALTER TABLE "scenario" ADD "replacement" json;
-- Every process reads again where scenarios are.
CREATE TRIGGER "scenario_moved" AFTER UPDATE OF "home", "stored" ON "scenario"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_model_changed"();
-- The mark of this installation in the databases of other servers: two installations must not share one.
CREATE TABLE "homeowner" ("id" uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO "homeowner" DEFAULT VALUES;
-- Work that databases of other servers have left for this schema and that is done, so that it is done once
-- (src/data/control-work.ts).
CREATE TABLE "settledwork" (
  "id" uuid PRIMARY KEY,
  "settled" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(0)
);
-- Columns of custom attributes that may still have to be added or dropped on further servers, whatever the attributes
-- now say (src/scenarios/server-columns.ts).
CREATE TABLE "columnwork" (
  "server" text COLLATE "C" NOT NULL,
  "model" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  PRIMARY KEY ("server", "model", "name")
);
