-- Trials that were shown to users and can be accepted for a limited time, at any server. Their loss costs a new trial.
CREATE UNLOGGED TABLE "trial" (
  "token" uuid PRIMARY KEY,
  "user" bigint NOT NULL,
  "scenario" text COLLATE "C" NOT NULL,
  "made" timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Number of characters of the edits as JSON.
  "size" integer NOT NULL,
  "trial" json NOT NULL,
  "outcome" json NOT NULL
);
CREATE INDEX "trial_user" ON "trial" ("user", "made");
CREATE INDEX "trial_made" ON "trial" ("made");
