-- Finds the large sales orders of a location without reading all its orders; it also replaces the index of locations.
CREATE INDEX "demand_location_quantity_idx" ON "demand" ("location", "quantity");
DROP INDEX "demand_location_idx";
