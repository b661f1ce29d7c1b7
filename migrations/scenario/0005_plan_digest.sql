-- What the last plan has stored, in a short form: by it the next plan finds out which of its rows are there already, without reading
-- them. It speaks of rows by the transactions that wrote them, so it is of no use to a copy of the data and stays behind.
CREATE TABLE "plandigest" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "content" bytea NOT NULL
);
-- Compressing it gains little.
ALTER TABLE "plandigest" ALTER COLUMN "content" SET STORAGE EXTERNAL;
