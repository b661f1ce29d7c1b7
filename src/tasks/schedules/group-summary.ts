/** Summarizes the result of a group in a message: the number of completed steps, and the status of the others. */
import type { StepEnd } from './run-group.ts'

export interface GroupSummary {
  readonly passed: boolean
  readonly text: string
}

/** Returns the summary. A group has passed if every step is Done; a canceled or skipped step makes it fail. */
export function summarise(name: string, ends: readonly StepEnd[]): GroupSummary {
  const done = ends.filter(({ record }) => record.status === 'Done')
  const leftOut = ends.filter(({ record }) => record.status === 'Canceled' && neverBegan(record.message))
  const wrong = ends.filter((end) => !done.includes(end) && !leftOut.includes(end))
  const passed = done.length === ends.length
  const sentences = [
    `Group "${name}": ${done.length} of ${ends.length} steps done.`,
    ...wrong.map(({ step, record }) => {
      return `Step ${step.number} (${step.step.task}): ${record.status}. ${sentence(record.message)}`
    }),
    ...(leftOut.length === 0
      ? []
      : [`Not run: ${leftOut.map(({ step }) => `${step.number} (${step.step.task})`).join(', ')}.`]),
  ]
  return { passed, text: sentences.join(' ') }
}

const neverBegan = (message: string | null): boolean => message?.startsWith('Not run: ') === true

const sentence = (text: string | null): string => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
