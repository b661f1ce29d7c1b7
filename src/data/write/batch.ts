/** A batch on its way through the steps of a write, and the faults that end it. */
import type pg from 'pg'
import { ServiceError } from '../../errors/service-error.ts'
import { type Coerced, codecFor, isInvalid } from '../codecs.ts'
import type { DataContext } from '../context.ts'
import type { ChangeSet } from './log/change-set.ts'
import type { Faults } from './intake/faults.ts'
import type { WriteRequest } from './request.ts'
import type { Shape } from './intake/shape.ts'
import type { Target } from './merge/target.ts'

export interface Batch {
  readonly client: pg.ClientBase
  readonly context: DataContext
  readonly request: WriteRequest
  readonly target: Target
  readonly shape: Shape
  readonly changes: ChangeSet
  readonly faults: Faults
  /** Whether records that do not exist may be added by this kind of request. */
  readonly mayInsert: boolean
}

/** Somebody else inserted or deleted one of the records meanwhile; the transaction is to be run again. */
export class LostRace extends Error {}

/** The error that refuses the batch. A single record that does not exist is a 404, unless a fault says where it is. */
export function refusal({ request, faults }: Batch): ServiceError {
  if (request.key === undefined) return faults.toError(false)
  const messages = Object.values(faults.of(0) ?? {}).flat()
  const codes = new Set(messages.map(({ code }) => code))
  return codes.has('unknown_key') && !codes.has('scenario_is_free')
    ? new ServiceError('not_found')
    : faults.toError(true)
}

/** The key of the URL as the key field takes it; a text that cannot be a key names no record. */
export function keyFromUrl({ shape, context }: Pick<Batch, 'shape' | 'context'>, text: string): Coerced {
  const key = codecFor(context.model, shape.columns[0]!.field).parse(text, context)
  if (isInvalid(key) || (typeof key === 'string' && key !== text)) throw new ServiceError('not_found')
  return key
}
