/** Describes the outcome of a file for the log. */
import type { FileOutcome } from './folder-import.ts'

interface LogLine {
  readonly text: string
  readonly level: 'info' | 'warning'
}

/** Returns the lines for the log. */
export function describeOutcome(outcome: FileOutcome): readonly LogLine[] {
  if (outcome.kind === 'table') {
    const { report, file } = outcome
    return [
      ...report.remarks.map((text) => ({ text: `${file}: ${text}`, level: 'warning' }) as const),
      { text: `${file}: ${countWords(report)}`, level: 'info' },
    ]
  }
  if (outcome.kind === 'refused' || outcome.counts === undefined) return []
  const parts = [...outcome.counts].map(([table, counts]) => `${table}: ${countWords(counts)}`)
  return [
    { text: `${outcome.file}: ${parts.length === 0 ? 'no rows changed' : parts.join('; ')}`, level: 'info' },
  ]
}

const countNames = ['created', 'updated', 'unchanged', 'deleted', 'rejected'] as const

/** Formats counts, such as `120 created, 14 updated`. */
export function countWords(counts: Readonly<Partial<Record<(typeof countNames)[number], number>>>): string {
  return countNames
    .flatMap((name) => (counts[name] === undefined ? [] : [`${counts[name].toLocaleString('en')} ${name}`]))
    .join(', ')
}
