/**
 * Finds records of all entities that the user may see, pages and tasks by name, while the user
 * types. Exact matches come first, then names that start with the text, then other matches; each entity returns only
 * its best matches.
 */
import { decide } from '../../../auth/rights/policies.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { historyEndpoints } from '../../../contract/history.ts'
import { findRecords, nameField } from '../../../data/read/find-records.ts'
import type { Entity } from '../../../model/entity.ts'
import { entityLabel, type Labels } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import type { Words } from '../../../words/texts.ts'
import { mayRun } from '../../../tasks/authorize.ts'
import { allTasks } from '../../../tasks/registry.ts'
import { loadTaskWords } from '../../../tasks/words/load-task-texts.ts'
import { taskTitle } from '../../../tasks/words/texts.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { searchOptions } from '../../data/data-call.ts'
import { dataPath } from '../../request-target.ts'
import { coreMenu } from '../menu/items.ts'
import { loadPageTitles } from '../menu/words.ts'
import { routeOf } from '../meta/summary.ts'
import { requireSearchText, type WordCall } from '../word-call.ts'

/** Entities with screens of their own, or whose records are not searched by name. */
const unsearched: ReadonlySet<string> = new Set([
  'common.comment',
  'common.follower',
  'common.notification',
  'common.userpreference',
  'common.apikey',
  'execute.task',
  // Its rows are already in the entities of the order types.
  'input.operationplan',
  // Hundreds of days per resource; the resource report shows them.
  'output.resourcesummary',
])

/**
 * Maximum number of concurrent entity queries of a search, because several users may type search texts at the same
 * time.
 */
const atOnce = 3

type Search = (typeof historyEndpoints)['GET /api/search/']

export const answerSearch: EndpointHandler<Search> = async (call, { query: { q, limit } }) => {
  const { context, exchange, principal, scenario } = call
  const text = requireSearchText(q, 'q')
  if (text === '') return { records: [], pages: [], tasks: [], more: false }
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const searched = context.model.entities.filter(
    (entity) =>
      !unsearched.has(entity.name) &&
      entity.query === undefined &&
      decide(principal, scenario, entity, 'view') === 'all' &&
      nameField(context, entity) !== undefined,
  )
  const found = await inTurns(searched, (entity) => recordsOf(call, entity, { text, limit, labels }))
  const records = found.flat().toSorted((one, other) => one.rank - other.rank)
  const most = limit * 4
  return {
    records: records.slice(0, most),
    pages: pagesOf(call, text, { labels, titles: await loadPageTitles(exchange.language) }),
    tasks: await tasksOf(call, text),
    more: records.length > most,
  }
}

async function recordsOf(
  call: WordCall,
  entity: Entity,
  { text, limit, labels }: { readonly text: string; readonly limit: number; readonly labels: Labels },
) {
  const { context, scenario } = call
  const found = await findRecords(context, entity, { text, limit, clauses: [] }, searchOptions(call))
  return found.map(({ key, label, description, rank }) => ({
    entity: entity.name,
    entity_label: entityLabel(entity, labels),
    key,
    label,
    description,
    rank,
    url: dataPath(scenario, entity.app, entity.model, String(key)),
    route: `${routeOf(entity)}/${encodeURIComponent(String(key))}`,
  }))
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of queue) results[index] = await run(item)
    }),
  )
  return results
}

const holdsText = (label: string, text: string, language: string): boolean =>
  label.toLocaleLowerCase(language).includes(text.toLocaleLowerCase(language))

/** Returns pages and lists by title, including those that the user may not open: the menu shows the reason. */
function pagesOf(
  { context, exchange }: WordCall,
  text: string,
  { labels, titles }: { readonly labels: Labels; readonly titles: Words },
): AnswerOf<Search>['pages'] {
  const { language } = exchange
  const pages = coreMenu.flatMap(({ items }) =>
    items.flatMap(({ id, entity, route }) => {
      const listed = entity === undefined ? undefined : context.model.byName.get(entity)
      if (listed !== undefined) {
        return { id, label: entityLabel(listed, labels, { plural: true }), route: routeOf(listed) }
      }
      const label = titles[id]
      return label === undefined || route === undefined ? [] : { id, label, route }
    }),
  )
  return pages.filter(({ label }) => holdsText(label, text, language)).slice(0, 10)
}

async function tasksOf(
  { exchange, principal, scenario }: WordCall,
  text: string,
): Promise<AnswerOf<Search>['tasks']> {
  const { service, language } = exchange
  const words = await loadTaskWords(language, service.extensions.translations)
  const named = (await allTasks(service.settings))
    .map(({ name, title, load }) => ({ name, load, title: taskTitle({ name, title }, words) }))
    .filter(({ name, title }) => holdsText(name, text, language) || holdsText(title, text, language))
  const allowed = await Promise.all(
    named.map(async ({ name, title, load }) =>
      (await mayRun(await load(), { service, principal, scenario }))
        ? [{ name, label: title, route: `/execute?task=${encodeURIComponent(name)}` }]
        : [],
    ),
  )
  return allowed.flat().slice(0, 10)
}
