/** Schemas of the plan that several endpoints share: edits of records, figures, and the effects of edits. */
import { planViews } from '../model/plan-views.ts'
import {
  anyKey,
  either,
  errorFields,
  integer,
  listOf,
  means,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
} from './schemas.ts'

/** Access to queries on the plan: all entities whose data is part of key figures and of effects must be visible. */
export const viewsPlan = { views: planViews } as const

/** Access to trials of edits. */
export const triesPlan = { ...viewsPlan, permissions: ['input.try_plan'] } as const

/** Members of an edit of a record. */
export const editFields = {
  entity: means(text, 'Name of an entity of planning data, such as input.demand.'),
  action: oneOf(['create', 'update', 'delete']),
  key: means(anyKey, 'Of the record that is changed or deleted.'),
  fields: means(record, 'Values by field, as the data API takes them.'),
}
/** Maximum number of edits of one trial; larger changes are imports and are tried in a copy of the scenario. */
export const mostEdits = 1_000
export const edit = object(editFields, ['key', 'fields'])

export const demandState = nullable(
  object({ date: nullable(text), days_late: nullable(number), short: number }),
)
const orderState = nullable(object({ start: text, end: text, quantity: number, resources: listOf(text) }))

export const bindingReason = object({
  code: means(text, 'Name of the constraint that binds.'),
  entity: means(text, 'Kind of the owner: operation, capacity (a resource), material or demand.'),
  owner: means(text, 'The operation, resource, buffer or sales order that binds.'),
  days: means(number, 'Days by which the sales order would be earlier without it.'),
})

export const figureFields = {
  ontime: integer,
  late: integer,
  short: integer,
  quantity_days_late: number,
  stock_value: number,
  setup_hours: number,
  utilization: means(number, 'Percent.'),
}
const figures = object(figureFields)

/** Differences between a plan and another one. */
export const consequenceFields = {
  keyfigures: object({ before: figures, after: figures }),
  demand_count: means(integer, 'Number of sales orders of which the delivery changes.'),
  demands: means(
    listOf(
      object({
        name: text,
        item: text,
        customer: nullable(text),
        quantity: number,
        due: text,
        change: oneOf(['late', 'recovered', 'later', 'earlier', 'new', 'gone']),
        before: demandState,
        after: demandState,
        reasons: listOf(bindingReason),
        edit: means(nullable(integer), 'Place of the edit that causes it, where it is known.'),
      }),
    ),
    'Sales orders of which the delivery changes, the largest change of quantity-days first; at most 1,000.',
  ),
  orders: object({
    added: integer,
    moved: integer,
    resized: integer,
    dropped: integer,
    frozen: means(integer, 'Of these, orders that start within the frozen horizon.'),
    list: means(
      listOf(
        object({
          reference: nullable(text),
          type: text,
          operation: nullable(text),
          item: nullable(text),
          change: oneOf(['added', 'moved', 'resized', 'dropped']),
          before: orderState,
          after: orderState,
        }),
      ),
      'The first thousand, by start.',
    ),
  }),
  resources: listOf(object({ name: text, load_before: number, load_after: number, overload_days: number })),
}

/** How edits are tried and accepted. */
export const planMode = oneOf(['repair', 'replan'])

/** Code of a sentence, with its values. */
export const summaryFields = { code: text, values: means(record, 'Values that the sentence contains.') }

/** An error of an edit. */
export const editFaultFields = {
  edit: means(integer, 'Place of the edit in the list, from 0.'),
  entity: text,
  key: nullable(anyKey),
  field: text,
  code: text,
  message: text,
}
const editFault = object(editFaultFields)
/** Response to edits that cannot be applied; for other errors the messages by member of the body. */
export const faultyEdits = either(object({ errors: listOf(editFault) }), errorFields)
