/**
 * Color rules of a list: a condition as in filters, and the mark of cells whose record meets it. Each mark has a
 * symbol and a color, so that it is not distinguished by color alone.
 */
import type { Tone } from '../engine/engine-types.ts'
import {
  type Condition,
  type FilterNode,
  type FilterValue,
  isAllOf,
  isCondition,
  isNot,
  readFilter,
} from '../filter/filter-model.ts'
import { resolveCondition } from '../filter/resolve-dates.ts'
import type { EntityMeta, FieldMeta } from '../../platform/meta/entity-meta.ts'
import { parseClock, parseDurationText } from '../../platform/values/durations.ts'
import { plainText } from '../../platform/values/format-value.ts'
import type { FieldFormats } from '../../platform/values/field-formats.ts'
import { parseDateText } from '../../platform/values/parse-dates.ts'

export const marks = {
  red: { tone: 'bad', sign: '▲' },
  orange: { tone: 'warn', sign: '◆' },
  blue: { tone: 'info', sign: '■' },
  green: { tone: 'ok', sign: '✓' },
  violet: { tone: 'accent', sign: '★' },
} as const satisfies Readonly<Record<string, { readonly tone: Tone; readonly sign: string }>>

export type MarkName = keyof typeof marks
export const markNames: readonly MarkName[] = ['red', 'orange', 'blue', 'green', 'violet']
const isMark = (value: unknown): value is MarkName => markNames.some((name) => name === value)

export interface ColorRule {
  readonly condition: Condition
  readonly mark: MarkName
  /** Whether the whole row is colored instead of the cell of the field. */
  readonly row: boolean
}

export const mostRules = 20

