-- What users have noted about exceptions of the plan. An exception is identified by what it is about, so this outlives plans.
CREATE TABLE "exceptionstate" (
  "id" text COLLATE "C" PRIMARY KEY,
  "status" text COLLATE "C" NOT NULL DEFAULT 'open' CHECK ("status" IN ('open', 'acknowledged', 'snoozed')),
  "until" timestamp,
  "assignee" bigint,
  "note" text,
  "user" bigint,
  "changed" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6)
);
