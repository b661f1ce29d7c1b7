-- Finds the items and locations with planned sales orders in their order, and deliveries without a sales order, without
-- reading the tables; they also replace the indexes of items and types.
CREATE INDEX "demand_item_location_status_idx" ON "demand" ("item", "location", "status");
DROP INDEX "demand_item_idx";
CREATE INDEX "operationplan_type_demand_idx" ON "operationplan" ("type", "demand");
DROP INDEX "operationplan_type_idx";
