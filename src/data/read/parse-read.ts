/**
 * Converts the parameters of a query string to a read request. Does not access the database, so it does not check
 * whether keys exist. Reports all errors of all parameters at once.
 */
import { type Message, joinSentences } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { invalidParameters, unknownParameter } from '../../errors/parameter-errors.ts'
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { followedField } from '../../model/followed-field.ts'
import { type Model, requireEntity } from '../../model/model.ts'
import { type NestedList, shownLists } from '../../model/nested-lists.ts'
import type { ChangedRange } from '../history/events/changed-keys.ts'
import { visibleFields } from '../record-sql.ts'
import { type Clause, type Condition, findSubject, leavesOf, readersFor, treeOf } from './condition.ts'
import { decodeCursor, type Position } from './cursor.ts'
import { parseFilterGroups } from './filter-groups.ts'
import { isFault, textFault } from './lookups.ts'
import { type Order, parseOrdering } from './ordering.ts'
import { reservedParameters } from './reserved-parameters.ts'
import { suggestParameter } from './suggest-parameter.ts'
import { type Paging, parsePaging } from './paging.ts'

/** A comparison of the change counter, of the same moment as the records. */
export interface CounterCondition {
  /** SQL of the change counter. */
  readonly counter: string
  readonly known: string
  readonly isSame: boolean
}

export interface ReadRequest {
  readonly entity: Entity
  readonly conditions: readonly Clause[]
  /** Words that must all occur in the text fields. */
  readonly search: readonly string[]
  readonly ordering: readonly Order[]
  readonly paging: Paging
  /** Position after which a page of a cursor starts; undefined for the first page and without a cursor. */
  readonly after?: Position
  /** Position of the last record of the page (see `pageEnd`). */
  readonly until?: Position
  /** Fields of the output, in this order. */
  readonly fields: readonly Field[]
  /** Lists of child records that are part of each record, in formats that support them. */
  readonly lists?: readonly NestedList[]
  /** The number of records on all pages is not requested. */
  readonly uncounted?: true
  /** Only records changed by transactions of this range. */
  readonly changed?: ChangedRange
  /** No records unless the change counter is the same as a known one, or another one. */
  readonly counted?: CounterCondition
  /** Parameters that this entity does not have. */
  readonly ignored: readonly string[]
  /** Parameters that select records, but have no value or no condition: they are no filters. */
  readonly blank?: readonly string[]
}

export interface ParseOptions {
  /** IANA time zone of planning time. */
  readonly timeZone: string
  /** Reject unknown parameters instead of ignoring them. */
  readonly strict?: boolean
  /** Conditions that always apply, such as "only your own records". */
  readonly only?: readonly Clause[]
  /** Returns whether fields of referenced records may be viewed; by default all may. */
  readonly mayFollow?: (target: Entity) => boolean
  /**
   * Whether the format supports lists within a record: they can then be selected, and are part of the default output.
   */
  readonly withLists?: boolean
}

/**
 * Returns whether a parameter is an option and not a field. Every field can be used as a filter, also one named
 * `search`; a field named `offset` is interpreted as paging if a `limit` is given as well.
 */
export function isReserved(entity: Entity, name: string, given?: ReadonlyMap<string, string>): boolean {
  if (!reservedParameters.has(name)) return false
  return !entity.fieldByName.has(name) || (name === 'offset' && (given?.get('limit') ?? '') !== '')
}

/**
 * Parses the parameters. If a parameter is repeated, the last value is used; an empty value is no filter. Throws
 * `invalid_parameter` with messages by parameter, `unknown_parameter` if strict, or `permission_denied` for filters
 * by fields that the user may not view.
 */
