-- A receipt for every proposal that was released: when, by whom, and what it was then. One per order, so that none is released twice.
CREATE TABLE "orderrelease" (
  "reference" text COLLATE "C" PRIMARY KEY,
  "type" text COLLATE "C" NOT NULL,
  "item" text COLLATE "C",
  "location" text COLLATE "C",
  "supplier" text COLLATE "C",
  "origin" text COLLATE "C",
  "operation" text COLLATE "C",
  "quantity" double precision NOT NULL,
  "startdate" timestamp,
  "enddate" timestamp,
  "changeset" bigint NOT NULL,
  "user" bigint,
  "released" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6)
);
CREATE INDEX "orderrelease_changeset_idx" ON "orderrelease" ("changeset");
