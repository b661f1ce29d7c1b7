/** The steps of a group, as the JSON of its record holds them. */
import type { Message } from '../../errors/messages.ts'
import type { Arguments } from '../arguments.ts'

export interface Step {
  readonly task: string
  /** As given: the schema of the task converts and completes them. */
  readonly arguments: Arguments
  /** Whether the steps after it are left out when it is not done. */
  readonly abortOnFailure: boolean
}

export interface ReadSteps {
  readonly steps: readonly Step[]
  readonly faults: readonly Message[]
}

/** Upper limit of the steps of a group. */
const mostSteps = 100

const known: ReadonlySet<string> = new Set(['task', 'arguments', 'abort_on_failure'])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Takes the steps out of a JSON value, and says which are none. */
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

/** The steps as the record holds them. */
export const stepsJson = (steps: readonly Step[]): string =>
  JSON.stringify(
    steps.map(({ task, arguments: args, abortOnFailure }) => {
      return { task, arguments: args, abort_on_failure: abortOnFailure }
    }),
  )
