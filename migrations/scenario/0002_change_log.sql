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

-- One row per changed record. "changes" holds field → [old, new]; for a deleted record its former fields;
-- for an added one nothing, since the record itself tells.
-- No foreign key: bulk writes add a row per record, and retention removes both by change set.
CREATE TABLE "change" (
  "changeset" bigint NOT NULL,
  "entity" text COLLATE "C" NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "action" text COLLATE "C" NOT NULL CHECK ("action" IN ('add', 'change', 'delete')),
  "changes" jsonb
);
CREATE INDEX "change_record_idx" ON "change" ("entity", "key");
CREATE INDEX "change_changeset_idx" ON "change" ("changeset");
