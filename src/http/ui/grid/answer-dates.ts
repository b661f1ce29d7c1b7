/**
 * `POST /api/orderdates/<app>/<entity>/`: returns the other date of an order when one date is moved, as a write would
 * store it, so that a screen can show it before saving. Nothing is stored.
 */
import { authorize } from '../../../auth/rights/policies.ts'
import type { gridEndpoints } from '../../../contract/grid.ts'
import { applyEdits, FaultyEdits, type RecordEdit } from '../../../data/write/edits/apply-edits.ts'
import type { WriteRequest } from '../../../data/write/request.ts'
import { writeInTransaction } from '../../../data/write/write-in-transaction.ts'
import { writeRecords } from '../../../data/write/write-records.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { baseEntity, requireEntity } from '../../../model/model.ts'
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
  const uses = usesOf(call, body, key)
  const request: WriteRequest = {
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
  }
  const { records, assumed } = await (uses.length === 0
    ? writeRecords(context, entity, request)
    : writeInTransaction(context, { dryRun: true, attempts: 1 }, async (open) => {
        await applyEdits(open, context, uses)
        return open.write(entity, request)
      }).catch((error: unknown) => {
        if (!(error instanceof FaultyEdits)) throw error
        throw fieldErrors(Object.fromEntries(error.faults.map(({ field, message }) => [field, [message]])))
      }))
  const stored: Readonly<Record<string, string | null>> = JSON.parse(records[0] ?? '{}')
  // Without a known duration the other date stays as it is on the screen.
  const known = (name: string): string | null =>
    assumed === undefined || name === moved[0] ? (stored[name] ?? null) : null
  return { startdate: known('startdate'), enddate: known('enddate') }
}

/**
 * Returns the edits that are tried before the dates: a stored order runs on another resource, or an order that is not
 * stored yet runs on a resource. Throws `permission_denied`.
 */
function usesOf(
  { context: { model }, principal, scenario }: Parameters<EndpointHandler<Endpoint>>[0],
  { use, resource, operation, quantity }: Readonly<Record<string, unknown>>,
  reference: string,
): readonly RecordEdit[] {
  const edits: RecordEdit[] = []
  const uses = requireEntity(model, 'input.operationplanresource')
  if (typeof operation === 'string') {
    const entity = requireEntity(model, 'input.manufacturingorder')
    authorize(principal, scenario, entity, 'POST')
    const fields = { reference, operation, quantity: quantity ?? 1, status: 'approved' }
    edits.push({ entity, action: 'create', fields })
  }
  if (typeof resource !== 'string') return edits
  if (typeof operation === 'string') {
    authorize(principal, scenario, uses, 'POST')
    edits.push({ entity: uses, action: 'create', fields: { operationplan: reference, resource } })
  } else if (typeof use === 'number') {
    authorize(principal, scenario, uses, 'PATCH')
    edits.push({ entity: uses, action: 'update', key: use, fields: { resource } })
  }
  return edits
}
