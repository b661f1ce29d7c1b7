/** Endpoints of the stored plans of a scenario: their age, key figures, comparison and changed orders. */
import {
  answers,
  answersIn,
  defineEndpoints,
  jsonLines,
  needed,
  optional,
  pageCursor,
  pageLimit,
} from './endpoint.ts'
import { figureFields, viewsPlan } from './plan-values.ts'
import { flag, integer, limited, listOf, mapOf, means, nullable, number, object, text } from './schemas.ts'
import { planTag as tag } from './tags.ts'

/** Sales orders with a change: all are counted, up to 20 are named. */
const changedDeliveries = object({ count: integer, names: listOf(text) })

/** A plan of the history of a scenario. */
const storedPlan = object({
  id: integer,
  time: means(text, 'When it was stored.'),
  changeset: integer,
  user: nullable(text),
  origin: means(
    nullable(text),
    'The task that made it; `remedy <kind> <sales order>` for an accepted remedy, null for another accepted trial.',
  ),
  start: means(text, 'Start of the plan.'),
  figures: object({
    ...figureFields,
    proposals: means(mapOf(number), 'Proposed orders by type.'),
    changes: means(mapOf(number), 'Proposed orders compared with the previous plan.'),
    deliveries: means(
      nullable(
        object({
          late: changedDeliveries,
          recovered: changedDeliveries,
          later: changedDeliveries,
          earlier: changedDeliveries,
        }),
      ),
      'Sales orders compared with the previous plan: newly late or short, on time again, and of the others ' +
        'those delivered later or earlier, the most urgent first. Null for plans of older versions.',
    ),
  }),
})

export const planHistoryEndpoints = defineEndpoints({
  'GET /api/plan/current/': {
    id: 'plan_age',
    tag,
    summary:
      'When the plan was stored, how much of the data it was made from has changed since, and its current date',
    description: 'Needs the right to view sales orders.',
    access: viewsPlan,
    answers: {
      200: answers(
        'The age of the plan.',
        object({
          stored: means(nullable(text), 'Time at which it was stored; null if there is no plan.'),
          changeset: means(nullable(integer), 'The change set that stored it.'),
          changes: object({
            records: means(
              integer,
              'Number of records created, updated and deleted since its data was read.',
            ),
            changesets: integer,
            last: means(nullable(text), 'Time of the latest change.'),
          }),
          now: means(
            text,
            'Current date of the plan: the parameter `currentdate`, otherwise the current time.',
          ),
        }),
      ),
    },
  },
  'GET /api/plan/history/': {
    id: 'plan_history',
    tag,
    summary: 'List the key figures of stored plans, newest first',
    description: 'They are kept for two years. Needs the right to view sales orders.',
    access: viewsPlan,
    query: {
      limit: pageLimit(1_000, 100),
      cursor: pageCursor,
    },
    answers: {
      200: answers(
        'The plans.',
        object({
          plans: listOf(storedPlan),
          next: nullable(integer),
        }),
      ),
    },
  },
  'GET /api/plan/comparison/': {
    id: 'compare_plans',
    tag,
    summary: 'Compare the key figures of two to five plans of scenarios or of their histories',
    description: 'Needs the right to view sales orders in each of the scenarios.',
    access: { ofUser: true },
    query: {
      plans: needed(
        'Two to five plans, separated by commas: the name of a scenario for its last plan, with @ and a number for a plan of ' +
          'its history, such as `scenario1,default,default@17`.',
        limited(text, { maxLength: 500 }),
      ),
    },
    answers: {
      200: answers(
        'The plans, in the given order.',
        object({
          plans: listOf(
            object({
              scenario: text,
              last: means(
                flag,
                'Whether it is the last plan of the scenario. Only the last plan has orders; of others the figures are kept.',
              ),
              plan: means(
                nullable(storedPlan),
                'Null if the scenario has no stored plan, or if its history no longer has this one.',
              ),
            }),
          ),
        }),
      ),
    },
    errors: ['404'],
  },
  'GET /api/plan/{plan}/changes/': {
    id: 'plan_changes',
    tag,
    summary: 'Proposed orders that a stored plan added, moved, resized and dropped',
    description:
      'One order per line: reference, type, change, and start, end and quantity as [before, after]. Needs the right to view orders.',
    path: { plan: needed('Number of the plan in its history.', integer) },
    query: {
      type: optional('Types of orders, separated by commas: PO, MO, WO, DO.', text),
      change: optional('Some of added, moved, resized, dropped, separated by commas.', text),
    },
    answers: { 200: answersIn(jsonLines, 'The orders.') },
    errors: ['410'],
  },
})
