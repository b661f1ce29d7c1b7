/** Formats task records as JSON. */
import { englishMessages, messageText, type MessageTexts } from '../../errors/messages.ts'
import { recordedText } from '../../errors/stored-message.ts'
import { waitingMessage } from './task-message.ts'
import type { TaskRecord } from './task-record.ts'

/**
 * Scripts search the whole response for these words to detect that a task has ended. In the record of an unfinished
 * task their first letter is therefore written as a JSON escape, which JSON parsers read as the same text.
 */
const endWords = /Done|Failed|Canceled/g

const escaped = (word: string): string =>
  `\\u${word.charCodeAt(0).toString(16).padStart(4, '0')}${word.slice(1)}`

const isoTime = (time: string | null): string | null => time?.replace(' ', 'T') ?? null

/** Returns one record as JSON text. `message` is in English, `detail` in the language of `texts`. */
export function taskText(task: TaskRecord, texts: MessageTexts = englishMessages): string {
  const percent = /^(\d+)%$/.exec(task.status)?.[1]
  const text = JSON.stringify({
    name: task.name,
    submitted: isoTime(task.submitted),
    started: isoTime(task.started),
    finished: isoTime(task.finished),
    arguments: task.arguments,
    status: task.status,
    message: task.message ?? waiting(task, englishMessages),
    detail: recordedText(task, texts) ?? waiting(task, texts),
    user: task.username ?? (task.operator ? 'operator' : null),
    logfile: task.logfile,
    scenario: task.scenario,
    progress: percent === undefined ? (task.status === 'Done' ? 100 : 0) : Number(percent),
    step: task.step,
    parent: task.parent,
  })
  return task.finished === null ? text.replaceAll(endWords, escaped) : text
}

function waiting(task: TaskRecord, texts: MessageTexts): string | null {
  const message = waitingMessage(task)
  return message === undefined ? null : messageText(message, texts)
}

/** Returns records as one JSON object with their numbers as keys. */
export function tasksText(tasks: readonly TaskRecord[], texts?: MessageTexts): string {
  return `{${tasks.map((task) => `"${task.id}": ${taskText(task, texts)}`).join(', ')}}`
}
