/**
 * Converts the request of a page to SQL that finds the keys of the page first where this is cheaper, and chooses the
 * settings with which a list is read.
 */
import { type Entity, keyField } from '../../model/entity.ts'
import type { DataContext } from '../context.ts'
import { columnExpression, recordColumns } from '../record-sql.ts'
import type { Bind } from './lookups.ts'
import { isKeyOrder, type Order, orderBy } from './ordering.ts'
import type { ReadRequest } from './parse-read.ts'
import { always, type ReadPlan, type StatementSettings } from './read-plan.ts'
import { beginningOf, fromWhere, joinsOf, row, tail, textOf } from './request-sql.ts'
import { parameters, source } from './where.ts'

/**
 * Settings of a page whose statement has one good plan, whatever the values of its parameters: PostgreSQL keeps that
 * plan. By default it would make a plan for every request, which takes up to half of the time of a page of 100 records:
 * it assumes that an unknown limit returns a tenth of the table, so the kept plan looks expensive.
 */
const onePlan: StatementSettings = { ...always, plan_cache_mode: 'force_generic_plan' }
const inOrder: StatementSettings = { enable_sort: 'off' }

/** Returns whether a list contains all records of a table. */
const isWhole = ({ entity, conditions, search, changed }: ReadRequest): boolean =>
  conditions.length === 0 && search.length === 0 && entity.view === undefined && changed === undefined

/**
 * Returns the settings of a list. A list in the order of the key is read by the index of the key, so that its first
 * record is available immediately; a sort would delay it until the last one is read. With a filter the PostgreSQL
 * planner chooses better.
 */
export function settingsOf(request: ReadRequest): StatementSettings {
  const { entity, ordering, paging } = request
  if (!isWhole(request) || !isKeyOrder(entity, ordering)) return always
  const isPage = paging.kind === 'slice' && entity.query === undefined
  return { ...(isPage ? onePlan : always), ...inOrder }
}

/**
 * Returns the settings of a page whose keys are found first. The keys are read in the order of an index; only those
 * of the page are sorted once more.
 */
function pageSettings(request: ReadRequest): StatementSettings {
  if (!isWhole(request)) return always
  const isFilled = filledOrder(request) !== undefined
  if (!isFilled && !isKeyOrder(request.entity, request.ordering)) return always
  return { ...(plannedSize(request) !== undefined ? onePlan : always), ...(isFilled ? inOrder : {}) }
}

/** Offset from which the keys of a page are found first: rendering a skipped record takes 20 times as long as its key. */
const keysFirstOffset = 100

/** Numbers of records to which a statement is planned; larger pages are planned by their own number. */
const plannedSizes = [100, 1_000]

/** Returns the number of records to which the statement of a page is planned; undefined for other lists. */
const plannedSize = ({ paging }: ReadRequest): number | undefined =>
  plannedSizes.find((size) => paging.kind === 'slice' && paging.limit !== undefined && paging.limit <= size)

/** Returns the first field of the order if it is nullable and has an index, which contains only filled values. */
function filledOrder({ ordering: [first] }: ReadRequest): Order | undefined {
  return first?.field.nullable === true && first.field.indexed ? first : undefined
}

/**
 * Returns the keys of a page as the relation `page` of a WITH list, numbered by `place` in their order, if finding them
 * first is cheaper than reading the page at once. Returns undefined if it is not, or if records are not simply rows of
 * a table.
 */
function planPageKeys(context: DataContext, request: ReadRequest, bind: Bind): string | undefined {
  const { entity, paging } = request
  if (paging.kind !== 'slice' || paging.limit === undefined) return undefined
  if (entity.query !== undefined || context.storages.get(entity.name)?.relation !== undefined)
    return undefined
  const first = filledOrder(request)
  if (first !== undefined) return filledFirst(context, request, first, paging, bind)
  if (paging.offset < keysFirstOffset && !hasKeyIndex(request)) return undefined
  const keys = `SELECT ${pageKey(entity)} ${fromWhere(context, request, bind)}${tail(request, bind)}`
  return `"page" AS MATERIALIZED (${placed(bounded(request, keys))})`
}

