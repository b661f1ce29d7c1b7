-- Lists of orders come in the order of the numbers at the end of the references, 9 before 10. The primary key holds them as text.
CREATE INDEX "operationplan_reference_order_idx" ON "operationplan" (rtrim("reference", '0123456789'::text), length("reference"), "reference");
