/** Describes the outcome of a file for the log. */
import { joinItems, joinList, type Message, messageText } from '../../errors/messages.ts'
import { describeSample } from '../tables/sample-changes.ts'
import type { FileOutcome, Unfinished } from './folder-import.ts'

interface LogLine {
  readonly text: string
  readonly level: 'info' | 'warning'
}

/** Returns the lines for the log. */
export function describeOutcome(outcome: FileOutcome): readonly LogLine[] {
  if (outcome.kind === 'table') {
    const { report, file } = outcome
    return [
      ...report.remarks.map(
        (remark) => ({ text: `${file}: ${messageText(remark)}`, level: 'warning' }) as const,
      ),
      ...(report.sample ?? []).map(
        (change) => ({ text: `${file}: would change ${describeSample(change)}`, level: 'info' }) as const,
      ),
      { text: `${file}: ${countWords(report)}`, level: 'info' },
    ]
  }
  if (outcome.kind === 'refused' || outcome.counts === undefined) return []
  const parts = [...outcome.counts].map(([table, counts]) => `${table}: ${countWords(counts)}`)
  return [
    { text: `${outcome.file}: ${parts.length === 0 ? 'no rows changed' : parts.join('; ')}`, level: 'info' },
  ]
}

/**
 * Follows the counts of a file or sheet in the log as long as the transaction of all of them can still be undone. Once it
 * is committed, the log says so.
 */
export const storedTogether = ' (not stored yet: all or nothing)'

const countCodes = {
  created: 'count_created',
  updated: 'count_updated',
  unchanged: 'count_unchanged',
  deleted: 'count_deleted',
  rejected: 'count_rejected',
} as const

/** Numbers of records by what was done with them. */
export type Counts = Readonly<Partial<Record<keyof typeof countCodes, number>>>

/**
 * Returns counts such as `120 created, 14 updated`; undefined without any. Numbers have the separators of the language,
 * texts are shown as they are.
 */
function countMessage(counts: Readonly<Partial<Record<keyof Counts, number | string>>>): Message | undefined {
  const [first, ...others] = (['created', 'updated', 'unchanged', 'deleted', 'rejected'] as const).flatMap(
    (name): readonly Message[] => {
      const number = counts[name]
      return number === undefined ? [] : [{ code: countCodes[name], params: { number } }]
    },
  )
  if (first === undefined) return undefined
  return joinList(first, ...others)
}

/** Returns counts in digits only, as programs that read the result expect them; empty without any. */
export const countsInDigits = (counts: Counts): Message | string =>
  countMessage(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]))) ?? ''

/** Formats counts in English. */
export function countWords(counts: Counts): string {
  const message = countMessage(counts)
  return message === undefined ? '' : messageText(message)
}

/** Returns the sentence with the counts of each entity; none without entities. */
export function countsByEntity(
  counts: readonly (readonly [entity: string, counts: Counts])[],
): readonly Message[] {
  const [first, ...others] = counts.map(([entity, own]): Message => ({
    code: 'entity_counts',
    params: { entity, counts: countMessage(own) ?? '' },
  }))
  return first === undefined ? [] : [{ code: 'sentence', params: { message: joinItems(first, ...others) } }]
}

/** Numbers of rows of a table, including those that a later row with the same key replaces. */
type RowCounts = Counts & { readonly overridden: number }

/** Returns how many of all rows are stored, if some of them are rejected or replaced by later rows. */
export function rowsImported(counts: readonly RowCounts[]): readonly Message[] {
  const sum = (...names: readonly (keyof RowCounts)[]): number =>
    counts.reduce((total, own) => names.reduce((part, name) => part + (own[name] ?? 0), total), 0)
  const [imported, rejected] = [sum('created', 'updated', 'unchanged'), sum('rejected')]
  const repeated = sum('overridden')
  const total = imported + repeated + rejected
  if (repeated > 0)
    return [{ code: 'rows_imported_repeated', params: { imported, total, repeated, rejected } }]
  return rejected === 0 ? [] : [{ code: 'rows_imported', params: { imported, total, rejected } }]
}

/** Returns the counts of an import that was not stored because of faults; none without entities. */
export const countsIfStored = (...counts: Parameters<typeof countsByEntity>): readonly Message[] =>
  countsByEntity(...counts).map((message) => ({ code: 'counts_if_stored', params: { counts: message } }))

/** Returns a file and why something is wrong with it. */
export const withReason = ({
  file,
  reason,
}: {
  readonly file: string
  readonly reason: Message
}): Message => ({
  code: 'file_with_reason',
  params: { file, reason: { code: 'clause', params: { message: reason } } },
})

/** Returns what is said of files that are imported, but could not be moved or deleted, or got no file of rejected rows. */
export function unfinishedMessages(unfinished: readonly Unfinished[]): readonly Message[] {
  const [first, ...others] = unfinished.map(withReason)
  return first === undefined
    ? []
    : [{ code: 'files_unfinished', params: { files: joinItems(first, ...others) } }]
}
