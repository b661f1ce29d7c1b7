import { boolean, choice, duration, integer, number, reference, text, treeFields } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const resource = defineEntity({
  name: 'input.resource',
  label: 'resource',
  labelPlural: 'resources',
  about: 'Machine, person, tool or pool with capacity, in a tree.',
  tree: 'owner',
  rowsMidSize: 800,
  fields: [
    ...treeFields('input.resource', 'Aggregate (pool) resource this one is a member of.'),
    choice('type', ['default', 'buckets', 'buckets_day', 'buckets_week', 'buckets_month', 'infinite'], {
      words: {
        default: 'continuous',
        buckets: 'per bucket of the calendar',
        buckets_day: 'per day',
        buckets_week: 'per week',
        buckets_month: 'per month',
        infinite: 'unlimited',
      },
      nullable: true,
      default: 'default',
      help: 'Capacity model: continuous, time-bucketed (day/week/month), quantity-bucketed (calendar driven) or unlimited.',
    }),
    boolean('constrained', { nullable: true, help: 'Whether finite capacity is respected.' }),
    number('maximum', {
      minimum: 0,
      nullable: true,
      default: 1,
      help: 'Size: number of parallel jobs (continuous) or hours basis (bucketed).',
    }),
    reference('maximum_calendar', 'input.calendar', 'setNull', {
      label: 'maximum calendar',
      nullable: true,
      help: 'Time-varying size; also defines buckets for quantity-bucketed resources.',
    }),
    reference('available', 'input.calendar', 'setNull', { nullable: true, help: 'Working-hours calendar.' }),
    reference('location', 'input.location', 'cascade', {
      nullable: true,
      help: 'Where the resource stands.',
    }),
    number('cost', { nullable: true, help: 'Cost of one unit of the resource per hour.' }),
    duration('maxearly', {
      minimum: 0,
      label: 'max early',
      nullable: true,
      help: 'How far before the ask date capacity may be searched.',
    }),
    reference('setupmatrix', 'input.setupmatrix', 'cascade', {
      label: 'setup matrix',
      nullable: true,
      help: 'Changeover matrix.',
    }),
    text('setup', { nullable: true, help: 'Setup state at plan start.' }),
    number('efficiency', {
      minimum: 0,
      label: 'efficiency %',
      nullable: true,
      help: 'Speed percentage; below 100 stretches durations.',
    }),
    reference('efficiency_calendar', 'input.calendar', 'setNull', {
      label: 'efficiency % calendar',
      nullable: true,
      help: 'Time-varying efficiency.',
    }),
    integer('overloadcount', {
      label: 'count of capacity overload problems',
      nullable: true,
      access: 'computed',
      help: 'Number of overload problems on the resource (metrics app).',
    }),
  ],
})
