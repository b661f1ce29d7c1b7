-- Finds the keys of a page of the sales orders of a location from the index alone.
CREATE INDEX "demand_location_quantity_name_idx" ON "demand" ("location", "quantity", "name");
DROP INDEX "demand_location_quantity_idx";
