/** Endpoints of the plan: its age and history, trials of edits, promises of dates and remedies. */
import {
  answers,
  answersIn,
  defineEndpoints,
  jsonLines,
  needed,
  optional,
  otherwise,
  pageCursor,
  pageLimit,
} from './endpoint.ts'
import {
  bindingReason,
  consequenceFields,
  demandState,
  edit,
  faultyEdits,
  figureFields,
  mostEdits,
  planMode,
  summaryFields,
  triesPlan,
  viewsPlan,
} from './plan-values.ts'
import {
  closed,
  flag,
  integer,
  limited,
  listOf,
  mapOf,
  means,
  nullable,
  number,
  object,
  oneOf,
  text,
} from './schemas.ts'
import { planTag as tag } from './tags.ts'

const token = means(text, 'Takes the edits and their plan over: see /api/plan/accept/.')
const basis = means(integer, 'The newest change set that the answer is based on.')

const effects = object({ token, basis, mode: planMode, ...consequenceFields })
const refused = object({ detail: text })
/** Error responses if the user has too many running queries, or if the plan is temporarily unavailable. */
const busy = {
  429: answers('The user has too many questions under way; Retry-After says when to ask again.', refused),
  503: answers('The plan cannot be asked at the moment.', refused),
}
const faulty = { 400: answers('Edits cannot be applied; with the errors of each.', faultyEdits) }
const name = limited(text, { minLength: 1 })

const summary = object({ ...summaryFields, parts: listOf(object(summaryFields)) }, ['parts'])

/** Sales orders with a change: all are counted, up to 20 are named. */
const changedDeliveries = object({ count: integer, names: listOf(text) })

