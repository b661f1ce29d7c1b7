-- Which change set stored the plan, and the newest one that it was made from: what came later is not in it. Unlike the
-- history of plans it belongs to the data, and goes with them into copies.
CREATE TABLE "storedplan" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "changeset" bigint NOT NULL,
  "basis" bigint NOT NULL,
  "created" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6)
);
