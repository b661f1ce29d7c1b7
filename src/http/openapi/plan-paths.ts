/** Operations of the OpenAPI document that query the plan and the consequences of changes. */
import {
  answers,
  anything,
  flag,
  inPath,
  integer,
  listOf,
  means,
  object,
  operationsOf,
  orNull,
  problems,
  query,
  takes,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const number: Schema = { type: 'number' }

export const planTag = 'plan'

const operation = operationsOf(planTag)

/** Returns the schema of an edit of a record, with additional properties. */
export const editSchema = (more: Schema = {}): Schema =>
  object(
    {
      entity: means(text, 'Name of an entity of planning data, such as input.demand.'),
      action: { ...text, enum: ['create', 'update', 'delete'] },
      key: means({ type: ['string', 'integer'] }, 'Of the record that is changed or deleted.'),
      fields: means(anything, 'Values by field, as the data API takes them.'),
      ...more,
    },
    ['key', 'fields', ...Object.keys(more)],
  )
const edit = editSchema()

const demandState = {
  oneOf: [
    object({ date: orNull('string'), days_late: orNull('number'), short: number }),
    { type: 'null' as const },
  ],
}
const orderState = {
  oneOf: [
    object({ start: text, end: text, quantity: number, resources: listOf(text) }),
    { type: 'null' as const },
  ],
}
const reason = object({
  code: means(text, 'Name of the constraint that binds.'),
  owner: means(text, 'The operation, resource, buffer or sales order that binds.'),
  days: means(number, 'Days by which the sales order would be earlier without it.'),
})
const figureFields = {
  ontime: integer,
  late: integer,
  short: integer,
  quantity_days_late: number,
  stock_value: number,
  setup_hours: number,
  utilization: number,
}
const figures = object(figureFields)

/** Differences between a plan and another one. */
export const consequences = {
  keyfigures: object({ before: figures, after: figures }),
  demand_count: means(integer, 'Number of sales orders of which the delivery changes.'),
  demands: means(
    listOf(
      object({
        name: text,
        item: text,
        customer: orNull('string'),
        quantity: number,
        due: text,
        change: { ...text, enum: ['late', 'recovered', 'later', 'earlier', 'new', 'gone'] },
        before: demandState,
        after: demandState,
        reasons: listOf(reason),
        edit: means(orNull('integer'), 'Place of the edit that causes it, where it is known.'),
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
          reference: orNull('string'),
          type: text,
          operation: orNull('string'),
          item: orNull('string'),
          change: { ...text, enum: ['added', 'moved', 'resized', 'dropped'] },
          before: orderState,
          after: orderState,
        }),
      ),
      'The first thousand, by start.',
    ),
  }),
  resources: listOf(object({ name: text, load_before: number, load_after: number, overload_days: number })),
}

const token = means(text, 'Takes the edits and their plan over: see /api/plan/accept/.')
const basis = means(integer, 'The newest change set that the answer is based on.')
const mode = { ...text, enum: ['repair', 'replan'] }

const faults = answers(
  'Edits cannot be applied: what is wrong with which of them.',
  object({
    errors: listOf(
      object({
        edit: means(integer, 'Place of the edit in the list, from 0.'),
        entity: text,
        key: { type: ['string', 'integer', 'null'] },
        field: text,
        code: text,
        message: text,
      }),
    ),
  }),
)

const refused = (description: string): Schema => answers(description, object({ detail: text }))

/** Error responses if the user has too many running queries, or if the plan is temporarily unavailable. */
const limited: Schema = {
  '429': refused('The user has too many questions under way; Retry-After says when to ask again.'),
  '503': refused('The plan cannot be asked at the moment.'),
}

const common = { ...problems('403', '404'), ...limited, '400': faults }

