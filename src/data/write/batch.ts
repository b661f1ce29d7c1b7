/** The state of a batch during a write, and the errors that end it. */
import type pg from 'pg'
import { ServiceError } from '../../errors/service-error.ts'
import { literal } from '../../database/identifiers.ts'
import type { Entity } from '../../model/entity.ts'
import { type Coerced, codecFor, isInvalid } from '../codecs.ts'
import type { DataContext } from '../context.ts'
import type { ChangeSet } from './log/change-set.ts'
import type { Faults } from './intake/faults.ts'
import type { WriteRequest } from './request.ts'
import type { SentNames } from './intake/sent-names.ts'
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
  readonly sent: SentNames
  /** Whether this kind of request may add records that do not exist. */
  readonly mayInsert: boolean
}

/** Another transaction inserted or deleted one of the records concurrently; the transaction must be retried. */
export class LostRace extends Error {
  /** The error if the first retry fails in the same way: then the records themselves may be faulty. */
  readonly otherwise: ServiceError | undefined

  constructor(message: string, options: ErrorOptions & { readonly otherwise?: ServiceError } = {}) {
    super(message, options)
    this.otherwise = options.otherwise
  }
}

/** Some records were found invalid when the batch was stored; the others must be stored again without them. */
export class FoundWhenStored extends Error {
  constructor() {
    super('Records were found invalid when they were stored.')
  }
}

/** Returns the error that ends an attempt to store a batch with invalid records. */
export const whenStored = (batch: Batch): Error =>
  batch.request.onError === 'skip' ? new FoundWhenStored() : refusal(batch)

/**
 * Returns the error that rejects the batch. A single record that does not exist gives a 404, unless an error contains
 * more details.
 */
export function refusal({ request, faults }: Batch): ServiceError {
  if (request.key === undefined) return faults.toError(false)
  const messages = Object.values(faults.of(0) ?? {}).flat()
  const codes = new Set(messages.map(({ code }) => code))
  return codes.has('unknown_key') && !codes.has('scenario_is_free')
    ? new ServiceError('not_found')
    : faults.toError(true)
}

/** Returns the key of the URL as a value of the key field. Throws `not_found` for a text that cannot be a key. */
export function keyFromUrl({ shape, context }: Pick<Batch, 'shape' | 'context'>, text: string): Coerced {
  const key = codecFor(context.model, shape.columns[0]!.field).parse(text, context)
  if (isInvalid(key) || String(key) !== text) throw new ServiceError('not_found')
  return key
}

/** Returns the condition, after others, that rows `t` of the table of orders are of the type of a view. */
export const typeFilter = (entity: Entity): string =>
  entity.view === undefined ? '' : ` AND t."type" = ${literal(entity.view.type)}`