/** Parses rules of a URL or a saved view; ignores invalid ones. */
export function readRules(given: unknown): readonly ColorRule[] {
  const value = typeof given === 'string' ? parsed(given) : given
  if (!Array.isArray(value)) return []
  return value.slice(0, mostRules).flatMap((item: unknown): readonly ColorRule[] => {
    if (typeof item !== 'object' || item === null || !('mark' in item) || !isMark(item.mark)) return []
    const [condition] = readFilter('condition' in item ? item.condition : undefined)?.and ?? []
    if (condition === undefined || !('field' in condition)) return []
    return [{ condition, mark: item.mark, row: 'row' in item && item.row === true }]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A rule prepared for evaluation in cells. */
export interface ActiveRule {
  readonly rule: ColorRule
  readonly words: string
  readonly holds: (value: unknown) => boolean
}

/** Returns the rules of existing fields, with their texts. */
export const activeRules = (
  meta: EntityMeta,
  rules: readonly ColorRule[],
  formats: FieldFormats,
  wordsOf: (rule: ColorRule) => string,
): readonly ActiveRule[] =>
  rules.flatMap((rule) => {
    const field = meta.fields.find(({ name }) => name === rule.condition.field)
    const holds = field === undefined ? undefined : testOf(field, rule.condition, formats)
    return holds === undefined ? [] : [{ rule, words: wordsOf(rule), holds }]
  })

/**
 * Returns the mark of a cell: the mark of the first rule that holds. A marked row has its symbol once, in the cell of
 * the field.
 */
export function markOf(
  rules: readonly ActiveRule[],
  column: string,
  valueOf: (field: string) => unknown,
): { readonly tone: Tone; readonly sign: string; readonly words: string } | undefined {
  for (const { rule, words, holds } of rules) {
    const { field } = rule.condition
    if ((!rule.row && field !== column) || !holds(valueOf(field))) continue
    const { tone, sign } = marks[rule.mark]
    return { tone, sign: field === column ? sign : '', words: field === column ? words : '' }
  }
  return undefined
}

type Comparable = string | number

/** Returns a function that converts values of a field for comparison; undefined stands for no value. */
function comparer(field: FieldMeta, formats: FieldFormats): (value: unknown) => Comparable | undefined {
  switch (field.type) {
    case 'number':
    case 'integer':
    case 'identity':
      return (value) => (value === null || value === '' ? undefined : finite(Number(value)))
    case 'duration':
      // A number without a unit is refused where it is typed; a rule that was saved with one marks nothing.
      return (value) => (isNumber(plainText(value)) ? undefined : secondsIn(plainText(value)))
    case 'date':
    case 'datetime':
      return (value) => parseDateText(plainText(value), formats.typedDates, formats.now())
    default:
      return (value) => (value === null || value === undefined ? undefined : plainText(value))
  }
}

const secondsIn = (text: string): number | undefined => parseClock(text) ?? parseDurationText(text)

/** Returns whether a text is a number other than 0. */
const isNumber = (text: string): boolean => Number.isFinite(Number(text)) && Number(text) !== 0

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

const listOf = (value: FilterValue): readonly unknown[] => (Array.isArray(value) ? value : [value])

const lower = (text: string): string => text.toLocaleLowerCase()

/** Returns a test that evaluates a condition like the service; undefined if only the service can evaluate it. */
function testOf(
  field: FieldMeta,
  condition: Condition,
  formats: FieldFormats,
): ((value: unknown) => boolean) | undefined {
  const test = resolvedTestOf(field, condition, formats)
  if (test === undefined || (field.type !== 'date' && field.type !== 'datetime')) return test
  const meets = (node: FilterNode, value: unknown): boolean => {
    if (isCondition(node)) return resolvedTestOf(field, node, formats)?.(value) === true
    if (isNot(node)) return !meets(node.not, value)
    return isAllOf(node)
      ? node.and.every((member) => meets(member, value))
      : node.or.some((member) => meets(member, value))
  }
  // Words such as "today" change their meaning daily; therefore they are resolved whenever a cell is drawn.
  return (value) => meets(resolveCondition(condition, field.type, formats.typedDates, formats.now()), value)
}

/** Returns the test of a condition whose dates are resolved. */
function resolvedTestOf(
  field: FieldMeta,
  { lookup, value: wanted }: Condition,
  formats: FieldFormats,
): ((value: unknown) => boolean) | undefined {
  const test = tests.get(lookup)
  const read = comparer(field, formats)
  return test === undefined ? undefined : (value) => test(value, wanted, read)
}

type Read = ReturnType<typeof comparer>
type Test = (value: unknown, wanted: FilterValue, read: Read) => boolean

const ordered =
  (holds: (one: Comparable, other: Comparable) => boolean): Test =>
  (value, wanted, read) => {
    const [one, other] = [read(value), read(wanted)]
    return one !== undefined && other !== undefined && holds(one, other)
  }

const words =
  (holds: (text: string, part: string) => boolean): Test =>
  (value, wanted) => {
    const part = plainText(wanted)
    return part !== '' && holds(plainText(value), part)
  }

/** The lookups that rules can evaluate: those that need no more data than the record. */
const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['exact', ordered((one, other) => one === other)],
  ['ne', (value, wanted, read) => read(wanted) !== undefined && read(value) !== read(wanted)],
  ['gt', ordered((one, other) => one > other)],
  ['gte', ordered((one, other) => one >= other)],
  ['lt', ordered((one, other) => one < other)],
  ['lte', ordered((one, other) => one <= other)],
  [
    'range',
    (value, wanted, read) => {
      const one = read(value)
      const [low, high] = listOf(wanted).map(read)
      return one !== undefined && low !== undefined && high !== undefined && one >= low && one <= high
    },
  ],
  [
    'in',
    (value, wanted, read) => {
      const one = read(value)
      return one !== undefined && listOf(wanted).some((item) => read(item) === one)
    },
  ],
  [
    'isnull',
    (value, wanted) =>
      (value === null || value === undefined || value === '') === (String(wanted) === 'true'),
  ],
  ['icontains', words((text, part) => lower(text).includes(lower(part)))],
  ['contains', words((text, part) => text.includes(part))],
  ['startswith', words((text, part) => text.startsWith(part))],
  ['endswith', words((text, part) => text.endsWith(part))],
])

/** Returns whether rules can evaluate a lookup. */
export const isEvaluable = (lookup: string): boolean => tests.has(lookup)