/**
 * Returns whether an index finds the keys of a page by its conditions alone: it begins with a field of one value and
 * contains all other fields and the key. The records of the page are then the only ones that are read.
 */
function hasKeyIndex({ entity, conditions, search, changed, ordering }: ReadRequest): boolean {
  if (search.length > 0 || changed !== undefined || !isKeyOrder(entity, ordering)) return false
  return entity.indexes.some(
    (index) =>
      index.includes(entity.key) &&
      conditions.some(
        (part) => 'field' in part && part.field.name === index[0] && part.lookup.name === 'exact',
      ) &&
      conditions.every(
        (part) =>
          'field' in part &&
          part.via === undefined &&
          part.lookup.tree !== true &&
          index.includes(part.field.name),
      ),
  )
}

/**
 * Numbers the keys of a page. The records are sorted by these numbers: sorted by their fields, PostgreSQL may read all
 * records in the order of an index to save the sort of a page.
 */
const placed = (keys: string): string =>
  `SELECT "keys".*, row_number() OVER () AS "place" FROM (${keys}) AS "keys"`

/**
 * Limits the keys of a page by a constant too. PostgreSQL does not know the values of the parameters when it makes the
 * plan that it keeps, and would otherwise prepare for joining a tenth of the table.
 */
function bounded(request: ReadRequest, keys: string): string {
  const size = plannedSize(request)
  return size === undefined ? keys : `SELECT * FROM (${keys}) AS "keys" LIMIT ${size}`
}

const pageKey = (entity: Entity): string => `${columnExpression(keyField(entity), row)} AS "page_key"`

/**
 * Returns the keys of a page that is ordered by a nullable field. The index of a column contains no records without a
 * value, so no index provides the order of a list in which they come last. The records with a value are read by the
 * index; those without one only if the page extends beyond.
 */
function filledFirst(
  context: DataContext,
  request: ReadRequest,
  first: Order,
  { limit, offset }: { readonly limit: number | undefined; readonly offset: number },
  bind: Bind,
): string {
  const column = columnExpression(first.field, row)
  const select = (what: string, condition: string): string =>
    `SELECT ${what} ${fromWhere(context, request, bind, '', [`${column} ${condition}`])}`
  const key = pageKey(request.entity)
  const [size, passed] = [bind(limit ?? 0, 'bigint'), bind(offset, 'bigint')]
  const order = orderBy(request.ordering, row, { filled: first.field })
  const rest = orderBy(request.ordering.slice(1), row)
  const beyond =
    `CASE WHEN EXISTS (SELECT FROM "filled") THEN 0` +
    ` ELSE greatest(0, ${passed} - (${select('count(*)', 'IS NOT NULL')})) END`
  const near = isWhole(request) && offset >= keysFirstOffset ? nearestValue(first, select, passed) : undefined
  const filled = near === undefined ? select(key, 'IS NOT NULL') : select(key, near.condition)
  return (
    `${near === undefined ? '' : `${near.relation}, `}"filled" AS MATERIALIZED (${filled}` +
    ` ORDER BY ${order} LIMIT ${size} OFFSET ${near?.offset ?? passed}),` +
    ` "blank" AS MATERIALIZED (${select(key, 'IS NULL')} ORDER BY ${rest}` +
    ` LIMIT ${size} - (SELECT count(*) FROM "filled") OFFSET ${beyond}),` +
    ` "page" AS (${placed(bounded(request, 'SELECT * FROM "filled" UNION ALL SELECT * FROM "blank"'))})`
  )
}

/**
 * Returns the place of a page that is ordered by a field with an index: the value of its first record, and the number
 * of records that come before that value. Both pass entries of the index only; sorting the records that are skipped by
 * the rest of the order would read them. The records before the value are ordered because PostgreSQL may otherwise
 * count them in the table.
 */
