/**
 * A condition on records: a field of theirs, or of a record they refer to, a lookup and a value. Conditions
 * come from query parameters and from rules such as "only your own records"; all must hold.
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

/** What a parameter name such as `item__category__in` speaks of. */
export interface Subject {
  /** The reference that is followed, when the field belongs to the record referred to. */
  readonly via?: { readonly field: Field; readonly target: Entity }
  readonly field: Field
  readonly lookup: Lookup
}

export interface Condition extends Subject {
  readonly value: FilterValue
}

/** Conditions joined otherwise than by all having to hold. */
export interface Group {
  readonly join: 'and' | 'or' | 'not'
  readonly parts: readonly Clause[]
}

export type Clause = Condition | Group

/** The conditions of clauses, however they are joined. */
export function leavesOf(clauses: readonly Clause[]): readonly Condition[] {
  const leaves: Condition[] = []
  for (const clause of clauses) {
    if ('join' in clause) leaves.push(...leavesOf(clause.parts))
    else leaves.push(clause)
  }
  return leaves
}

/** The type of a field's values: that of the key it refers to, for a reference. */
export function valueType(model: Model, field: Field): ValueType {
  if (field.type !== 'reference') return field.type
  return valueType(model, keyField(requireEntity(model, field.reference!.entity)))
}

/** The entity in whose tree a field's values stand, if they do: keys of trees and references to such keys. */
export function treeOf(model: Model, entity: Entity, field: Field): Entity | undefined {
  const holder = field.reference === undefined ? entity : requireEntity(model, field.reference.entity)
  const isKey = field.reference !== undefined || field.name === entity.key
  return isKey && holder.tree !== undefined ? holder : undefined
}

/** Whether the lookup exists for the field. */
export function allows(model: Model, entity: Entity, field: Field, lookup: Lookup): boolean {
  if (lookup.tree === true && treeOf(model, entity, field) === undefined) return false
  return lookup.types.has(valueType(model, field))
}

/**
 * What a parameter name speaks of: a subject, a message when the field has no such lookup, undefined when
 * the name means nothing. References are followed one level.
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
  // Only what there is: a client that makes names up must not fill the memory.
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

/** A field that there is, compared in a way that there is not: what was meant as a filter is not ignored. */
function unknownLookup(model: Model, entity: Entity, name: string): Message | undefined {
  for (let split = name.indexOf('__'); split > 0; split = name.indexOf('__', split + 1)) {
    const field = readable(entity, name.slice(0, split))
    const lookup = name.slice(split + 2)
    if (field !== undefined && !hidden(model, field, lookup))
      return invalidLookup(model, entity, field, lookup)
  }
  return undefined
}

/** Whether the rest of a name begins with a field of the record referred to that is never given out. */
function hidden(model: Model, { reference }: Field, rest: string): boolean {
  if (reference === undefined) return false
  const { fields } = requireEntity(model, reference.entity)
  return fields.some(({ name, writeOnly }) => writeOnly && (rest === name || rest.startsWith(`${name}__`)))
}

function invalidLookup(model: Model, entity: Entity, field: Field, name: string): Message {
  const known = lookups.filter((lookup) => allows(model, entity, field, lookup)).map((lookup) => lookup.name)
  return {
    code: 'invalid_lookup',
    params: { lookup: name.slice(0, 100), lookups: known.length === 0 ? '–' : known.join(', ') },
  }
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

/** A field by name, unless its values are never given out: what cannot be read cannot be guessed by filters. */
function readable(entity: Entity, name: string): Field | undefined {
  const field = entity.fieldByName.get(name)
  return field?.writeOnly === true ? undefined : field
}

const flagField = defineField('isnull', 'boolean', { help: 'Whether there is no value.' })

const readers = new WeakMap<Model, WeakMap<Field, { readonly timeZone: string; readonly own: Readers }>>()

/** Readers of a field's values in filters: its codec, without the limits that hold for storing a value. */
export function readersFor(model: Model, field: Field, timeZone: string): Readers {
  let known = readers.get(model)
  if (known === undefined) readers.set(model, (known = new WeakMap()))
  const remembered = known.get(field)
  if (remembered?.timeZone === timeZone) return remembered.own
  const own = newReaders(model, field, timeZone)
  known.set(field, { timeZone, own })
  return own
}

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
  const value = (text: string): Coerced | Invalid => codec.parse(text, { timeZone })
  return {
    flag: (text) => flag.parse(text, { timeZone }),
    value: integral ? (text) => onlyIntegers(value(text)) : value,
  }
}

function onlyIntegers(value: Coerced | Invalid): Coerced | Invalid {
  if (isInvalid(value)) {
    return value.message.code === 'invalid_number' ? { message: { code: 'invalid_integer' } } : value
  }
  return value === null || Number.isSafeInteger(value) ? value : { message: { code: 'invalid_integer' } }
}

/** The condition that a field holds a value; for rules of the service, so an unknown field is a mistake. */
export function fieldEquals(entity: Entity, name: string, value: Coerced): Condition {
  const field = entity.fieldByName.get(name)
  if (field === undefined) throw new Error(`${entity.name} has no field "${name}".`)
  return { field, lookup: lookupByName.get('exact')!, value }
}

/** The condition that a field holds one of some values. */
export function fieldIn(entity: Entity, name: string, values: readonly Coerced[]): Condition {
  return { ...fieldEquals(entity, name, null), lookup: lookupByName.get('in')!, value: values }
}
