-- A plan that follows another one gives part of its orders and movements other values. With room left in their pages a changed row
-- stays in its page, and indexes of columns that are as they were are not written: storing such a plan takes the server a quarter less.
ALTER TABLE "operationplan" SET (fillfactor = 85);
ALTER TABLE "operationplanmaterial" SET (fillfactor = 90);
