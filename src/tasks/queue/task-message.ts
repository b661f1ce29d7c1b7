/** Writes messages of tasks for their records, and says what a task waits for. */
import { storableText } from '../../database/storable-text.ts'
import { type Message, messageText } from '../../errors/messages.ts'
import { storedMessage } from '../../errors/stored-message.ts'
import type { Blocker, TaskRecord } from './task-record.ts'

/** Maximum number of characters of a message; the log has the full text. */
const longestText = 100_000
/** Maximum number of characters of a message with its parameters; a longer one is stored in English only. */
const longestCoded = 200_000

/** Returns a message as the column `coded_message` has it; null if it is only a text. */
function codedMessage(message: Message): string | null {
  if (message.code === 'plain_text') return null
  const stored = storedMessage(storable(message))
  return stored.length > longestCoded ? null : stored
}

/** Returns the message without characters that PostgreSQL cannot store. */
const storable = ({ code, params = {} }: Message): Message => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object'
        ? storable(value)
        : typeof value === 'string'
          ? storableText(value, longestCoded)
          : value,
    ]),
  ),
})

/** Returns a message as the record keeps it: in English, and as a code with parameters. */
export const messageColumns = (message: Message): readonly [text: string, coded: string | null] => [
  storableText(messageText(message), longestText),
  codedMessage(message),
]

/** Returns how the task is named for which another one waits. */
export const blockerMessage = ({ name, id, scenario }: Blocker): Message => ({
  code: 'task_in_scenario',
  params: { name, id, scenario },
})

/**
 * What a waiting task waits for: another task, data that is being replaced, an earlier step of its group, or else a
 * worker.
 */
type Wait = Pick<TaskRecord, 'waitsFor' | 'replaced' | 'parent' | 'worker'>

/** Returns what a task waits for, other than a worker. */
export function waitCause({ waitsFor, replaced, parent, worker }: Wait): Message | undefined {
  if (waitsFor !== null) return blockerMessage(waitsFor)
  if (replaced !== null) return { code: 'scenario_being_replaced', params: { name: replaced } }
  // The process of the group runs its steps itself.
  return parent === null || worker === null ? undefined : { code: 'earlier_step', params: { id: parent } }
}

/** Returns what a task waits for, in English. */
export function waitText(wait: Wait): string {
  const cause = waitCause(wait)
  return cause === undefined ? 'a worker' : messageText(cause)
}

/** Returns what a waiting task waits for; undefined unless it waits. */
export function waitingMessage(task: Wait & Pick<TaskRecord, 'status'>): Message | undefined {
  if (task.status !== 'Waiting') return undefined
  const cause = waitCause(task)
  return cause === undefined
    ? { code: 'task_waits_for_worker' }
    : { code: 'task_waits_for', params: { what: cause } }
}
