/**
 * Requests what-if computations: the effects of edits, a promise date for an order, and remedies for a late order.
 */
import { ApiError } from './api-error.ts'
import { send, sendJson } from './client.ts'
import { readJsonLines } from './json-lines.ts'
import { scenarioPath } from './paths.ts'
import {
  anything,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  otherwise,
  type Shape,
  type Shaped,
  table,
  text,
} from './shape.ts'

/** Permission to request trials. */
export const mayTryPlan = 'input.try_plan'

/** An edit of a record, in the format of the data API. */
export interface PlanEdit {
  readonly entity: string
  readonly action: 'create' | 'update' | 'delete'
  readonly key?: string | number | undefined
  readonly fields?: Readonly<Record<string, unknown>> | undefined
}

export interface TrialRequest {
  readonly edits: readonly PlanEdit[]
  /** `repair` keeps all orders unchanged that the edits do not affect; `replan` computes a new plan. */
  readonly mode?: 'repair' | 'replan'
  /** Whether edited sales orders may displace less urgent ones. */
  readonly displace?: boolean
}

const demandStateShape = nullable(
  object({ date: nullable(text), days_late: nullable(number), short: otherwise(number, 0) }),
)
const orderStateShape = nullable(
  object({ start: text, end: text, quantity: number, resources: otherwise(list(text), []) }),
)
const reasonShape = object({ code: text, owner: otherwise(text, ''), days: otherwise(number, 0) })

export const figuresShape = object({
  ontime: number,
  late: number,
  short: number,
  quantity_days_late: number,
  stock_value: number,
  setup_hours: number,
  /** Percent. */
  utilization: number,
})

const changedDemandShape = object({
  name: text,
  item: text,
  customer: nullable(text),
  quantity: number,
  due: text,
  change: oneOf('late', 'recovered', 'later', 'earlier', 'new', 'gone'),
  before: demandStateShape,
  after: demandStateShape,
  reasons: otherwise(list(reasonShape), []),
  /** Index of the edit that causes the change; null if unknown. */
  edit: otherwise(nullable(number), null),
})

const changedOrderShape = object({
  reference: nullable(text),
  type: text,
  operation: nullable(text),
  item: nullable(text),
  change: oneOf('added', 'moved', 'resized', 'dropped'),
  before: orderStateShape,
  after: orderStateShape,
})

const changedResourceShape = object({
  name: text,
  load_before: number,
  load_after: number,
  overload_days: number,
})

const consequencesFields = {
  keyfigures: object({ before: figuresShape, after: figuresShape }),
  demands: list(changedDemandShape),
  orders: object({
    added: number,
    moved: number,
    resized: number,
    dropped: number,
    /** Number of these orders that start within the frozen horizon. */
    frozen: number,
    list: list(changedOrderShape),
  }),
  resources: list(changedResourceShape),
}
/** Effects of edits. */
export const consequencesShape = object(consequencesFields)
const trialShape = object({ token: text, ...consequencesFields })

/** Effects of edits, and the token that accepts them. */
export type Trial = Shaped<typeof trialShape>
export type KeyFigures = Shaped<typeof figuresShape>
export type ChangedDemand = Shaped<typeof changedDemandShape>
export type ChangedOrder = Shaped<typeof changedOrderShape>
export type ChangedResource = Shaped<typeof changedResourceShape>
export type DemandState = NonNullable<Shaped<typeof demandStateShape>>
export type Reason = Shaped<typeof reasonShape>

const promiseShape = object({
  token: text,
  promises: list(object({ date: text, quantity: number })),
  /** Date by which the whole quantity is delivered; null if part of it cannot be delivered. */
  complete: nullable(text),
  days_late: nullable(number),
  confidence: oneOf('firm', 'conditional'),
  binding: otherwise(list(reasonShape), []),
  delays: otherwise(list(object({ demand: text, days: number })), []),
})

export type OrderPromise = Shaped<typeof promiseShape>

export interface PromiseRequest {
  readonly item: string
  readonly quantity: number
  readonly due: string
  readonly location?: string
  readonly customer?: string
  readonly priority?: number
  readonly minshipment?: number
  /** Name of the sales order that accepting creates; the service generates one by default. */
  readonly name?: string
}

/** A key may be a number; an edit that creates a record has none. */
const keyShape: Shape<string | number | undefined> = (value) =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined

const editShape = object({
  entity: text,
  action: oneOf('create', 'update', 'delete'),
  key: keyShape,
  fields: otherwise(table(anything), {}),
})

const summaryFields = { code: otherwise(text, ''), values: otherwise(table(anything), {}) }

const remedyShape = object({
  token: text,
  kind: text,
  /** Code of a sentence, with its values; a combination also has the sentences of its parts. */
  summary: object({ ...summaryFields, parts: otherwise(list(object(summaryFields)), []) }),
  edits: otherwise(list(editShape), []),
  before: demandStateShape,
  after: demandStateShape,
  others: otherwise(
    object({
      later: otherwise(number, 0),
      days: otherwise(number, 0),
      recovered: otherwise(number, 0),
      /** Sales orders that become later, the most delayed first; limited to a few. */
      paying: otherwise(list(object({ demand: text, days: number })), []),
    }),
    { later: 0, days: 0, recovered: 0, paying: [] },
  ),
  cost: nullable(number),
})

