/** Requests to a live plan and their answers: plain data, because they are sent between processes. */
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { planEndpoints } from '../../contract/plan.ts'
import type { EditAction } from '../../data/write/edits/apply-edits.ts'

/** An edit of a record of the data API. */
export interface PlanEdit {
  readonly entity: string
  readonly action: EditAction
  readonly key?: string | number | undefined
  readonly fields: Readonly<Record<string, unknown>>
  /** Restricts the user to records whose field has this value. */
  readonly scope?: { readonly field: string; readonly value: number | string } | undefined
}

export interface Trial {
  readonly edits: readonly PlanEdit[]
  /** Whether the plan is repaired around the edits or made again from scratch. */
  readonly mode: 'repair' | 'replan'
  /** Whether a sales order that is edited, or loses its place to an edit, may displace less urgent ones. */
  readonly displace: boolean
  /** Sales orders that a repair plans again like edited ones, although no edit changes them. */
  readonly again?: readonly string[]
  /** What the change log names as the origin of the edits once they are accepted: the remedy that they are, or their purpose. */
  readonly origin?: string
}

/** Outcome of a trial, used when it is accepted to check that the outcome is still the same. */
export interface TrialOutcome {
  /** Newest change set that the trial was based on. */
  readonly basis: number
  /** Snapshot that the trial was based on; trials of earlier releases have none. */
  readonly snapshot?: string
  /** Hash of the consequences for sales orders. */
  readonly demands: string
}

export type LiveQuestion =
  | { readonly kind: 'trial'; readonly trial: Trial }
  /** Trial of one new sales order. */
  | { readonly kind: 'promise'; readonly trial: Trial }
  | { readonly kind: 'remedies'; readonly demand: string; readonly most: number }
  /** More time of a resource, as edits that are not tried. */
  | { readonly kind: 'overtime'; readonly resource: string }
  | { readonly kind: 'accept'; readonly trial: Trial; readonly outcome: TrialOutcome }

/** A question that can be answered in a pause of a search for remedies, because it changes nothing and ends soon. */
export type BriefQuestion = Extract<LiveQuestion, { readonly kind: 'trial' | 'promise' | 'overtime' }>

export const isBrief = (question: LiveQuestion): question is BriefQuestion =>
  question.kind !== 'remedies' && question.kind !== 'accept'

/** A trial as it is stored on the server so that it can be accepted. */
export interface KeptTrial {
  readonly trial: Trial
  readonly outcome: TrialOutcome
}

type Endpoints = typeof planEndpoints
/** Response of an endpoint without the token, which the server adds. */
type Shown<Path extends keyof Endpoints> = Omit<AnswerOf<Endpoints[Path]>, 'token'>
type FoundRemedies = AnswerOf<Endpoints['POST /api/plan/remedies/']>

export type ShownTrial = Shown<'POST /api/plan/trial/'>
export type ShownPromise = Shown<'POST /api/plan/promise/'>
export type ShownRemedy = Omit<FoundRemedies['remedies'][number], 'token'>
export type ShownAccepted = Shown<'POST /api/plan/accept/'>
export type ShownOvertime = Shown<'POST /api/plan/overtime/'>
/** The final part of the answer: indexes of the remedies in the order in which they were reported, the best first. */
export interface RankedRemedies extends Omit<FoundRemedies, 'remedies'> {
  readonly ranks: readonly number[]
}

interface ShownAnswers {
  readonly trial: ShownTrial
  readonly promise: ShownPromise
  readonly remedies: RankedRemedies
  readonly overtime: ShownOvertime
  readonly accept: ShownAccepted
}

export type QuestionKind = LiveQuestion['kind']

/** A result that is sent to the client, with the trial by which it can be accepted. */
export interface Tried<Result> {
  readonly shown: Result
  readonly kept?: KeptTrial
}

type AnyAnswer = {
  readonly [Kind in QuestionKind]: Tried<ShownAnswers[Kind]> & { readonly kind: Kind }
}[QuestionKind]

/** The answer to a question of a kind. */
export type LiveAnswer<Kind extends QuestionKind = QuestionKind> = Extract<AnyAnswer, { readonly kind: Kind }>

/** A remedy that is reported before the search ends. */
export type LivePart = Tried<ShownRemedy>

/** Returns an answer with the type of its question. Throws if it is the answer to another kind of question. */
export function answerTo<Kind extends QuestionKind>(kind: Kind, answer: LiveAnswer): LiveAnswer<Kind> {
  if (!isOfKind(kind, answer)) throw new Error(`The question "${kind}" has the answer to "${answer.kind}".`)
  return answer
}

const isOfKind = <Kind extends QuestionKind>(kind: Kind, answer: LiveAnswer): answer is LiveAnswer<Kind> =>
  answer.kind === kind

/** The user and channel of a request. */
export interface Asker {
  readonly userId: number | null
  readonly channel: 'api' | 'ui' | 'command'
}
