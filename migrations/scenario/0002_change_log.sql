-- Change log: who changed what, when and how. A change set is one request, file or fixture.

CREATE TABLE "changeset" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "created" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6),
  "user" bigint,
  "channel" text NOT NULL,
  "origin" text
);
CREATE INDEX "changeset_created_idx" ON "changeset" ("created");

-- Counts per entity; also the change counter from which the ETag of a list is made.
CREATE TABLE "changesetentity" (
  "entity" text COLLATE "C" NOT NULL,
  "changeset" bigint NOT NULL REFERENCES "changeset" ("id") ON DELETE CASCADE,
  "created" integer NOT NULL,
  "updated" integer NOT NULL,
  "deleted" integer NOT NULL,
  PRIMARY KEY ("entity", "changeset")
);
CREATE INDEX "changesetentity_changeset_idx" ON "changesetentity" ("changeset");

-- Changed records. "changes" holds field → [old, new]; for a deleted record its former columns; for an added
-- one nothing, since the record itself tells. A bulk write stores blocks of records instead of single ones:
-- "key" and "last_key" are then the first and last key of the block, and "changes" is an array: first the
-- column names of deleted rows or null, then [key, changes] of each record, where a deleted row is PostgreSQL's
-- text of it. Blocks cost no index entry per record and less than half the time.
-- It is JSON, kept as text: nothing searches inside it.
-- No foreign key to the change set: retention removes both by its number.
CREATE TABLE "change" (
  "changeset" bigint NOT NULL,
  "entity" text COLLATE "C" NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "last_key" text COLLATE "C",
  "action" text COLLATE "C" NOT NULL CHECK ("action" IN ('add', 'change', 'delete')),
  "changes" text
);
-- Blocks are large: storing them as they are is faster than compressing them.
ALTER TABLE "change" ALTER COLUMN "changes" SET STORAGE EXTERNAL;
CREATE INDEX "change_record_idx" ON "change" ("entity", "key") WHERE "last_key" IS NULL;
CREATE INDEX "change_block_idx" ON "change" ("entity", "key") WHERE "last_key" IS NOT NULL;
CREATE INDEX "change_changeset_idx" ON "change" USING brin ("changeset");
