/**
 * The origin of the change set of an accepted trial that a user has asked for by its purpose: a remedy of a sales
 * order, overtime or a downtime of a resource.
 */
import { remedyKinds } from '../rules/remedy-kinds.ts'

export interface RemedyOrigin {
  readonly kind: string
  readonly order: string
}

/** Returns the text that the change log keeps. */
export const remedyOrigin = ({ kind, order }: RemedyOrigin): string => `remedy ${kind} ${order}`

/** Returns all texts that the change log can have for remedies of a sales order. */
export const remedyOriginsOf = (order: string): readonly string[] =>
  remedyKinds.map((kind) => remedyOrigin({ kind, order }))

/** Returns the remedy that an origin names; undefined for any other origin. */
export function remedyOf(origin: string | null): RemedyOrigin | undefined {
  const [, kind, order] = /^remedy ([a-z]+) (.+)$/s.exec(origin ?? '') ?? []
  return kind === undefined || order === undefined ? undefined : { kind, order }
}

/** What a trial can be for, other than a remedy. */
export const trialPurposes = ['overtime', 'downtime'] as const

export interface TrialPurpose {
  readonly kind: (typeof trialPurposes)[number]
  readonly resource: string
}

/** Returns the text that the change log keeps. */
export const purposeOrigin = ({ kind, resource }: TrialPurpose): string => `trial ${kind} ${resource}`

/** Returns the purpose of the trial that an origin names; undefined for any other origin. */
export function purposeOf(origin: string | null): TrialPurpose | undefined {
  const [, name, resource] = /^trial ([a-z]+) (.+)$/s.exec(origin ?? '') ?? []
  const kind = trialPurposes.find((one) => one === name)
  return kind === undefined || resource === undefined ? undefined : { kind, resource }
}
