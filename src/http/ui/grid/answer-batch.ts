/** `POST /api/batch/<app>/<entity>/`: saves the staged edits of a grid, all or none. */
import { authorize } from '../../../auth/rights/policies.ts'
import type { gridEndpoints } from '../../../contract/grid.ts'
import { fieldIn, readEverything } from '../../../data/read/index.ts'
import { planRead } from '../../../data/read/plan-read.ts'
import { fetchTexts } from '../../../data/read/read-stream.ts'
import { isMissingPermission } from '../../../data/write/intake/faults.ts'
import { type Edit, type EditList, RefusedEdits, saveEdits } from '../../../data/write/edits/save-edits.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import { type Answer, jsonAnswer, jsonText } from '../../answer.ts'
import { type EndpointHandler, RawReply } from '../../contract/routes.ts'
import { readOptions, scopeConditions, writeScope } from '../../data/data-call.ts'
import { selectionOf } from '../../../data/write/selection.ts'
import { creatable } from '../../data/write-handlers.ts'
import { dataCallOf, entityOf, type WordCall } from '../word-call.ts'
import { presentFaults } from '../proposals/proposal-call.ts'
import { databaseOf } from '../../../data/relation.ts'

const lists = { create: 'POST', update: 'PATCH', delete: 'DELETE' } as const

type Endpoint = (typeof gridEndpoints)['POST /api/batch/{app}/{entity}/']

export const answerBatch: EndpointHandler<Endpoint> = async (call, { query: { dryrun: dryRun }, body }) => {
  const entity = entityOf(call)
  const { context, principal, scenario } = call
  // The permission for any write is checked before the body is read.
  const allowed = (list: EditList): boolean => {
    try {
      authorize(principal, scenario, entity, lists[list])
      return true
    } catch {
      return false
    }
  }
  const names = ['create', 'update', 'delete'] as const
  if (entity.readOnly || !names.some(allowed)) throw new ServiceError('permission_denied')
  const { create = [], update = [], delete: gone = [] } = await body()
  const edits = { create, update, delete: gone }
  const grants = names
    .filter((list) => edits[list].length > 0)
    .map((list) => authorize(principal, scenario, entity, lists[list]))
  const scope = grants.find((grant) => grant.scope !== undefined)?.scope
  const dataCall = dataCallOf(call, entity, 'POST')
  const { strict } = dataCall.prefer
  try {
    const { keys, cascaded, ...counts } = await saveEdits(context, entity, {
      ...edits,
      strict,
      createMissing: strict ? [] : creatable(dataCall),
      dryRun,
      selectionOf: (chosen) =>
        selectionOf(context, entity, [
          fieldIn(entity, entity.key, chosen),
          ...scopeConditions(entity, scope),
        ]),
      ...writeScope(scope),
    })
    const figures = { ...counts, cascaded: Object.fromEntries(cascaded) }
    if (dryRun || dataCall.prefer.minimal) return figures
    const stored = await storedByKey(call, entity, [...keys.create, ...keys.update])
    const texts = (list: 'create' | 'update'): string =>
      keys[list].map((key) => stored.get(String(key)) ?? 'null').join(',')
    const records = `{"create":[${texts('create')}],"update":[${texts('update')}]}`
    return new RawReply(jsonText(200, `${JSON.stringify(figures).slice(0, -1)},"records":${records}}`))
  } catch (error) {
    if (error instanceof RefusedEdits) return new RawReply(await refusal(call, entity, error))
    throw error
  }
}

/** Returns the stored records as JSON text by key. */
async function storedByKey(
  call: WordCall,
  entity: Entity,
  keys: readonly (string | number | null)[],
): Promise<ReadonlyMap<string, string>> {
  const { context } = call
  const wanted = keys.filter((key) => key !== null)
  if (wanted.length === 0) return new Map()
  const plan = planRead(context, readEverything(entity, [fieldIn(entity, entity.key, wanted)]))
  const texts = await fetchTexts(databaseOf(context, entity), plan, {
    signal: context.signal,
    ...readOptions(call),
  })
  return new Map(
    texts.map((text): [string, string] => {
      const record: Edit = JSON.parse(text)
      return [String(record[entity.key]), text]
    }),
  )
}

async function refusal(call: WordCall, entity: Entity, { faults, conflicts }: RefusedEdits): Promise<Answer> {
  if (conflicts.length > 0) {
    const texts = await loadMessages(call.exchange.language)
    const detail = new ServiceError('edit_conflict', { count: conflicts.length }).detail(texts)
    return jsonAnswer(409, { detail, conflicts })
  }
  const rights = faults.every(({ message }) => isMissingPermission(message))
  return jsonAnswer(rights ? 403 : 400, {
    errors: await presentFaults(call, faults, () => entity.name),
  })
}
