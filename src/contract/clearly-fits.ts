/**
 * Recognises values that fit their schema without TypeBox, which loads 235 modules and takes as long to load as some
 * commands take to run. Almost all values fit; TypeBox decides about the others and says what is wrong with them.
 */
import { everyKey } from './type.ts'

/** Returns true only if a value certainly meets a keyword of a schema. */
type Rule = (expected: unknown, value: unknown, schema: ReadonlyMap<string, unknown>) => boolean

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const types = new Map<unknown, (value: unknown) => boolean>([
  ['string', (value) => typeof value === 'string'],
  ['integer', (value) => Number.isInteger(value)],
  ['number', (value) => Number.isFinite(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['array', (value) => Array.isArray(value)],
  ['object', isPlain],
])

/** Returns a rule that compares a quantity of the value with a limit. */
const limited =
  (quantityOf: (value: unknown) => number, isWithin: (quantity: number, limit: number) => boolean): Rule =>
  (limit, value) =>
    typeof limit === 'number' && isWithin(quantityOf(value), limit)

// A quantity that the value does not have is NaN, which is within no limit.
const asNumber = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)
const characters = (value: unknown): number =>
  typeof value === 'string' ? Array.from(value).length : Number.NaN
const members = (value: unknown): number => (Array.isArray(value) ? value.length : Number.NaN)
const atLeast = (quantity: number, limit: number): boolean => quantity >= limit
const atMost = (quantity: number, limit: number): boolean => quantity <= limit

const propertiesOf = (schemas: unknown): ReadonlyMap<string, unknown> =>
  new Map(isPlain(schemas) ? Object.entries(schemas) : [])
const allows: Rule = () => true

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['type', (type, value) => types.get(type)?.(value) ?? false],
  ['const', (constant, value) => typeof value !== 'object' && constant === value],
  [
    'enum',
    (choices, value) => Array.isArray(choices) && typeof value !== 'object' && choices.includes(value),
  ],
  ['anyOf', (schemas, value) => Array.isArray(schemas) && schemas.some((one) => clearlyFits(one, value))],
  ['minimum', limited(asNumber, atLeast)],
  ['maximum', limited(asNumber, atMost)],
  ['exclusiveMinimum', limited(asNumber, (number, limit) => number > limit)],
  ['exclusiveMaximum', limited(asNumber, (number, limit) => number < limit)],
  ['minLength', limited(characters, atLeast)],
  ['maxLength', limited(characters, atMost)],
  [
    'pattern',
    (pattern, value) =>
      typeof pattern === 'string' && typeof value === 'string' && new RegExp(pattern, 'u').test(value),
  ],
  ['minItems', limited(members, atLeast)],
  ['maxItems', limited(members, atMost)],
  [
    'items',
    (schema, value) => Array.isArray(value) && value.every((member: unknown) => clearlyFits(schema, member)),
  ],
  [
    'required',
    (names, value) =>
      Array.isArray(names) &&
      isPlain(value) &&
      names.every((name) => typeof name === 'string' && Object.hasOwn(value, name)),
  ],
  [
    'properties',
    (schemas, value, schema) => {
      if (!isPlain(value)) return false
      const given = propertiesOf(value)
      const required = schema.get('required')
      return [...propertiesOf(schemas)].every(([name, one]) => {
        // What the value inherits, such as "toString", counts for TypeBox.
        if (!given.has(name)) return !(name in value)
        const isMissing =
          given.get(name) === undefined && !(Array.isArray(required) && required.includes(name))
        return isMissing || clearlyFits(one, given.get(name))
      })
    },
  ],
  [
    'patternProperties',
    (schemas, value) =>
      isPlain(value) &&
      [...propertiesOf(schemas)].every(
        ([pattern, one]) =>
          pattern === everyKey && Object.values(value).every((member) => clearlyFits(one, member)),
      ),
  ],
  [
    'additionalProperties',
    (isAllowed, value, schema) => {
      if (isAllowed === true) return true
      const known = propertiesOf(schema.get('properties'))
      return (
        isAllowed === false &&
        isPlain(value) &&
        Object.getOwnPropertyNames(value).every((name) => known.has(name))
      )
    },
  ],
  // These do not restrict values.
  ...['title', 'description', 'default', 'examples', '~kind', '~optional', '~unsafe'].map(
    (name): readonly [string, Rule] => [name, allows],
  ),
])

/**
 * Returns true only if the value certainly fits the schema; false if it does not, or if that depends on a keyword or on
 * a kind of value that only TypeBox knows.
 */
export function clearlyFits(schema: unknown, value: unknown): boolean {
  if (!isPlain(schema)) return false
  const keywords = new Map<string, unknown>(
    Object.entries(Object.getOwnPropertyDescriptors(schema)).map(([name, { value: expected }]) => [
      name,
      expected,
    ]),
  )
  return [...keywords].every(
    ([name, expected]) => name.startsWith('x-') || (rules.get(name)?.(expected, value, keywords) ?? false),
  )
}
