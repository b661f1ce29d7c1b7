-- Plans write orders and movements by the hundred thousand, and every index costs as much as the row itself. Movements are looked for
-- by item, location and date together; orders of a location, which has many of them, together with their item or their date.
DROP INDEX "operationplan_location_idx";
DROP INDEX "operationplanmaterial_item_idx";
DROP INDEX "operationplanmaterial_location_idx";
DROP INDEX "operationplanmaterial_flowdate_idx";
CREATE INDEX "operationplanmaterial_item_location_flowdate_idx" ON "operationplanmaterial" ("item", "location", "flowdate");