export function parseRead(
  model: Model,
  entity: Entity,
  params: Iterable<readonly [string, string]>,
  options: ParseOptions,
): ReadRequest {
  const given = new Map(params)
  const faults = new Map<string, readonly Message[]>()
  const ignored: string[] = []
  const blank = ['filter', 'search'].filter(
    (name) => isReserved(entity, name) && given.get(name)?.trim() === '',
  )
  const forbidden = new Map<string, readonly Message[]>()
  const conditions: Clause[] = [...(options.only ?? [])]
  for (const [name, text] of given) {
    if (isReserved(entity, name, given)) continue
    const condition = parseFilter(model, entity, name, text, options.timeZone)
    if (condition === 'unknown') ignored.push(name)
    else if (condition === 'none') blank.push(name)
    else if ('code' in condition) faults.set(name, [condition])
    else {
      const hidden = hiddenEntity(model, entity, condition, options)
      if (hidden === undefined) conditions.push(condition)
      else forbidden.set(name, [{ code: 'not_viewable', params: { entity: hidden.name } }])
    }
  }
  const groups = isReserved(entity, 'filter') ? (given.get('filter') ?? '') : ''
  if (groups !== '') {
    const refuse = (condition: Condition): Message | undefined => {
      const hidden = hiddenEntity(model, entity, condition, options)
      return hidden && { code: 'not_viewable', params: { entity: hidden.name } }
    }
    const { timeZone } = options
    const clause = parseFilterGroups(groups, { model, entity, timeZone, refuse })
    if (clause !== undefined && 'code' in clause) {
      ;(clause.code === 'not_viewable' ? forbidden : faults).set('filter', [clause])
    } else {
      if (clause !== undefined) conditions.push(clause)
      if (clause === undefined || leavesOf([clause]).length === 0) blank.push('filter')
    }
  }
  const rejectHidden = (parameter: string, fields: readonly Field[]): void => {
    const hidden = fields.find((field) => !mayShow(model, field, options))
    if (hidden?.via === undefined) return
    forbidden.set(parameter, [{ code: 'not_viewable', params: { entity: hidden.via.entity } }])
  }
  const follow = (name: string): Field | undefined =>
    entity.query === undefined ? followedField(model, entity, name) : undefined
  const paging = parsePaging(new Map([...given].filter(([name]) => isReserved(entity, name, given))), faults)
  const ordering = parseOrdering(entity, given.get('ordering') ?? '', follow)
  if ('code' in ordering) faults.set('ordering', [ordering])
  else
    rejectHidden(
      'ordering',
      ordering.map(({ field }) => field),
    )
  const chosen = parseFields(entity, given.get('fields') ?? '', options.withLists === true, follow)
  if ('code' in chosen) faults.set('fields', [chosen])
  else rejectHidden('fields', chosen.fields)
  const [unknown] = ignored
  if (options.strict === true && unknown !== undefined)
    throw unknownParameter(ignored, { remedy: remedyFor(entity, unknown) })
  if (forbidden.size > 0) {
    throw new ServiceError('permission_denied', {}, { fields: Object.fromEntries(forbidden) })
  }
  const words = isReserved(entity, 'search') ? (given.get('search') ?? '') : ''
  const search = words === '' ? [] : words.split(/\s+/).filter((word) => word !== '')
  const unsearchable = searchFault(words, search)
  if (unsearchable !== undefined) faults.set('search', [unsearchable])
  const orders = 'code' in ordering ? [] : ordering
  const after =
    paging.kind === 'cursor' && paging.after !== ''
      ? decodeCursor(model, orders, paging.after, options.timeZone)
      : undefined
  if (paging.kind === 'cursor' && paging.after !== '' && after === undefined) {
    faults.set('cursor', [{ code: 'invalid_page', params: { expected: { code: 'cursor_of_this_list' } } }])
  }
  if (faults.size > 0) throw invalidParameters(faults)
  return {
    entity,
    conditions,
    search: search.length < 2 ? search : [...new Set(search)],
    ordering: orders,
    paging,
    ...(after === undefined ? {} : { after }),
    ...('code' in chosen ? { fields: [] } : chosen),
    ...(isReserved(entity, 'count') && given.get('count') === '0' ? { uncounted: true } : {}),
    ignored,
    ...(blank.length > 0 ? { blank } : {}),
  }
}

/** Maximum number of characters and words of a search, because each word is searched in all texts of all records. */
export const longestSearch = 200
export const mostSearchWords = 10

