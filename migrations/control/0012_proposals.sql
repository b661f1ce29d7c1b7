-- Proposals: change sets that are not applied yet. They belong to a scenario and stay when its data is replaced.
CREATE TABLE "proposal" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "scenario" text COLLATE "C" NOT NULL REFERENCES "scenario" ("name") ON UPDATE CASCADE ON DELETE CASCADE,
  "title" text NOT NULL,
  "description" text NOT NULL DEFAULT '',
  "author" bigint,
  "state" text COLLATE "C" NOT NULL DEFAULT 'draft'
    CHECK ("state" IN ('draft', 'open', 'approved', 'applied', 'rejected', 'withdrawn')),
  -- Where it comes from: {"kind": "edits"}, or {"kind": "undo", "changeset": 813}.
  "source" json NOT NULL,
  "created" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6),
  "lastmodified" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6),
  -- Records that it changes, and the entities and actions by which it does, as [[entity, action, records]].
  "edits" integer NOT NULL,
  "summary" json NOT NULL,
  -- Groups that were asked for an approval when it was submitted.
  "reviewers" text[] NOT NULL DEFAULT '{}',
  -- Grows with every change of its edits: approvals are of one revision.
  "revision" integer NOT NULL DEFAULT 1,
  -- The change set by which it was applied.
  "changeset" bigint
);
CREATE INDEX "proposal_scenario_idx" ON "proposal" ("scenario", "id");
CREATE INDEX "proposal_author_idx" ON "proposal" ("author", "state");
CREATE INDEX "proposal_changeset_idx" ON "proposal" ("scenario", "changeset") WHERE "changeset" IS NOT NULL;

-- Edits in the order in which they are applied, as the data API takes them. "base" holds the values that an edit was
-- made against. It is JSON, kept as it came.
CREATE TABLE "proposaledit" (
  "proposal" bigint NOT NULL REFERENCES "proposal" ("id") ON DELETE CASCADE,
  "number" integer NOT NULL,
  "entity" text COLLATE "C" NOT NULL,
  "action" text COLLATE "C" NOT NULL CHECK ("action" IN ('create', 'update', 'delete')),
  "key" text COLLATE "C",
  "fields" json NOT NULL,
  "base" json,
  PRIMARY KEY ("proposal", "number")
);

-- What became of a proposal: its log, its comments, and what the inbox tells.
CREATE TABLE "proposalevent" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "proposal" bigint NOT NULL REFERENCES "proposal" ("id") ON DELETE CASCADE,
  "created" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6),
  "user" bigint,
  "kind" text COLLATE "C" NOT NULL
    CHECK ("kind" IN ('created', 'submitted', 'approved', 'rejected', 'withdrawn', 'resolved', 'applied', 'commented')),
  "revision" integer NOT NULL,
  "text" text NOT NULL DEFAULT ''
);
CREATE INDEX "proposalevent_proposal_idx" ON "proposalevent" ("proposal", "id");
CREATE INDEX "proposalevent_user_idx" ON "proposalevent" ("user", "proposal");

-- Whoever could try changes of the plan can propose them.
INSERT INTO "grouppermission" ("group", "permission")
SELECT g."group", p."permission" FROM "grouppermission" g
CROSS JOIN (VALUES ('common.add_proposal'), ('common.view_proposal'), ('common.approve_proposal'),
  ('execute.run_proposal_apply')) AS p("permission")
WHERE g."permission" = 'input.try_plan'
ON CONFLICT DO NOTHING;
