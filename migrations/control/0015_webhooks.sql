-- Endpoints that are told of events, and what became of each delivery.
CREATE TABLE "webhook" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text COLLATE "C" NOT NULL,
  "url" text NOT NULL,
  -- Encrypted with the secret of the installation.
  "secret" bytea NOT NULL,
  -- With whose rights events are read.
  "user" bigint NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "kinds" text[] COLLATE "C" NOT NULL,
  "entities" text[] COLLATE "C" NOT NULL,
  "scenarios" text[] COLLATE "C" NOT NULL,
  "enabled" boolean NOT NULL DEFAULT true,
  -- Why it was disabled by the service; null otherwise.
  "fault" text,
  "created" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(0),
  -- Events up to here have become deliveries.
  "cursor" text COLLATE "C" NOT NULL
);

CREATE TABLE "webhookdelivery" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "webhook" bigint NOT NULL REFERENCES "webhook" ("id") ON DELETE CASCADE,
  "kind" text COLLATE "C" NOT NULL,
  "body" text NOT NULL,
  "created" timestamptz NOT NULL DEFAULT now(),
  "attempts" integer NOT NULL DEFAULT 0,
  -- Null once it has arrived, or is given up.
  "due" timestamptz DEFAULT now(),
  "delivered" timestamptz,
  "status" integer,
  -- The beginning of the answer, or why there was none.
  "answer" text
);
CREATE INDEX "webhookdelivery_due_idx" ON "webhookdelivery" ("due") WHERE "due" IS NOT NULL;
CREATE INDEX "webhookdelivery_webhook_idx" ON "webhookdelivery" ("webhook", "id");
