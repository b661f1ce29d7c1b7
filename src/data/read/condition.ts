/**
 * Conditions on records: a field of the record or of a referenced record, a lookup and a value. Conditions come from
 * query parameters and from rules such as "only your own records"; all of them must be met.
 */
import type { Message } from '../../errors/messages.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import { defineField, type Field } from '../../model/field.ts'
import { type Model, requireEntity } from '../../model/model.ts'
import { codecFor, type Coerced, type Invalid, isInvalid } from '../codecs.ts'
import {
  type FilterValue,
  type Lookup,
  lookupByName,
  lookups,
  type Readers,
  type ValueType,
} from './lookups.ts'

/** Parsed parameter name, such as `item__category__in`. */
export interface Subject {
  /** The reference that is followed, if the field belongs to the referenced record. */
  readonly via?: { readonly field: Field; readonly target: Entity }
  readonly field: Field
  readonly lookup: Lookup
}

export interface Condition extends Subject {
  readonly value: FilterValue
}

/** Conditions joined by and, or or not. */
export interface Group {
  readonly join: 'and' | 'or' | 'not'
  readonly parts: readonly Clause[]
}

export type Clause = Condition | Group

/** Returns the conditions of clauses, however they are joined. */
export function leavesOf(clauses: readonly Clause[]): readonly Condition[] {
  const leaves: Condition[] = []
  for (const clause of clauses) {
    if ('join' in clause) leaves.push(...leavesOf(clause.parts))
    else leaves.push(clause)
  }
  return leaves
}

/** Returns the type of a field's values; for a reference, the type of the key of its target. */
export function valueType(model: Model, field: Field): ValueType {
  if (field.type !== 'reference') return field.type
  return valueType(model, keyField(requireEntity(model, field.reference!.entity)))
}

/**
 * Returns the entity of the tree to which a field's values belong, for keys of trees and references to such keys;
 * otherwise undefined.
 */
export function treeOf(model: Model, entity: Entity, field: Field): Entity | undefined {
  const holder = field.reference === undefined ? entity : requireEntity(model, field.reference.entity)
  const isKey = field.reference !== undefined || field.name === entity.key
  return isKey && holder.tree !== undefined ? holder : undefined
}

/** Returns whether the lookup exists for the field. */
export function allows(model: Model, entity: Entity, field: Field, lookup: Lookup): boolean {
  if (lookup.tree === true && treeOf(model, entity, field) === undefined) return false
  return lookup.types.has(valueType(model, field))
}

/**
 * Parses a parameter name. Returns a subject, a message if the field has no such lookup, or undefined if the name
 * matches no field. References are followed one level.
 */
export function findSubject(model: Model, entity: Entity, name: string): Subject | Message | undefined {
  const known = subjectsOf(model)
  const key = `${entity.name} ${name}`
  const remembered = known.get(key)
  if (remembered !== undefined) return remembered
  const found =
    ownSubject(model, entity, name) ??
    followedSubject(model, entity, name) ??
    unknownLookup(model, entity, name)
  // Only valid names are cached, so that a client with invented names cannot fill the memory.
  if (found !== undefined && !('code' in found)) {
    if (known.size >= subjectsKept) known.clear()
    known.set(key, found)
  }
  return found
}

const subjectsKept = 2_000
const subjects = new WeakMap<Model, Map<string, Subject>>()

function subjectsOf(model: Model): Map<string, Subject> {
  let known = subjects.get(model)
  if (known === undefined) subjects.set(model, (known = new Map()))
  return known
}

/** Returns the error for an existing field with an unknown lookup, so that a misspelled filter is not ignored. */
function unknownLookup(model: Model, entity: Entity, name: string): Message | undefined {
  for (let split = name.indexOf('__'); split > 0; split = name.indexOf('__', split + 1)) {
    const field = readable(entity, name.slice(0, split))
    const lookup = name.slice(split + 2)
    if (field !== undefined && !hidden(model, field, lookup))
      return invalidLookup(model, entity, field, lookup)
  }
  return undefined
}

/** Returns whether the rest of a name starts with a write-only field of the referenced record. */
function hidden(model: Model, { reference }: Field, rest: string): boolean {
  if (reference === undefined) return false
  const { fields } = requireEntity(model, reference.entity)
  return fields.some(({ name, writeOnly }) => writeOnly && (rest === name || rest.startsWith(`${name}__`)))
}

