/** Summarizes the result of a group in a message: the number of completed steps, and the status of the others. */
import { asSentence, joinSentences, type Message } from '../../errors/messages.ts'
import { messageOfRecord } from '../../errors/stored-message.ts'
import type { StepEnd } from './run-group.ts'

export interface GroupSummary {
  readonly passed: boolean
  readonly message: Message
}

/** Returns the summary. A group has passed if every step is Done; a canceled or skipped step makes it fail. */
export function summarise(name: string, ends: readonly StepEnd[]): GroupSummary {
  const done = ends.filter(({ record }) => record.status === 'Done')
  const leftOut = ends.filter(({ record }) => record.status === 'Canceled' && neverBegan(record))
  const wrong = ends.filter((end) => !done.includes(end) && !leftOut.includes(end))
  const passed = done.length === ends.length
  const steps = leftOut.map(({ step }) => `${step.number} (${step.step.task})`).join(', ')
  const message = joinSentences(
    { code: 'group_steps_done', params: { name, done: done.length, steps: ends.length } },
    ...wrong.map(stepMessage),
    ...(leftOut.length === 0 ? [] : [{ code: 'group_steps_left_out', params: { steps } } as const]),
  )
  return { passed, message }
}

function stepMessage({ step, record }: StepEnd): Message {
  const params = { number: step.number, task: step.step.task }
  const code = record.status === 'Canceled' ? 'group_step_canceled' : 'group_step_failed'
  const message = messageOfRecord(record)
  return message === undefined ? { code, params } : joinSentences({ code, params }, asSentence(message))
}

const neverBegan = (record: StepEnd['record']): boolean => messageOfRecord(record)?.code === 'step_not_run'
