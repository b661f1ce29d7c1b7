-- Where the data come from, so that two scenarios find the state from which both have gone on.

-- Runs of the change log, oldest first, of which the last is the present one. The numbers of change sets are one sequence
-- as long as a run lasts. A copy takes the rows along, ends the run that it was copied from, and begins a run of its own:
-- runs that two scenarios have in common tell their common ancestor. The table travels with the data.
CREATE TABLE "lineage" (
  "depth" integer PRIMARY KEY,
  "line" text COLLATE "C" NOT NULL DEFAULT gen_random_uuid()::text UNIQUE,
  "scenario" text COLLATE "C" NOT NULL,
  -- Last change set of the run that is in this data; nothing for the present run.
  "until" bigint,
  -- When the run was left.
  "ended" timestamp
);
INSERT INTO "lineage" ("depth", "scenario") VALUES (0, current_schema());

-- What was merged into this data: all changes of another run up to a change set, by a change set of this data.
CREATE TABLE "merged" (
  "changeset" bigint PRIMARY KEY,
  "line" text COLLATE "C" NOT NULL,
  "until" bigint NOT NULL,
  -- Transactions whose change sets were seen, as PostgreSQL tells them: others had their numbers, but came later.
  "seen" text COLLATE "C" NOT NULL,
  "created" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6)
);

-- Highest number of a change set that was removed when its retention ended.
ALTER TABLE "changelog" ADD COLUMN "forgotten" bigint NOT NULL DEFAULT 0;
-- What was removed before is not known by number: it lies before the oldest that is there.
UPDATE "changelog" SET "forgotten" = (SELECT coalesce(min("id"), 1) - 1 FROM "changeset") WHERE "expired" > 0;