function invalidLookup(model: Model, entity: Entity, field: Field, name: string): Message {
  const known = lookups.filter((lookup) => allows(model, entity, field, lookup)).map((lookup) => lookup.name)
  if (known.length === 0) return { code: 'not_filterable' }
  return { code: 'invalid_lookup', params: { lookup: name.slice(0, 100), lookups: known.join(', ') } }
}

function ownSubject(model: Model, entity: Entity, name: string): Subject | Message | undefined {
  const whole = readable(entity, name)
  const [field, lookupName] = whole === undefined ? splitLookup(entity, name) : [whole, 'exact']
  const lookup = lookupByName.get(lookupName)
  if (field === undefined || lookup === undefined) return undefined
  return allows(model, entity, field, lookup)
    ? { field, lookup }
    : invalidLookup(model, entity, field, lookupName)
}

function splitLookup(entity: Entity, name: string): readonly [Field | undefined, string] {
  const split = name.lastIndexOf('__')
  return [readable(entity, name.slice(0, Math.max(split, 0))), name.slice(split + 2)]
}

function followedSubject(model: Model, entity: Entity, name: string): Subject | Message | undefined {
  for (let split = name.indexOf('__'); split > 0; split = name.indexOf('__', split + 1)) {
    const field = readable(entity, name.slice(0, split))
    if (field?.reference === undefined) continue
    const target = requireEntity(model, field.reference.entity)
    const found = ownSubject(model, target, name.slice(split + 2))
    if (found !== undefined) return 'code' in found ? found : { ...found, via: { field, target } }
  }
  return undefined
}

/** Returns a field by name, unless it is write-only, so that its values cannot be guessed by filters. */
function readable(entity: Entity, name: string): Field | undefined {
  const field = entity.fieldByName.get(name)
  return field?.writeOnly === true ? undefined : field
}

const flagField = defineField('isnull', 'boolean', { help: 'Whether there is no value.' })

const readers = new WeakMap<Model, WeakMap<Field, { readonly timeZone: string; readonly own: Readers }>>()

/** Returns the parsers of a field's values in filters: its codec without the limits that apply to stored values. */
export function readersFor(model: Model, field: Field, timeZone: string): Readers {
  let known = readers.get(model)
  if (known === undefined) readers.set(model, (known = new WeakMap()))
  const remembered = known.get(field)
  if (remembered?.timeZone === timeZone) return remembered.own
  const own = newReaders(model, field, timeZone)
  known.set(field, { timeZone, own })
  return own
}

/** Returns a datetime with the "+" of its offset, which an address shows as a blank unless it is written as %2B. */
const withPlus = (text: string): string =>
  text.replace(/(\d\d:\d\d(?::\d\d(?:\.\d+)?)?) (\d\d:\d\d)$/, '$1+$2')

function newReaders(model: Model, field: Field, timeZone: string): Readers {
  const type = valueType(model, field)
  const integral = type === 'integer' || type === 'identity'
  const plain = defineField(field.name, integral ? 'number' : type, {
    help: field.help,
    nullable: true,
    ...(field.choices === undefined ? {} : { choices: field.choices }),
  })
  const codec = codecFor(model, plain)
  const flag = codecFor(model, flagField)
  const value = (text: string): Coerced | Invalid =>
    codec.parse(type === 'datetime' ? withPlus(text) : text, { timeZone, compared: true })
  return {
    flag: (text) => flag.parse(text, { timeZone }),
    value: integral ? (text) => onlyIntegers(value(text)) : value,
    empty: type === 'text' ? '' : null,
  }
}

function onlyIntegers(value: Coerced | Invalid): Coerced | Invalid {
  if (isInvalid(value)) {
    return value.message.code === 'invalid_number' ? { message: { code: 'invalid_integer' } } : value
  }
  return value === null || Number.isSafeInteger(value) ? value : { message: { code: 'invalid_integer' } }
}

/**
 * Returns the condition that a field has a value. It is used for rules of the service, so an unknown field is a
 * programming error.
 */
export function fieldEquals(entity: Entity, name: string, value: Coerced): Condition {
  const field = entity.fieldByName.get(name)
  if (field === undefined) throw new Error(`${entity.name} has no field "${name}".`)
  return { field, lookup: lookupByName.get('exact')!, value }
}

/** Returns the condition that a field has one of several values. */
export function fieldIn(entity: Entity, name: string, values: readonly Coerced[]): Condition {
  return { ...fieldEquals(entity, name, null), lookup: lookupByName.get('in')!, value: values }
}
