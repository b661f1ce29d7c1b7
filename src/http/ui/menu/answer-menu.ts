/**
 * `GET /api/menu/`: returns the menu of the web UI in the language of the user, together with the items of extension
 * modules. An item that the user may not choose is listed as disabled with the reason, so that users can find it.
 */
import { holds, isSuperuser } from '../../../auth/principal.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { messageText, type MessageTexts } from '../../../errors/messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { MenuItem as Item, metaEndpoints } from '../../../contract/meta.ts'
import type { MenuItem } from '../../../extensions/definition.ts'
import type { Entity } from '../../../model/entity.ts'
import { entityLabel, fieldText, type Labels } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import type { Words } from '../../../words/texts.ts'
import { authorizeTask, mayRun } from '../../../tasks/authorize.ts'
import { findTask } from '../../../tasks/registry.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { dataPath } from '../../request-target.ts'
import { productionScenario } from '../../../model/production.ts'
import { emptyEntities } from '../../../data/read/count-entities.ts'
import type { Area } from '../meta/areas.ts'
import { routeOf } from '../meta/summary.ts'
import { maySeeSome, type WordCall } from '../word-call.ts'
import { type CoreItem, coreMenu } from './items.ts'
import { englishGroupNames, loadGroupNames, loadPageTitles } from './words.ts'

interface Group {
  readonly id: string
  readonly group: string
  /** English name, by which groups of modules are joined with existing groups. */
  readonly english: string
  readonly items: readonly Item[]
}

interface Wording {
  readonly labels: Labels
  readonly texts: MessageTexts
  readonly denied: string
  readonly groups: Words<Area>
  /** Titles of pages by item. */
  readonly titles: Words
}

export const answerMenu: EndpointHandler<(typeof metaEndpoints)['GET /api/menu/']> = async (call) => {
  const { exchange } = call
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const texts = await loadMessages(exchange.language)
  const wording = {
    labels,
    texts,
    denied: new ServiceError('permission_denied').detail(texts),
    groups: await loadGroupNames(exchange.language),
    titles: await loadPageTitles(exchange.language),
  }
  const ours = await coreGroups(call, wording)
  const added = await extensionGroups(call, wording)
  const joined = ours.map((group) => {
    const same = added.find(({ english }) => english === group.english)
    return same === undefined ? group : { ...group, items: [...group.items, ...same.items] }
  })
  const further = added.filter(({ english }) => ours.every((group) => group.english !== english))
  return [...joined, ...further].map(({ id, group, items }) => ({ id, group, items }))
}

async function coreGroups(call: WordCall, wording: Wording): Promise<readonly Group[]> {
  const { byName } = call.context.model
  const needed = new Set(coreMenu.flatMap(({ items }) => items.flatMap(({ needs = [] }) => needs)))
  const missing = await emptyEntities(
    call.context,
    [...needed].flatMap((name) => byName.get(name) ?? []),
  )
  return Promise.all(
    coreMenu.map(async ({ id, items }) => ({
      id,
      group: wording.groups[id],
      english: englishGroupNames[id],
      items: await Promise.all(items.map((item) => coreItem(call, item, missing, wording))),
    })),
  )
}

async function coreItem(
  call: WordCall,
  item: CoreItem,
  missing: ReadonlySet<string>,
  { labels, texts, denied, titles }: Wording,
): Promise<Item> {
  const { scenario, context, exchange } = call
  const entity = item.entity === undefined ? undefined : context.model.byName.get(item.entity)
  const label =
    entity === undefined
      ? (titles[item.id] ?? item.id)
      : capitalised(entityLabel(entity, labels, { plural: true }), exchange.language)
  const place =
    entity === undefined
      ? { kind: item.kind, page: item.id, route: item.route }
      : {
          kind: item.kind,
          entity: entity.name,
          route: routeOf(entity),
          url: dataPath(scenario, entity.app, entity.model),
        }
  const head = { id: item.id, label, ...place }
  if (!(await mayChooseCore(call, item, entity))) return { ...head, enabled: false, reason: denied }
  const needs = (item.needs ?? []).filter((name) => missing.has(name))
  if (needs.length === 0) return { ...head, enabled: true }
  const entities = needs
    .flatMap((name) => context.model.byName.get(name) ?? [])
    .map((one) => capitalised(entityLabel(one, labels, { plural: true }), exchange.language))
    .join(', ')
  return {
    ...head,
    enabled: false,
    reason: messageText({ code: 'menu_needs', params: { entities } }, texts),
    needs,
  }
}