function nearestValue(
  { field, descending }: Order,
  select: (what: string, condition: string) => string,
  passed: string,
): { readonly relation: string; readonly condition: string; readonly offset: string } {
  const column = columnExpression(field, row)
  const by = `ORDER BY ${column}${descending ? ' DESC' : ''}`
  const value = `(SELECT "value" FROM "first")`
  const before = select('', `${descending ? '>' : '<'} ${value}`)
  const values = select(`${column} AS "value"`, 'IS NOT NULL')
  return {
    relation: `"first" AS MATERIALIZED (${values} ${by} LIMIT 1 OFFSET ${passed})`,
    condition: `${descending ? '<=' : '>='} ${value}`,
    offset: `${passed} - (SELECT count(*) FROM (${before} ${by} LIMIT ${passed}) AS "before")`,
  }
}

/** Returns the plan of a page that does not render the records that are skipped; undefined for other lists. */
export function planPage(context: DataContext, request: ReadRequest): ReadPlan | undefined {
  return planFromFirst(context, request) ?? planKeysFirst(context, request)
}

/**
 * Returns the plan of a page of all records in the order of the key, which is read from its first key on: an index
 * passes the keys that are skipped. It takes a sixth less than finding all keys of the page first.
 */
function planFromFirst(context: DataContext, request: ReadRequest): ReadPlan | undefined {
  const { entity, ordering, paging } = request
  const [order] = ordering
  if (order === undefined || !isWhole(request) || !isKeyOrder(entity, ordering) || order.field.numbered)
    return undefined
  if (paging.kind !== 'slice' || paging.limit === undefined || paging.offset < keysFirstOffset)
    return undefined
  if (entity.query !== undefined || context.storages.get(entity.name)?.relation !== undefined)
    return undefined
  const { bind, values } = parameters()
  const key = columnExpression(order.field, row)
  const by = orderBy(ordering, row)
  const first =
    `SELECT ${key} ${fromWhere(context, { ...request, fields: [order.field] }, bind)}` +
    ` ORDER BY ${by} LIMIT 1 OFFSET ${bind(paging.offset, 'bigint')}`
  const rest =
    ` WHERE ${key} ${order.descending ? '<=' : '>='} (${first})` +
    ` ORDER BY ${by} LIMIT ${bind(paging.limit, 'bigint')}`
  return { text: recordsBefore(context, request, rest), values, settings: settingsOf(request) }
}

/** Returns the plan of a page whose keys are found first. */
function planKeysFirst(context: DataContext, request: ReadRequest): ReadPlan | undefined {
  const { bind, values } = parameters()
  const keys = planPageKeys(context, request, bind)
  if (keys === undefined) return undefined
  const { entity } = request
  const rest =
    ` JOIN (WITH ${keys} SELECT * FROM "page") AS "page"` +
    ` ON ${columnExpression(keyField(entity), row)} = "page"."page_key" ORDER BY "page"."place"`
  return { text: recordsBefore(context, request, rest), values, settings: pageSettings(request) }
}

/** Returns the statement of the records of a page, given the part after its rows. */
function recordsBefore(context: DataContext, request: ReadRequest, rest: string): string {
  const beginning = beginningOf(context, request)
  return beginning === undefined ? recordsOf(context, request) + rest : textOf(beginning, rest)
}

/** Returns the start of a statement of records with lists or with fields of other records. */
function recordsOf(context: DataContext, request: ReadRequest): string {
  const { entity, fields, lists = [] } = request
  const columns = recordColumns(context, entity, row, fields, { lists })
  return (
    `SELECT row_to_json("record")::text FROM ${source(context, entity, row)}${joinsOf(context, request)}` +
    ` CROSS JOIN LATERAL (SELECT ${columns}) AS "record"`
  )
}
