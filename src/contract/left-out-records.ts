/** Members of responses about the records that an undo leaves as they are. */
import { integer, listOf, means, nullable, object, oneOf, text } from './schemas.ts'

/** Why an undo leaves records as they are; see `LeftOutRecords`. */
const leaveOutReasons = ['plan', 'emptied', 'gone'] as const
export type LeaveOutReason = (typeof leaveOutReasons)[number]

export const leftOutFields = {
  left_out_records: means(
    listOf(
      object({
        entity: text,
        label: text,
        route: text,
        reason: means(
          oneOf(leaveOutReasons),
          '`plan`: a plan has removed the proposed orders; `emptied`: all orders were deleted; `gone`: they do not exist any more.',
        ),
        records: integer,
        changeset: means(nullable(integer), 'The entry that deleted all orders; null for other reasons.'),
        keys: means(listOf(text), 'The first of them.'),
        detail: means(text, 'The reason as a sentence.'),
      }),
    ),
    'The first groups of records that the undo leaves as they are, without a conflict; rows of the plan, which the next plan makes again, are not included.',
  ),
  left_out_record_count: means(integer, 'Number of all records that the undo leaves as they are.'),
}