async function mayChooseCore(
  call: WordCall,
  { rights, sees, superuser = false, task }: CoreItem,
  entity: Entity | undefined,
): Promise<boolean> {
  const { context, principal, scenario } = call
  if (superuser && !isSuperuser(principal, productionScenario)) {
    return task !== undefined && mayRunTask(call, task)
  }
  const seen = entity ?? (sees === undefined ? undefined : context.model.byName.get(sees))
  if (seen !== undefined) return maySeeSome(call, seen)
  return rights === undefined || rights.some((right) => holds(principal, scenario, right))
}

async function mayRunTask({ exchange, principal, scenario }: WordCall, name: string): Promise<boolean> {
  const { service } = exchange
  const definition = await (await findTask(service.settings, name))?.load()
  const caller = { service, principal, scenario }
  if (definition === undefined || !(await mayRun(definition, caller))) return false
  // Some tasks are restricted to accounts in the settings; tasks whose permission depends on arguments are checked at
  // launch.
  if (Object.keys(definition.parameters.properties).length > 0) return true
  return authorizeTask(definition, caller, {}).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'permission_denied') return false
      throw error
    },
  )
}

async function extensionGroups(call: WordCall, wording: Wording): Promise<readonly Group[]> {
  const { extensions } = call.exchange.service
  const items = extensions.all.flatMap(({ definition: { name, menu = [] } }) =>
    menu.map((item) => ({ ...item, extension: name })),
  )
  return Promise.all(
    [...Map.groupBy(items, ({ group }) => group)].map(async ([group, members]) => ({
      id: `${members[0]!.extension}:${group}`,
      group: fieldText(group, wording.labels),
      english: group,
      items: await Promise.all(
        members.map(async (item) => {
          const enabled = await mayChoose(call, item)
          return { ...placeOf(call, item, wording), enabled, ...(enabled ? {} : { reason: wording.denied }) }
        }),
      ),
    })),
  )
}

function placeOf(
  { context, scenario }: WordCall,
  item: MenuItem & { readonly extension: string },
  { labels }: Wording,
): Omit<Item, 'enabled'> {
  const { label, entity, task, extension } = item
  const url = addressOf(scenario, item)
  const found = entity === undefined ? undefined : context.model.byName.get(entity)
  const id = `${extension}:${entity ?? task ?? item.url}`
  const head = { id, label: fieldText(label, labels), entity, task, url, extension }
  if (found !== undefined) return { ...head, kind: 'entity', route: routeOf(found) }
  return task === undefined
    ? { ...head, kind: 'link' }
    : { ...head, kind: 'task', route: `/execute?task=${encodeURIComponent(task)}` }
}

async function mayChoose(call: WordCall, { entity, task, right }: MenuItem): Promise<boolean> {
  const { context, principal, scenario } = call
  if (right !== undefined) return holds(principal, scenario, right)
  if (entity !== undefined) {
    const found = context.model.byName.get(entity)
    return found !== undefined && maySeeSome(call, found)
  }
  return task === undefined || mayRunTask(call, task)
}

/** Returns the URL of an item; paths of the service start with the scenario. */
function addressOf(scenario: string, { entity, task, url = '' }: MenuItem): string {
  if (entity !== undefined) {
    const [app = '', model = ''] = entity.split('.')
    return dataPath(scenario, app, model)
  }
  const path = task === undefined ? url : `/execute/api/${task}/`
  return path.startsWith('/') && scenario !== productionScenario
    ? `/${encodeURIComponent(scenario)}${path}`
    : path
}

/** Returns a label with an upper-case first letter: labels are written as within a sentence. */
const capitalised = (label: string, language: string): string => {
  const [first = '', ...rest] = label
  return first.toLocaleUpperCase(language) + rest.join('')
}
