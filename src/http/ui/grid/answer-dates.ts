/**
 * `POST /api/orderdates/<app>/<entity>/`: returns the other date of an order when one date is moved, as a write would
 * store it, so that a screen can show it before saving. Nothing is stored.
 */
import { authorize } from '../../../auth/rights/policies.ts'
import type { gridEndpoints } from '../../../contract/grid.ts'
import { writeRecords } from '../../../data/write/write-records.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { baseEntity } from '../../../model/model.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { entityOf } from '../word-call.ts'

type Endpoint = (typeof gridEndpoints)['POST /api/orderdates/{app}/{entity}/']

/** Fields of the request that determine the dates of an order; all other fields have their stored values. */
const taken = ['startdate', 'enddate', 'quantity'] as const

/**
 * Returns both dates. Throws `not_found` if the entity is not a kind of order, `permission_denied`, and
 * `invalid_record` with the errors of the fields.
 */
export const answerDates: EndpointHandler<Endpoint> = async (call, { body: read }) => {
  const entity = entityOf(call)
  const { context, principal, scenario } = call
  if (baseEntity(context.model, entity).name !== 'input.operationplan') throw new ServiceError('not_found')
  const { mayChange } = authorize(principal, scenario, entity, 'PATCH')
  const body = await read()
  const given = Object.fromEntries(taken.flatMap((name) => (name in body ? [[name, body[name]]] : [])))
  const moved = ['startdate', 'enddate'].filter((name) => typeof given[name] === 'string')
  if (moved.length !== 1) throw fieldErrors({ enddate: [{ code: 'required' }] })
  const key = body[entity.key]
  if (typeof key !== 'string') throw fieldErrors({ [entity.key]: [{ code: 'required' }] })
  const { records, assumed } = await writeRecords(context, entity, {
    rows: [{ startdate: null, enddate: null, ...given }],
    mode: 'update',
    key,
    onError: 'abort',
    strict: true,
    createMissing: [],
    dryRun: true,
    returning: 'records',
    mayAdd: false,
    mayChange,
  })
  const stored: Readonly<Record<string, string | null>> = JSON.parse(records[0] ?? '{}')
  // Without a known duration the other date stays as it is on the screen.
  const known = (name: string): string | null =>
    assumed === undefined || name === moved[0] ? (stored[name] ?? null) : null
  return { startdate: known('startdate'), enddate: known('enddate') }
}
