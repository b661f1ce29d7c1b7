-- Some edits of a proposal can be applied while the others stay open.
ALTER TABLE "proposalevent" DROP CONSTRAINT "proposalevent_kind_check";
ALTER TABLE "proposalevent" ADD CONSTRAINT "proposalevent_kind_check" CHECK ("kind" IN
  ('created', 'submitted', 'approved', 'rejected', 'withdrawn', 'resolved', 'conflicting', 'applied', 'applied_partly',
   'commented'));
