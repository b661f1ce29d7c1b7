-- Rows of the plan of which the digest tells that were deleted since, when a trial was accepted. Those that it changed or added tell
-- of it by the transaction that wrote them.
ALTER TABLE "plandigest" ADD COLUMN "deleted" json;
