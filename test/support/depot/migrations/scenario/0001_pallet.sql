-- Pallets.
CREATE TABLE "pallet" (
  "source" text COLLATE "C",
  "lastmodified" timestamp NOT NULL DEFAULT LOCALTIMESTAMP(6),
  "name" text COLLATE "C" NOT NULL,
  "item" text COLLATE "C" NOT NULL,
  "location" text COLLATE "C",
  "weight" double precision,
  CONSTRAINT "pallet_pkey" PRIMARY KEY ("name")
);
CREATE INDEX "pallet_source_idx" ON "pallet" ("source") WHERE "source" IS NOT NULL;
CREATE INDEX "pallet_item_idx" ON "pallet" ("item");
CREATE INDEX "pallet_location_idx" ON "pallet" ("location") WHERE "location" IS NOT NULL;
ALTER TABLE "pallet" ADD CONSTRAINT "pallet_item_fkey" FOREIGN KEY ("item") REFERENCES "item" ("name") ON DELETE CASCADE DEFERRABLE;
ALTER TABLE "pallet" ADD CONSTRAINT "pallet_location_fkey" FOREIGN KEY ("location") REFERENCES "location" ("name") ON DELETE SET NULL DEFERRABLE;
