import { searchWords } from '../code-words.ts'
import {
  category,
  choice,
  datetime,
  description,
  duration,
  integer,
  lastModified,
  nameKey,
  number,
  reference,
  source,
  subcategory,
} from '../define.ts'
import { defineEntity } from '../entity.ts'

export const operation = defineEntity({
  name: 'input.operation',
  label: 'operation',
  labelPlural: 'operations',
  about: 'Process step, routing or choice that produces an item.',
  tree: 'owner',
  rowsMidSize: 60000,
  fields: [
    source(),
    lastModified(),
    nameKey(),
    choice('type', ['fixed_time', 'time_per', 'routing', 'alternate', 'split'], {
      words: { fixed_time: 'fixed duration', time_per: 'duration per unit' },
      nullable: true,
      default: 'fixed_time',
      help: 'fixed_time, time_per (duration grows with quantity), routing (sequence of steps), alternate (choice) or split (proportional).',
    }),
    description(),
    category(),
    subcategory(),
    reference('item', 'input.item', 'cascade', {
      nullable: true,
      help: 'Item produced; may be left to the material records. Empty for routing steps.',
    }),
    reference('location', 'input.location', 'cascade', { required: true, help: 'Where it runs.' }),
    reference('owner', 'input.operation', 'setNull', {
      nullable: true,
      help: 'Routing/alternate/split operation this one is a step or option of.',
    }),
    integer('priority', {
      nullable: true,
      default: 1,
      help: 'Preference among alternatives, or step sequence inside a routing; 0 = manual only.',
    }),
    datetime('effective_start', {
      label: 'effective start',
      nullable: true,
      help: 'First moment usable as a replenishment method.',
    }),
    datetime('effective_end', {
      label: 'effective end',
      nullable: true,
      help: 'Moment it stops being usable.',
    }),
    duration('fence', { label: 'release fence', nullable: true, help: 'Release fence in working time.' }),
    duration('posttime', {
      label: 'post-op time',
      nullable: true,
      help: 'Soft buffer time after completion.',
    }),
    number('sizeminimum', {
      label: 'size minimum',
      nullable: true,
      default: 1,
      help: 'Smallest lot that may be proposed; smaller needs are rounded up.',
    }),
    number('sizemultiple', {
      label: 'size multiple',
      nullable: true,
      help: 'Lots must be a multiple of this size; empty means no rounding.',
    }),
    number('sizemaximum', {
      label: 'size maximum',
      nullable: true,
      help: 'Largest single lot; bigger needs are split.',
    }),
    number('cost', { nullable: true, help: 'Cost per unit, without material or resource cost.' }),
    duration('duration', { nullable: true, help: 'Fixed part of the run time.' }),
    duration('duration_per', { label: 'duration per unit', nullable: true, help: 'Run time per unit.' }),
    choice('search', ['PRIORITY', 'MINCOST', 'MINPENALTY', 'MINCOSTPENALTY'], {
      words: searchWords,
      label: 'search mode',
      nullable: true,
      help: 'Rule for choosing among alternatives.',
    }),
    reference('available', 'input.calendar', 'setNull', { nullable: true, help: 'Working-hours calendar.' }),
    duration('batchwindow', {
      label: 'batching window',
      nullable: true,
      help: 'Window scanned before and after the need to combine batches.',
    }),
  ],
})
