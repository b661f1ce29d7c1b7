-- What the ERP has answered to each released order.
ALTER TABLE "orderrelease"
  -- Goes with every attempt to hand the order over, so that the ERP takes it once.
  ADD COLUMN "key" text COLLATE "C" NOT NULL DEFAULT (gen_random_uuid()::text),
  ADD COLUMN "receipt" text COLLATE "C" CHECK ("receipt" IN ('accepted', 'rejected')),
  -- What the ERP calls the order.
  ADD COLUMN "erpnumber" text COLLATE "C",
  -- Why it was rejected.
  ADD COLUMN "reason" text,
  ADD COLUMN "answered" timestamp;
CREATE INDEX "orderrelease_open_idx" ON "orderrelease" ("changeset") WHERE "receipt" IS NULL;
