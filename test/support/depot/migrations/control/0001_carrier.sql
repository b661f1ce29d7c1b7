-- Carriers.
CREATE TABLE "carrier" (
  "name" text COLLATE "C" NOT NULL,
  "phone" text COLLATE "C",
  CONSTRAINT "carrier_pkey" PRIMARY KEY ("name")
);
