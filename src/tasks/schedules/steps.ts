/** The steps of a group, as the JSON of its record stores them. */
import type { Message } from '../../errors/messages.ts'
import type { Arguments } from '../arguments.ts'
import { isObject } from '../../model/values/json.ts'

/** Name of the task that runs a group. */
export const groupTask = 'scheduletasks'

export interface Step {
  readonly task: string
  /** Arguments as given: the schema of the task converts and completes them. */
  readonly arguments: Arguments
  /** Whether the following steps are skipped if this one is not Done. */
  readonly abortOnFailure: boolean
}

export interface ReadSteps {
  readonly steps: readonly Step[]
  readonly faults: readonly Message[]
}

/** Maximum number of steps of a group. */
const mostSteps = 100

const known: ReadonlySet<string> = new Set(['task', 'arguments', 'abort_on_failure'])

/** Parses the steps from a JSON value; returns the valid ones and a fault for each invalid one. */
export function readSteps(value: unknown): ReadSteps {
  if (value === null || value === undefined) return { steps: [], faults: [] }
  if (!Array.isArray(value)) return { steps: [], faults: [{ code: 'not_a_list' }] }
  if (value.length > mostSteps)
    return { steps: [], faults: [{ code: 'too_many_values', params: { limit: mostSteps } }] }
  const steps: Step[] = []
  const faults: Message[] = []
  for (const [index, given] of value.entries()) {
    const step = readStep(given)
    if (step === undefined) faults.push({ code: 'step_shape', params: { step: index + 1 } })
    else steps.push(step)
  }
  return { steps, faults }
}

function readStep(given: unknown): Step | undefined {
  if (!isObject(given) || Object.keys(given).some((name) => !known.has(name))) return undefined
  const { task, arguments: args = {}, abort_on_failure: abort = true } = given
  if (typeof task !== 'string' || !isObject(args) || typeof abort !== 'boolean') return undefined
  return { task, arguments: args, abortOnFailure: abort }
}

/** Returns the JSON of the steps, as the record stores it. */
export const stepsJson = (steps: readonly Step[]): string =>
  JSON.stringify(
    steps.map(({ task, arguments: args, abortOnFailure }) => {
      return { task, arguments: args, abort_on_failure: abortOnFailure }
    }),
  )
