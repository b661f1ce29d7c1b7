/** Fields that entities of the supply network share: lot sizes, effective dates and priorities. */
import { searchWords } from '../code-words.ts'
import { choice, datetime, duration, integer, number, reference, text } from '../define.ts'
import type { Field } from '../field.ts'

/** Effective dates of a record. */
export const effectivity = (): readonly Field[] => [
  datetime('effective_start', {
    label: 'effective start',
    nullable: true,
    default: '1971-01-01T00:00:00',
    help: 'First moment the record is valid; the sentinel 1971-01-01 stands for "always".',
  }),
  datetime('effective_end', {
    label: 'effective end',
    nullable: true,
    default: '2030-12-31T00:00:00',
    help: 'Moment the record stops being valid; the sentinel 2030-12-31 stands for "forever".',
  }),
]

export const lotSizes = (): readonly Field[] => [
  number('sizeminimum', {
    minimum: 0,
    label: 'size minimum',
    nullable: true,
    default: 1,
    help: 'Smallest lot that may be proposed; smaller needs are rounded up.',
  }),
  number('sizemultiple', {
    minimum: 0,
    label: 'size multiple',
    nullable: true,
    help: 'Lots must be a multiple of this size; empty means no rounding.',
  }),
  number('sizemaximum', {
    minimum: 0,
    label: 'size maximum',
    nullable: true,
    help: 'Largest single lot; bigger needs are split.',
  }),
]

/** Rule for choosing among alternates. */
export const searchMode = (): Field =>
  choice('search', ['PRIORITY', 'MINCOST', 'MINPENALTY', 'MINCOSTPENALTY'], {
    words: searchWords,
    label: 'search mode',
    nullable: true,
    help: 'Rule for choosing among alternatives.',
  })

/** Group and priority of alternates. */
export const alternateGroup = (): readonly Field[] => [
  text('name', { nullable: true, help: 'Shared name that makes records alternates of each other.' }),
  integer('priority', { nullable: true, default: 1, help: 'Preference inside the alternate group.' }),
]

/** Replenishment of an item at a location, from a supplier or another location; the descriptions are parameters. */
export const replenishment = (help: {
  readonly cost: string
  readonly resource: string
}): readonly Field[] => [
  ...lotSizes(),
  duration('batchwindow', {
    minimum: 0,
    label: 'batching window',
    nullable: true,
    default: '7 00:00:00',
    help: 'Window within which needs are combined in one order.',
  }),
  number('cost', { nullable: true, help: help.cost }),
  integer('priority', {
    nullable: true,
    default: 1,
    help: 'Preference among replenishment methods; 0 = manual only.',
  }),
  ...effectivity(),
  reference('resource', 'input.resource', 'setNull', { nullable: true, help: help.resource }),
  number('resource_qty', {
    minimum: 0,
    label: 'resource quantity',
    nullable: true,
    default: 1,
    help: 'Units of capacity used per unit ordered.',
  }),
  duration('fence', {
    minimum: 0,
    label: 'release fence',
    nullable: true,
    help: 'Release fence from the plan date: no new proposals may start inside it.',
  }),
]
