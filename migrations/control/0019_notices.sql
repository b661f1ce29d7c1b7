-- What the service tells single users by itself, in their inbox.
CREATE TABLE "notice" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "user" bigint NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "kind" text COLLATE "C" NOT NULL,
  -- Number of what it is about.
  "subject" bigint NOT NULL,
  -- Null where it is about no scenario.
  "scenario" text COLLATE "C",
  "name" text COLLATE "C" NOT NULL,
  -- JSON: code of the message with its parameters, so that everybody reads it in the own language.
  "message" text NOT NULL,
  "created" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6)
);
CREATE INDEX "notice_user_idx" ON "notice" ("user", "created");
CREATE INDEX "notice_subject_idx" ON "notice" ("kind", "subject");

-- Why a webhook needs a look is a message likewise.
UPDATE "webhook" SET "fault" = json_build_object('code', 'webhook_refused', 'params',
  json_build_object('delivery', coalesce(substring("fault" FROM 'Message (\d+)')::bigint, 0)))::text
WHERE "fault" IS NOT NULL;
