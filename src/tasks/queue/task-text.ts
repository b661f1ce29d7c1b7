/** Records of tasks as JSON. */
import type { TaskRecord } from './task-record.ts'

/**
 * Scripts look for these words in the whole answer to see whether a task has ended. In what belongs to a task
 * that has not, their first letter is written as an escape, which is the same to whoever reads JSON.
 */
const endWords = /Done|Failed|Canceled/g

const escaped = (word: string): string =>
  `\\u${word.charCodeAt(0).toString(16).padStart(4, '0')}${word.slice(1)}`

const isoTime = (time: string | null): string | null => time?.replace(' ', 'T') ?? null

/** One record as JSON text. */
export function taskText(task: TaskRecord): string {
  const percent = /^(\d+)%$/.exec(task.status)?.[1]
  const text = JSON.stringify({
    name: task.name,
    submitted: isoTime(task.submitted),
    started: isoTime(task.started),
    finished: isoTime(task.finished),
    arguments: task.arguments,
    status: task.status,
    message: task.message ?? waiting(task),
    user: task.username ?? (task.operator ? 'operator' : null),
    logfile: task.logfile,
    scenario: task.scenario,
    progress: percent === undefined ? (task.status === 'Done' ? 100 : 0) : Number(percent),
    step: task.step,
    parent: task.parent,
  })
  return task.finished === null ? text.replaceAll(endWords, escaped) : text
}

function waiting({ status, waitsFor }: TaskRecord): string | null {
  if (status !== 'Waiting') return null
  return `Waiting for ${waitsFor ?? 'a worker'}`
}

/** Records by number as one JSON object. */
export function tasksText(tasks: readonly TaskRecord[]): string {
  return `{${tasks.map((task) => `"${task.id}": ${taskText(task)}`).join(', ')}}`
}
