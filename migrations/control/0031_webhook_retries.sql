ALTER TABLE "webhookdelivery"
  -- Time of the first attempt since it was queued, sent again, or the endpoint was changed; null before it.
  ADD COLUMN "started" timestamptz,
  -- Sent although messages before it wait: a test, or a message that a user sends again, until its next attempt.
  ADD COLUMN "urgent" boolean NOT NULL DEFAULT false;
UPDATE "webhookdelivery" SET "started" = "created" WHERE "attempts" > 0 AND "due" IS NOT NULL;
UPDATE "webhookdelivery" SET "urgent" = true WHERE "kind" = 'test' AND "due" IS NOT NULL;
CREATE INDEX "webhookdelivery_delivered_idx" ON "webhookdelivery" ("webhook", "id")
  WHERE "delivered" IS NOT NULL AND "kind" <> 'test';
