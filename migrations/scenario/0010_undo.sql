-- What undoing a change set needs to know.

-- The order in which a change set came to its records: the same record may be deleted and added again in one.
ALTER TABLE "change" ADD COLUMN "step" integer NOT NULL DEFAULT 0;

-- Whether the log holds the records behind the counts: "records" are there, of "counts" only the numbers were kept,
-- and "computed" values are those of the plan, which every runplan replaces.
ALTER TABLE "changesetentity" ADD COLUMN "kept" text COLLATE "C" NOT NULL DEFAULT 'records'
  CHECK ("kept" IN ('records', 'counts', 'computed'));
UPDATE "changesetentity" n SET "kept" = CASE
    WHEN s."channel" = 'task' AND s."origin" = 'runplan' THEN 'computed' ELSE 'counts' END
  FROM "changeset" s
  WHERE s."id" = n."changeset"
    AND NOT EXISTS (SELECT FROM "change" c WHERE c."changeset" = n."changeset" AND c."entity" = n."entity");

-- Change sets that undo another one are found by its number.
CREATE INDEX "changeset_undo_idx" ON "changeset" ("origin") WHERE "origin" LIKE 'undo %';
