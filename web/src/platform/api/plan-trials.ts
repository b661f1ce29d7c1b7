/**
 * Requests what-if computations: the effects of edits, a promise date for an order, and remedies for a late order.
 */
import { ApiError } from './api-error.ts'
import { type Answer, type Body, call, type ErrorOf, hasMember, request } from './endpoints.ts'
import { readJsonLines } from './json-lines.ts'

/** Permission to request trials. */
export const mayTryPlan = 'input.try_plan'

export type TrialRequest = Body<'POST /api/plan/trial/'>
/** An edit of a record, in the format of the data API. */
export type PlanEdit = TrialRequest['edits'][number]
/** Effects of edits, and the token that accepts them. */
export type Trial = Answer<'POST /api/plan/trial/'>
export type KeyFigures = Trial['keyfigures']['after']
export type ChangedDemand = Trial['demands'][number]
export type ChangedOrder = Trial['orders']['list'][number]
export type ChangedResource = Trial['resources'][number]
export type DemandState = NonNullable<ChangedDemand['after']>
export type Reason = ChangedDemand['reasons'][number]

export type PromiseRequest = Body<'POST /api/plan/promise/'>
export type OrderPromise = Answer<'POST /api/plan/promise/'>

type Remedies = Answer<'POST /api/plan/remedies/'>
export type Remedy = Remedies['remedies'][number]
export type RemedySummary = Remedy['summary']
/**
 * The last line of the response: the constraints that bind the order, and the earliest delivery that any remedy
 * achieves.
 */
export type RemediesEnd = Omit<Remedies, 'remedies'> & {
  /** Indexes of the remedies in order of arrival, from 0, the best first. */
  readonly ranks: readonly number[]
}

/** A way to add time to a resource, as edits that were not tried yet. */
export type OvertimeOption = Answer<'POST /api/plan/overtime/'>['options'][number]
export type Accepted = Answer<'POST /api/plan/accept/'>
export type TrialConflict = ErrorOf<'POST /api/plan/accept/', 409>['conflicts'][number]

/** Returns the effects of edits; stores nothing. Throws `ApiError`. */
export const tryEdits = (scenario: string, body: TrialRequest, signal?: AbortSignal): Promise<Trial> =>
  readable(call('POST /api/plan/trial/', { body }, { scenario, signal }))

/** Makes the trial of a token again. Returns its effect on the plan; stores nothing. Throws `ApiError`. */
export const tryAgain = (scenario: string, token: string, signal?: AbortSignal): Promise<Trial> =>
  readable(call('GET /api/plan/trial/', { query: { token } }, { scenario, signal }))

/** Returns when an order could be delivered; stores nothing. Throws `ApiError`. */
export const askPromise = (
  scenario: string,
  body: PromiseRequest,
  signal?: AbortSignal,
): Promise<OrderPromise> => readable(call('POST /api/plan/promise/', { body }, { scenario, signal }))

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
  const headers = { accept: 'application/x-ndjson' }
  const options = { scenario, headers, signal }
  const { body } = await readable(request('POST /api/plan/remedies/', { body: { demand } }, options))
  let end: RemediesEnd | undefined
  if (body !== null) {
    try {
      for await (const line of readJsonLines(body)) {
        if (isRemedy(line)) onRemedy(line)
        else if (isEnd(line)) end = line
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

const isRemedy = (line: unknown): line is Remedy => hasMember(line, 'token')
const isEnd = (line: unknown): line is RemediesEnd => hasMember(line, 'ranks')

/** Returns ways to add time to a resource that sales orders wait for. Throws `ApiError`. */
export const findOvertime = (scenario: string, resource: string, signal: AbortSignal) =>
  call('POST /api/plan/overtime/', { body: { resource } }, { scenario, signal })

/** Stores the edits of a trial with its plan, in one transaction. Throws `ApiError`. */
export const acceptTrial = (scenario: string, token: string): Promise<Accepted> =>
  readable(call('POST /api/plan/accept/', { body: { token } }, { scenario }))

/** Returns the records that changed after the trial and caused its acceptance to be rejected. */
export const conflictsOf = ({ status, body }: ApiError): readonly TrialConflict[] =>
  status === 409 && isOutdatedBody(body) ? body.conflicts : []

const isOutdatedBody = (body: unknown): body is ErrorOf<'POST /api/plan/accept/', 409> =>
  hasMember(body, 'conflicts')

/** Returns whether a trial is outdated: it must be run again before it can be accepted. */
export const isOutdated = ({ status }: ApiError): boolean => status === 409 || status === 410

/** Converts errors of edits to one sentence each and to messages by field, as in other rejections. */
async function readable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400 || !hasFaults(error.body)) throw error
    const { errors } = error.body
    const fields: Record<string, string[]> = {}
    for (const { field, message } of errors) (fields[field] ??= []).push(message)
    throw new ApiError({
      status: error.status,
      detail: [...new Set(errors.map(({ message }) => message))].join(' '),
      fields,
      body: error.body,
      cause: error,
    })
  }
}

type Faulty = Extract<
  ErrorOf<'POST /api/plan/trial/', '400'>,
  { readonly errors: readonly { readonly edit: number }[] }
>

const hasFaults = (body: unknown): body is Faulty => hasMember(body, 'errors')

/** An error of one edit of a trial. */
export type EditFault = Faulty['errors'][number]

/** Returns the errors of the edits, if they are the reason of a rejected request. */
export const faultsOf = ({ status, body }: ApiError): readonly EditFault[] =>
  status === 400 && hasFaults(body) ? body.errors : []