export const planPaths = {
  '/api/plan/{plan}/changes/': {
    parameters: [inPath('plan', 'Number of the plan in its history.', integer)],
    get: operation('plan_changes', 'Proposed orders that a stored plan added, moved, resized and dropped', {
      description:
        'One order per line: reference, type, change, and start, end and quantity as [before, after]. Needs the right to view orders.',
      parameters: [
        query('type', 'Types of orders, separated by commas: PO, MO, WO, DO.'),
        query('change', 'Some of added, moved, resized, dropped, separated by commas.'),
      ],
      responses: {
        '200': {
          description: 'The orders.',
          content: { 'application/x-ndjson': { schema: text } },
        },
        ...problems('400', '403', '404'),
        '410': { $ref: '#/components/responses/Expired' },
      },
    }),
  },
  '/api/plan/current/': {
    get: operation(
      'plan_age',
      'When the plan was stored, and how much of the data it was made from has changed since',
      {
        description: 'Needs the right to view sales orders.',
        responses: {
          '200': answers(
            'The age of the plan.',
            object({
              stored: means(orNull('string'), 'Time at which it was stored; null if there is no plan.'),
              changeset: means(orNull('integer'), 'The change set that stored it.'),
              changes: object({
                records: means(
                  integer,
                  'Number of records created, updated and deleted since its data was read.',
                ),
                changesets: integer,
                last: means(orNull('string'), 'Time of the latest change.'),
              }),
            }),
          ),
          ...problems('403', '404'),
        },
      },
    ),
  },
  '/api/plan/history/': {
    get: operation('plan_history', 'List the key figures of stored plans, newest first', {
      description: 'They are kept for two years. Needs the right to view sales orders.',
      parameters: [
        query('limit', 'Maximum number of plans.', { ...integer, minimum: 1, maximum: 1000, default: 100 }),
        query('cursor', 'Value of `next` of the previous page.', integer),
      ],
      responses: {
        '200': answers(
          'The plans.',
          object({
            plans: listOf(
              object({
                id: integer,
                time: means(text, 'When it was stored.'),
                changeset: integer,
                user: orNull('string'),
                origin: means(orNull('string'), 'The task that made it; null for an accepted trial.'),
                start: means(text, 'Start of the plan.'),
                figures: object({
                  ...figureFields,
                  proposals: means(anything, 'Proposed orders by type.'),
                  changes: means(anything, 'Proposed orders compared with the previous plan.'),
                }),
              }),
            ),
            next: orNull('integer'),
          }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/plan/trial/': {
    post: operation('try_plan', 'Try edits and return their effect on the plan; nothing is stored', {
      description:
        'The edits are those of the data API and are validated like a write. With the mode repair every order of the ' +
        'plan keeps its place but those that the edits touch, those that do not fit any more, and what they feed; with replan ' +
        'it is the plan that runplan would make. Needs the right input.try_plan.',
      requestBody: takes(
        object(
          {
            edits: listOf(edit),
            mode: { ...mode, default: 'repair' },
            displace: means(flag, 'Whether edited sales orders may displace less urgent ones.'),
          },
          ['mode', 'displace'],
        ),
      ),
      responses: {
        '200': answers('Effect on the plan.', object({ token, basis, mode, ...consequences })),
        ...common,
      },
    }),
  },
  '/api/plan/promise/': {
    post: operation('promise', 'Compute the delivery date of a sales order; nothing is stored', {
      description:
        'Without a priority no other sales order changes; with one, less urgent sales orders may be delayed, and are listed. Accepting ' +
        'the token stores the sales order with its plan. Needs the right input.try_plan.',
      requestBody: takes(
        object(
          {
            name: means(text, 'Name of the sales order that is stored on accepting; generated by default.'),
            item: text,
            location: text,
            customer: text,
            quantity: number,
            due: text,
            priority: integer,
            minshipment: number,
          },
          ['name', 'location', 'customer', 'priority', 'minshipment'],
        ),
      ),
      responses: {
        '200': answers(
          'The dates.',
          object({
            token,
            basis,
            promises: listOf(object({ date: text, quantity: number })),
            complete: means(
              orNull('string'),
              'Date on which the full quantity is delivered; null if it cannot be.',
            ),
            days_late: orNull('number'),
            confidence: means(
              { ...text, enum: ['firm', 'conditional'] },
              'firm: from stock and free capacity; conditional: it depends on purchases that are only proposed.',
            ),
            binding: listOf(reason),
            delays: listOf(object({ demand: text, days: number })),
          }),
        ),
        ...common,
      },
    }),
  },
  '/api/plan/remedies/': {
    post: operation('find_remedies', 'Find remedies for a late or short sales order', {
      description:
        'Each remedy was tried. With the header Accept: application/x-ndjson each is sent as a line as soon as it is found, ' +
        'and the last line tells the rest, with `ranks`: the places of the lines above, from 0, the best first. Needs the right ' +
        'input.try_plan.',
      requestBody: takes(object({ demand: means(text, 'Name of the sales order.') })),
      responses: {
        '200': answers(
          'Remedies, the best first.',
          object({
            demand: text,
            before: demandState,
            earliest: means(orNull('string'), 'The earliest delivery that any remedy reaches.'),
            binding: listOf(reason),
            remedies: listOf(
              object({
                token,
                basis,
                rank: integer,
                kind: text,
                summary: object({ code: text, values: anything }),
                edits: listOf(edit),
                before: demandState,
                after: demandState,
                others: object({
                  later: integer,
                  days: number,
                  recovered: integer,
                  paying: means(
                    listOf(object({ demand: text, days: number })),
                    'Delayed sales orders, largest delay first.',
                  ),
                }),
                mode: means(text, 'How accepting it plans: `repair` or `replan`.'),
                cost: orNull('number'),
              }),
            ),
          }),
        ),
        ...problems('400', '403', '404'),
        ...limited,
      },
    }),
  },
  '/api/plan/overtime/': {
    post: operation('find_overtime', 'How a resource could get more time where sales orders wait for it', {
      description:
        'Closed days that are opened and longer shifts, or one more unit of a resource that always works, as edits that can be ' +
        'tried. Needs the right input.try_plan.',
      requestBody: takes(object({ resource: means(text, 'Name of the resource.') })),
      responses: {
        '200': answers(
          'The options; none is tried.',
          object({
            basis,
            demand: means(orNull('string'), 'The sales order that waits for the resource longest.'),
            options: listOf(
              object({
                summary: object({ code: text, values: anything }),
                edits: listOf(edit),
                cost: orNull('number'),
              }),
            ),
          }),
        ),
        ...problems('400', '403', '404'),
        ...limited,
      },
    }),
  },
  '/api/plan/accept/': {
    post: operation('accept_trial', 'Store the edits of a trial and its plan, in one transaction', {
      description:
        'A token is known for 30 minutes, to the user who made the trial and in the server that made it. Needs the rights ' +
        'of the edits and execute.run_runplan. Refused with 409 where records of the edits were changed since, or the plan would come out otherwise.',
      requestBody: takes(object({ token: text })),
      responses: {
        '200': answers(
          'Stored.',
          object({
            changeset: integer,
            orders: means(anything, 'Counts of orders kept, moved, added and dropped.'),
          }),
        ),
        ...common,
        '409': answers(
          'Data has moved on. Nothing was stored.',
          object({
            detail: text,
            conflicts: listOf(object({ edit: integer, entity: text, key: text, changeset: integer })),
          }),
        ),
        '410': refused('The token has expired.'),
      },
    }),
  },
}