/** A plan of the history of a scenario. */
const storedPlan = object({
  id: integer,
  time: means(text, 'When it was stored.'),
  changeset: integer,
  user: nullable(text),
  origin: means(nullable(text), 'The task that made it; null for an accepted trial.'),
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

export const planEndpoints = defineEndpoints({
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
    errors: ['403', '404'],
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
    errors: ['400', '403', '404'],
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
    errors: ['400', '403', '404'],
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
    errors: ['400', '403', '404', '410'],
  },
  'POST /api/plan/trial/': {
    id: 'try_plan',
    tag,
    summary: 'Try edits and return their effect on the plan; nothing is stored',
    description:
      'The edits are those of the data API and are validated like a write. With the mode repair, only the orders move ' +
      'that the edits change, those that no longer fit, and those that they supply; with replan, the effect is that of a ' +
      'run of runplan. Needs the right input.try_plan.',
    access: triesPlan,
    body: closed(
      object(
        {
          edits: limited(listOf(closed(edit)), { maxItems: mostEdits }),
          mode: limited(planMode, { default: 'repair' }),
          displace: means(flag, 'Whether edited sales orders may displace less urgent ones.'),
        },
        ['mode', 'displace'],
      ),
    ),
    answers: {
      200: answers('Effect on the plan.', effects),
      ...faulty,
      ...busy,
    },
    errors: ['403', '404'],
  },
  'POST /api/plan/promise/': {
    id: 'promise',
    tag,
    summary: 'Compute the delivery date of a sales order; nothing is stored',
    description:
      'Without a priority no other sales order changes; with one, less urgent sales orders may be delayed, and are listed. Accepting ' +
      'the token stores the sales order with its plan. Needs the right input.try_plan.',
    access: triesPlan,
    body: closed(
      object(
        {
          name: means(
            nullable(text),
            'Name of the sales order that is stored on accepting; generated by default.',
          ),
          item: text,
          location: nullable(text),
          customer: nullable(text),
          quantity: limited(number, { exclusiveMinimum: 0 }),
          due: text,
          priority: nullable(integer),
          minshipment: nullable(number),
        },
        ['name', 'location', 'customer', 'priority', 'minshipment'],
      ),
    ),
    answers: {
      200: answers(
        'The dates.',
        object({
          token,
          basis,
          promises: listOf(object({ date: text, quantity: number })),
          complete: means(
            nullable(text),
            'Date on which the full quantity is delivered; null if it cannot be.',
          ),
          days_late: nullable(number),
          confidence: means(
            oneOf(['firm', 'conditional']),
            'firm: from stock and free capacity; conditional: it depends on purchases that are only proposed, or nothing is delivered.',
          ),
          binding: listOf(bindingReason),
          delays: listOf(object({ demand: text, days: number })),
        }),
      ),
      ...faulty,
      ...busy,
    },
    errors: ['403', '404'],
  },
  'POST /api/plan/remedies/': {
    id: 'find_remedies',
    tag,
    summary: 'Find remedies for a late or short sales order',
    description:
      'Each remedy was tried. With the header Accept: application/x-ndjson each is sent as a line as soon as it is found, ' +
      'and the last line tells the rest, with `ranks`: the places of the lines above, from 0, the best first. Needs the right ' +
      'input.try_plan.',
    access: triesPlan,
    body: object({ demand: means(name, 'Name of the sales order.') }),
    answers: {
      200: answers(
        'Remedies, the best first.',
        object({
          demand: text,
          before: demandState,
          earliest: means(nullable(text), 'The earliest delivery that any remedy reaches.'),
          binding: listOf(bindingReason),
          needs: means(
            listOf(
              object({
                code: oneOf(['capacity', 'supply']),
                owner: means(text, 'The resource, or the item.'),
                amount: means(number, 'Hours of the resource, or quantity of the item.'),
                by: text,
              }),
            ),
            'What a delivery on the due date would need, estimated from the plan: work and supply, and by when.',
          ),
          remedies: listOf(
            object({
              token,
              basis,
              rank: integer,
              kind: text,
              summary,
              edits: listOf(edit),
              before: demandState,
              after: demandState,
              quantity_days: means(
                object({ before: number, after: number }),
                'Quantity of the sales order that is delivered late, times its days late.',
              ),
              others: object({
                later: integer,
                days: number,
                recovered: integer,
                paying: means(
                  listOf(object({ demand: text, days: number })),
                  'Delayed sales orders, largest delay first.',
                ),
              }),
              mode: means(planMode, 'How accepting it plans: `repair` or `replan`.'),
              cost: nullable(number),
            }),
          ),
        }),
      ),
      ...busy,
    },
    errors: ['400', '403', '404'],
  },
  'POST /api/plan/overtime/': {
    id: 'find_overtime',
    tag,
    summary: 'How a resource could get more time where sales orders wait for it',
    description:
      'Closed days that are opened and longer shifts, or one more unit of a resource that always works, as edits that can be ' +
      'tried. Needs the right input.try_plan.',
    access: triesPlan,
    body: object({ resource: means(name, 'Name of the resource.') }),
    answers: {
      200: answers(
        'The options; none is tried.',
        object({
          basis,
          demand: means(nullable(text), 'The sales order that waits for the resource longest.'),
          options: listOf(object({ summary, edits: listOf(edit), cost: nullable(number) })),
        }),
      ),
      ...busy,
    },
    errors: ['400', '403', '404'],
  },
  'POST /api/plan/accept/': {
    id: 'accept_trial',
    tag,
    summary: 'Store the edits of a trial and its plan, in one transaction',
    description:
      'A token is valid for 30 minutes, for the user who made the trial, at every server. Needs the rights ' +
      'of the edits and execute.run_runplan. Rejected with 409 if records of the edits have changed since the trial, or if ' +
      'the plan with the edits is no longer that of the trial.',
    access: triesPlan,
    body: object({ token: name }),
    answers: {
      200: answers(
        'Stored.',
        object({
          changeset: nullable(integer),
          orders: means(mapOf(number), 'Counts of orders kept, moved, added and dropped.'),
        }),
      ),
      ...faulty,
      ...busy,
      409: answers(
        'Data has moved on. Nothing was stored.',
        object({
          detail: text,
          conflicts: listOf(
            object({ edit: integer, entity: text, key: nullable(text), changeset: nullable(integer) }),
          ),
        }),
      ),
      410: answers('The token has expired.', refused),
    },
    errors: ['403', '404'],
  },
  'GET /api/proposals/{proposal}/consequences/': {
    id: 'proposal_consequences',
    tag: 'proposals',
    summary: 'Get the effect of a proposal on the plan',
    description:
      'The answer of /api/plan/trial/ for the edits of the proposal; up to 1,000 edits. Needs the right input.try_plan.',
    access: triesPlan,
    path: { proposal: needed('Number of the proposal.', integer) },
    query: { mode: otherwise('How the plan follows.', planMode, 'repair') },
    answers: { 200: answers('Consequences.', effects), ...faulty, ...busy },
    errors: ['403', '404', '409'],
  },
})
