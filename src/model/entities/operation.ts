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
import { lotSizes, searchMode } from './network-fields.ts'

export const operation = defineEntity({
  name: 'input.operation',
  label: 'operation',
  labelPlural: 'operations',
  about: 'Process step, routing or choice that produces an item.',
  tree: 'owner',
  period: { start: 'effective_start', end: 'effective_end' },
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
    duration('fence', {
      minimum: 0,
      label: 'release fence',
      nullable: true,
      help: 'Release fence in working time.',
    }),
    duration('posttime', {
      minimum: 0,
      label: 'post-op time',
      nullable: true,
      help: 'Soft buffer time after completion.',
    }),
    lotSizes(),
    number('cost', { nullable: true, help: 'Cost per unit, without material or resource cost.' }),
    duration('duration', { minimum: 0, nullable: true, help: 'Fixed part of the run time.' }),
    duration('duration_per', {
      minimum: 0,
      label: 'duration per unit',
      nullable: true,
      help: 'Run time per unit.',
    }),
    searchMode(),
    reference('available', 'input.calendar', 'setNull', { nullable: true, help: 'Working-hours calendar.' }),
    duration('batchwindow', {
      minimum: 0,
      label: 'batching window',
      nullable: true,
      help: 'Window scanned before and after the need to combine batches.',
    }),
  ],
})