/** Returns the reason why a search is rejected; undefined if it is valid. */
export function searchFault(text: string, words: readonly string[]): Message | undefined {
  if (text.length > longestSearch) return { code: 'too_long', params: { limit: longestSearch } }
  if (words.length > mostSearchWords) return { code: 'too_many_values', params: { limit: mostSearchWords } }
  return textFault(text)
}

/** Returns a request for all records of an entity in the order of the key, for exports and similar uses. */
export function readEverything(entity: Entity, conditions: readonly Clause[] = []): ReadRequest {
  const ordering = parseOrdering(entity, '')
  return {
    entity,
    conditions,
    search: [],
    ordering: 'code' in ordering ? [] : ordering,
    paging: { kind: 'all' },
    fields: visibleFields(entity),
    ignored: [],
  }
}

/**
 * Returns the entity whose data a condition would reveal although it may not be viewed; undefined if there is none.
 * The key of a referenced record is visible in the referencing record; its other fields and its place in the tree are
 * not.
 */
function hiddenEntity(
  model: Model,
  entity: Entity,
  { via, field, lookup }: Condition,
  { mayFollow }: ParseOptions,
): Entity | undefined {
  const holder = via?.target ?? entity
  const targets = [
    ...(via === undefined || field.name === via.target.key ? [] : [via.target]),
    ...(lookup.tree === true ? [treeOf(model, holder, field)] : []),
  ]
  return targets.find((target): target is Entity => target !== undefined && mayFollow?.(target) === false)
}

/**
 * Returns whether a field may be output or used for sorting: a field of the entity itself, or of a referenced entity
 * that may be viewed.
 */
function mayShow(model: Model, { via }: Field, { mayFollow }: ParseOptions): boolean {
  if (via === undefined) return true
  const target = requireEntity(model, via.entity)
  return (
    via.field.name === target.key ||
    target.naturalKey.includes(via.field.name) ||
    mayFollow?.(target) !== false
  )
}

function parseFilter(
  model: Model,
  entity: Entity,
  name: string,
  text: string,
  timeZone: string,
): Condition | Message | 'unknown' | 'none' {
  const subject = findSubject(model, entity, name)
  if (subject === undefined) return 'unknown'
  if (text === '') return 'none'
  if ('code' in subject) return subject
  const value = subject.lookup.parse(text, readersFor(model, subject.field, timeZone))
  if (isFault(value)) return value.message
  return value === null && text.trim() === '' ? 'none' : { ...subject, value }
}

function parseFields(
  entity: Entity,
  text: string,
  withLists: boolean,
  follow: (name: string) => Field | undefined,
): Pick<ReadRequest, 'fields' | 'lists'> | Message {
  const visible = visibleFields(entity)
  const shown = shownLists(entity)
  const available = withLists ? shown : []
  const all = { fields: visible, ...(available.length === 0 ? {} : { lists: available }) }
  if (text === '') return all
  const names = text.split(',').map((name) => name.trim())
  const chosen = new Map<string, Field>()
  const lists = new Set<NestedList>()
  for (const name of names.filter((part) => part !== '')) {
    const field = visible.find((candidate) => candidate.name === name) ?? follow(name)
    const list = available.find((candidate) => candidate.name === name)
    if (list !== undefined) lists.add(list)
    else if (field === undefined) {
      const other = shown.find((candidate) => candidate.name === name)?.entity
      return other === undefined
        ? { code: 'unknown_output_field', params: { value: name.slice(0, 100) } }
        : {
            code: 'list_as_output_field',
            params: { value: name, entity: other.slice(other.indexOf('.') + 1) },
          }
    } else chosen.set(name, field)
  }
  if (chosen.size === 0 && lists.size === 0) return all
  return { fields: [...chosen.values()], ...(lists.size === 0 ? {} : { lists: [...lists] }) }
}

/** Returns what a client can do about a parameter that the list does not know. */
function remedyFor(entity: Entity, name: string): Message {
  const nearest = suggestParameter(entity, name)
  const fields: Message = { code: 'filter_by_fields', params: { entities: entity.labelPlural } }
  if (nearest === undefined) return fields
  return joinSentences({ code: 'parameter_meant', params: { name: nearest } }, fields)
}
