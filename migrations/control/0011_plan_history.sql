-- Key figures of every plan that was stored, of all scenarios: promotions and copies replace the data of a scenario, and not
-- what its plans were like.
CREATE TABLE "planhistory" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "scenario" text COLLATE "C" NOT NULL REFERENCES "scenario" ("name") ON DELETE CASCADE,
  "created" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6),
  "changeset" bigint NOT NULL,
  "user" bigint,
  "origin" text,
  "start" timestamp NOT NULL,
  "figures" jsonb NOT NULL
);
CREATE INDEX "planhistory_scenario_idx" ON "planhistory" ("scenario", "id");