/**
 * The last line of the response: the constraints that bind the order, and the earliest delivery that any remedy
 * achieves.
 */
const remediesEndShape = object({
  /** Indexes of the remedies in order of arrival, from 0, the best first. */
  ranks: otherwise(list(number), []),
  before: demandStateShape,
  earliest: nullable(text),
  binding: otherwise(list(reasonShape), []),
})

export type RemedySummary = Shaped<typeof remedyShape>['summary']
export type Remedy = Shaped<typeof remedyShape>
export type RemediesEnd = Shaped<typeof remediesEndShape>

const overtimeShape = object({
  /** The sales order that waits longest for the resource. */
  demand: nullable(text),
  options: list(object({ summary: object(summaryFields), edits: list(editShape), cost: nullable(number) })),
})

/** A way to add time to a resource, as edits that were not tried yet. */
export type OvertimeOption = Shaped<typeof overtimeShape>['options'][number]

const acceptedShape = object({
  changeset: nullable(number),
  orders: otherwise(
    object({
      moved: otherwise(number, 0),
      added: otherwise(number, 0),
      dropped: otherwise(number, 0),
    }),
    { moved: 0, added: 0, dropped: 0 },
  ),
})

export type Accepted = Shaped<typeof acceptedShape>

const conflictsShape = object({
  conflicts: otherwise(
    list(object({ entity: text, key: nullable(text), changeset: optional(nullable(number)) })),
    [],
  ),
})

export type TrialConflict = Shaped<typeof conflictsShape>['conflicts'][number]

const faultsShape = object({
  errors: list(object({ edit: otherwise(number, 0), field: nullable(text), message: text })),
})

const planPath = (
  scenario: string,
  question: 'trial' | 'promise' | 'remedies' | 'overtime' | 'accept',
): string => scenarioPath(scenario, `/api/plan/${question}/`)

/** Returns the effects of edits; stores nothing. Throws `ApiError`. */
export const tryEdits = (scenario: string, request: TrialRequest, signal?: AbortSignal): Promise<Trial> =>
  readable(sendJson('POST', planPath(scenario, 'trial'), request, trialShape, { signal }))

/** Returns when an order could be delivered; stores nothing. Throws `ApiError`. */
export const askPromise = (
  scenario: string,
  request: PromiseRequest,
  signal?: AbortSignal,
): Promise<OrderPromise> =>
  readable(sendJson('POST', planPath(scenario, 'promise'), request, promiseShape, { signal }))

/**
 * Searches for remedies that deliver a sales order on time; resolves when the search has ended.
 * @param onRemedy called with each remedy when it is found
 * Throws `ApiError`, or the abort of the signal, which also stops the search in the service.
 */
export async function findRemedies(
  scenario: string,
  demand: string,
  onRemedy: (remedy: Remedy) => void,
  signal: AbortSignal,
): Promise<RemediesEnd> {
  const path = planPath(scenario, 'remedies')
  const headers = { accept: 'application/x-ndjson' }
  const { body } = await readable(send(path, { method: 'POST', body: { demand }, headers, signal }))
  let end: RemediesEnd | undefined
  if (body !== null) {
    try {
      for await (const line of readJsonLines(body)) {
        if (isRemedy(line)) onRemedy(remedyShape(line, path))
        else end = remediesEndShape(line, path)
      }
    } catch (error) {
      if (!(error instanceof TypeError) || signal.aborted) throw error
      throw new ApiError({ status: 0, detail: '', cause: error })
    }
  }
  // A response without the last line is incomplete.
  if (end === undefined) throw new ApiError({ status: 0, detail: '' })
  return end
}

const isRemedy = (line: unknown): boolean => typeof line === 'object' && line !== null && 'token' in line

/** Returns ways to add time to a resource that sales orders wait for. Throws `ApiError`. */
export const findOvertime = (scenario: string, resource: string, signal: AbortSignal) =>
  sendJson('POST', planPath(scenario, 'overtime'), { resource }, overtimeShape, { signal })

/** Stores the edits of a trial with its plan, in one transaction. Throws `ApiError`. */
export const acceptTrial = (scenario: string, token: string): Promise<Accepted> =>
  readable(sendJson('POST', planPath(scenario, 'accept'), { token }, acceptedShape))

/** Returns the records that changed after the trial and caused its acceptance to be rejected. */
export const conflictsOf = ({ status, body }: ApiError): readonly TrialConflict[] =>
  status === 409 ? conflictsShape(body).conflicts : []

/** Returns whether a trial is outdated: it must be run again before it can be accepted. */
export const isOutdated = ({ status }: ApiError): boolean => status === 409 || status === 410

/** Converts errors of edits to one sentence each and to messages by field, as in other rejections. */
async function readable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400 || !hasFaults(error.body)) throw error
    const { errors } = faultsShape(error.body)
    const fields: Record<string, string[]> = {}
    for (const { field, message } of errors) (fields[field ?? ''] ??= []).push(message)
    throw new ApiError({
      status: error.status,
      detail: errors.map(({ message }) => message).join(' '),
      fields,
      body: error.body,
      cause: error,
    })
  }
}

const hasFaults = (body: unknown): boolean => typeof body === 'object' && body !== null && 'errors' in body
