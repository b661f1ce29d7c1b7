/** Formats tasks as lines: a table for users, and tab-separated values for programs. */
import { waitText } from '../../tasks/queue/task-message.ts'
import type { TaskRecord } from '../../tasks/queue/task-record.ts'
import { alignedLine, columnWidths } from '../text-table.ts'
import { cutText, oneLine, textWidth } from '../text-width.ts'

interface Column {
  readonly head: string
  readonly text: (task: TaskRecord) => string
}

const secondMs = 1000

/** Returns the duration of a finished task; empty for an unfinished one. */
function elapsed({ started, finished }: TaskRecord): string {
  if (started === null || finished === null) return ''
  const seconds = Math.max(0, Math.round((Date.parse(finished) - Date.parse(started)) / secondMs))
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (hours > 0) return `${hours}h${String(minutes % 60).padStart(2, '0')}m`
  return minutes > 0 ? `${minutes}m${String(seconds % 60).padStart(2, '0')}s` : `${seconds}s`
}

const withoutFraction = (time: string | null): string => time?.slice(0, 19) ?? ''

/** Returns the result of the task, its current step, or what it waits for. */
function words(task: TaskRecord): string {
  if (task.message !== null) return task.message
  return task.status === 'Waiting' ? `waits for ${waitText(task)}` : (task.step ?? '')
}

const userOf = ({ username, operator }: TaskRecord): string => username ?? (operator ? 'operator' : '')

const columns: readonly Column[] = [
  { head: 'ID', text: ({ id }) => String(id) },
  { head: 'TASK', text: ({ name }) => name },
  { head: 'SCENARIO', text: ({ scenario }) => scenario },
  { head: 'STATUS', text: ({ status }) => status },
  // Without the year, to leave space for the message.
  { head: 'SUBMITTED', text: ({ submitted }) => submitted.slice(5, 16) },
  { head: 'TOOK', text: elapsed },
  { head: 'USER', text: userOf },
  { head: 'MESSAGE', text: words },
]

/** Values of a line for programs; the help of the command documents their order. */
const values: readonly Column['text'][] = [
  ({ id }) => String(id),
  ({ status }) => status,
  ({ name }) => name,
  ({ scenario }) => scenario,
  userOf,
  ({ submitted }) => withoutFraction(submitted),
  ({ started }) => withoutFraction(started),
  ({ finished }) => withoutFraction(finished),
  words,
]

const heads = columns.map(({ head }) => head)
const cellsOf = (task: TaskRecord): readonly string[] => columns.map(({ text }) => oneLine(text(task)))

/** Returns a line of tab-separated values. */
export const taskValues = (task: TaskRecord): string => values.map((value) => oneLine(value(task))).join('\t')

/** Widths of all columns but the last. */
export type Widths = readonly number[]

export const tableWidths = (tasks: readonly TaskRecord[]): Widths =>
  columnWidths([heads, ...tasks.map(cellsOf)]).slice(0, -1)

/**
 * Minimum width for the message, in characters; if the terminal has less, the line wraps instead of being truncated.
 */
const leastRoom = 40

function cut(line: string, widths: Widths, width: number): string {
  const room = width - widths.reduce((sum, each) => sum + each + 2, 0)
  return room < leastRoom || textWidth(line) <= width ? line : `${cutText(line, width - 1)}…`
}

export const tableHead = (widths: Widths, width: number): string =>
  cut(alignedLine(heads, widths), widths, width)

/** Returns a line of the table, truncated to the width of the terminal. */
export const tableLine = (task: TaskRecord, widths: Widths, width: number): string =>
  cut(alignedLine(cellsOf(task), widths), widths, width)
