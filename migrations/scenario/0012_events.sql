-- What following the change log needs.

-- The transaction that wrote a change set. Change sets get their numbers before they are committed, in any order; a reader
-- that stops before the oldest transaction under way misses none.
ALTER TABLE "changeset" ADD COLUMN "transaction" bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX "changeset_transaction_idx" ON "changeset" ("transaction", "id");

-- From where on the log can be followed.
CREATE TABLE "changelog" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  -- Transaction that put other data in the place of all data: what the log says of before happened elsewhere.
  "replaced" bigint NOT NULL DEFAULT 0,
  -- Newest transaction of which change sets were removed when their retention ended.
  "expired" bigint NOT NULL DEFAULT 0
);
INSERT INTO "changelog" DEFAULT VALUES;

-- Proposed orders that a plan added, changed and dropped, by the change set that stored it: JSON arrays of
-- [reference, type, change, [start before, start], [end before, end], [quantity before, quantity]], in parts.
CREATE TABLE "planchange" (
  "changeset" bigint NOT NULL,
  "part" integer NOT NULL,
  "changes" text NOT NULL,
  PRIMARY KEY ("changeset", "part")
);
ALTER TABLE "planchange" ALTER COLUMN "changes" SET STORAGE EXTERNAL;
