-- Users who get mails about plans; their preferences say when.
CREATE TABLE "maildigest" (
  "user" bigint PRIMARY KEY REFERENCES "user" ("id") ON DELETE CASCADE,
  -- Plans stored before are not mailed.
  "since" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6),
  -- When the last mail was sent, or was not needed, in the time zone of the installation.
  "sent" timestamp NOT NULL,
  -- Time of the next attempt after a failure.
  "retry" timestamptz,
  -- Number of failures since the last mail.
  "failures" integer NOT NULL DEFAULT 0
);
-- Finds these users among all preferences.
CREATE INDEX "userpreference_digest_idx" ON "userpreference" ("user")
  WHERE "property" = 'ui' AND "value"->>'digest' IN ('daily', 'plan');
