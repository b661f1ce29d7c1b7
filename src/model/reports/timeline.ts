/** Orders on resources within a time window, for Gantt charts. */
import { boolean, datetime, duration, json, number, reference, text } from '../define.ts'
import { defineReport } from './declare.ts'
import { stepOwner, typeAndStatus } from './shared-fields.ts'

const basedOn = [
  'input.resource',
  'input.operationplan',
  'input.operationplanresource',
  'input.demand',
] as const

export const timeline = defineReport({
  name: 'timeline',
  label: 'timeline',
  about: 'Orders on resources within a window of time, one row per order and resource.',
  basedOn,
  key: 'reference',
  rowsMidSize: 800_000,
  fields: [
    reference('resource', 'input.resource', 'cascade', { help: 'Resource used.' }),
    reference('reference', 'input.operationplan', 'cascade', { help: 'Order number.' }),
    ...typeAndStatus(),
    reference('operation', 'input.operation', 'cascade', { nullable: true, help: 'Operation executed.' }),
    reference('item', 'input.item', 'cascade', { nullable: true, help: 'Item of the order.' }),
    reference('location', 'input.location', 'cascade', { nullable: true, help: 'Location of the order.' }),
    stepOwner(),
    number('quantity', { nullable: true, help: 'Quantity of the order.' }),
    number('load', { nullable: true, help: 'Units of the resource in use.' }),
    datetime('startdate', { label: 'start date', help: 'Start of the order, its changeover included.' }),
    datetime('setupend', {
      label: 'setup end',
      nullable: true,
      help: 'End of the changeover; empty where there is none.',
    }),
    datetime('enddate', { label: 'end date', help: 'End of the order.' }),
    text('setup', { nullable: true, help: 'Setup state while running.' }),
    duration('delay', {
      nullable: true,
      help: 'End date versus the latest date that keeps all fed demands on time.',
    }),
    number('criticality', { nullable: true, help: 'Days it may be later without making a demand late.' }),
    boolean('feasible', { help: 'Whether it keeps all constraints.' }),
    datetime('due', { nullable: true, help: 'Earliest due date of the demands that it is for.' }),
    text('demands', { nullable: true, help: 'Sales orders that it is for.' }),
    text('customers', { nullable: true, help: 'Customers of these sales orders.' }),
    json('pegged', {
      label: 'pegged quantity',
      help: 'How much of the order goes to each of these sales orders.',
      schema: { type: 'object', additionalProperties: { type: 'number' } },
    }),
  ],
})

/** The same with one row per resource that contains its orders as a list. */
export const timelineRows = defineReport({
  name: 'timeline',
  label: 'timeline',
  about: 'Resources, each with its orders within a window of time.',
  basedOn,
  key: 'resource',
  rowsMidSize: 2_000,
  fields: [
    reference('resource', 'input.resource', 'cascade', { help: 'Resource.' }),
    reference('location', 'input.location', 'setNull', { nullable: true, help: 'Where it stands.' }),
    reference('owner', 'input.resource', 'setNull', {
      nullable: true,
      help: 'Pool of which it is a member.',
    }),
    text('category', { nullable: true, help: 'Category of the resource.' }),
    json('bars', {
      help: 'Orders within the window, in the sequence of their start.',
      schema: { type: 'array', items: { type: 'object' } },
    }),
  ],
})
