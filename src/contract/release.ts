/** Endpoints of releases: orders are handed to an ERP, which answers with receipts. */
import { answers, defineEndpoints, needed, optional, otherwise, pageLimit } from './endpoint.ts'
import { edit, mostEdits, triesPlan, viewsPlan } from './plan-values.ts'
import { planTag as tag } from './tags.ts'
import {
  closed,
  flag,
  integer,
  limited,
  listOf,
  means,
  moment,
  nullable,
  number,
  object,
  oneOf,
  text,
} from './schemas.ts'

const type = oneOf(['PO', 'DO', 'MO'])
const start = means(nullable(moment), 'By when it must be ordered, shipped or started.')

export const releaseEndpoints = defineEndpoints({
  'GET /api/release/': {
    id: 'releasable_orders',
    tag,
    summary: 'List the orders that can be released, the earliest first',
    description: 'Proposed orders, and approved ones if they are asked for, that have no receipt.',
    access: viewsPlan,
    query: {
      type: needed('Type of the orders.', type),
      days: optional(
        'Only orders that start within this number of days from the date of the plan.',
        limited(integer, { minimum: 1, maximum: 3_650 }),
      ),
      approved: otherwise(
        'Also approved orders that were not handed out, for example moved, merged or rejected ones.',
        flag,
        false,
      ),
      limit: pageLimit(1_000, 1_000),
    },
    answers: {
      200: answers(
        'The orders, and the number of all of them.',
        object({
          total: integer,
          orders: listOf(
            object({
              reference: text,
              status: oneOf(['proposed', 'approved']),
              item: nullable(text),
              cost: means(
                nullable(number),
                'What the supplier charges for one unit; without a supplier or a price, the cost of the item.',
              ),
              location: means(nullable(text), 'Where it arrives or is made.'),
              supplier: nullable(text),
              origin: nullable(text),
              operation: nullable(text),
              quantity: number,
              startdate: start,
              enddate: nullable(moment),
              demands: means(nullable(text), 'Sales orders that it is for.'),
              alike: means(text, 'The same for orders that can be joined.'),
            }),
          ),
        }),
      ),
    },
  },
  'POST /api/release/merge/': {
    id: 'merge_orders',
    tag,
    summary: 'Join proposed orders into fewer, as edits to try; nothing is stored',
    description:
      'Orders of one type, item, location and batch are joined: purchases from one supplier, transports from one location, ' +
      'production by one operation. The order that ends first gets the total quantity, up to the maximum size of an order, and is ' +
      'approved; the others are deleted. Try and accept the edits with /api/plan/trial/ and /api/plan/accept/. Needs the right ' +
      'input.try_plan.',
    access: triesPlan,
    body: closed(
      object({
        references: limited(
          means(listOf(text), 'Order numbers; others than proposed orders stay as they are.'),
          {
            minItems: 1,
            maxItems: mostEdits,
          },
        ),
      }),
    ),
    answers: {
      200: answers(
        'The joined orders with their edits; none if no orders can be joined.',
        object({
          orders: listOf(
            object({
              reference: text,
              type,
              item: nullable(text),
              quantity: means(number, 'Total quantity.'),
              startdate: start,
              replaced: means(listOf(text), 'Orders that it replaces.'),
              edits: listOf(edit),
            }),
          ),
        }),
      ),
    },
  },
  'POST /api/release/': {
    id: 'release_orders',
    tag,
    summary: 'Release orders: each is approved once and gets a receipt',
    description:
      'Purchase, distribution and manufacturing orders that are proposed, or approved and not handed out. Receipts are read at /api/output/orderrelease/, those of one ' +
      'release with ?changeset=. Needs the right to change the orders.',
    access: viewsPlan,
    body: closed(
      object({
        references: limited(means(listOf(text), 'Order numbers; at most 10,000.'), {
          minItems: 1,
          maxItems: 10_000,
        }),
      }),
    ),
    answers: {
      200: answers(
        'The released orders, and the reasons why others were not released.',
        object({
          changeset: means(nullable(integer), 'Number of the release; null if nothing was released.'),
          released: listOf(text),
          refused: listOf(
            object({
              reference: text,
              reason: oneOf(['unknown', 'released', 'not_proposed', 'wrong_type']),
            }),
          ),
        }),
      ),
    },
  },
  'POST /api/release/receipts/': {
    id: 'record_receipts',
    tag,
    summary: 'Store the responses of an ERP to released orders',
    description:
      'For connectors. Releases without an answer are read at /api/output/orderrelease/?receipt__isnull=true&withdrawn=false; their `key` goes ' +
      'with every attempt to hand them over. The first receipt of a release counts: telling it again with its key changes nothing. ' +
      'Whoever released a rejected order reads why in the inbox. Needs the right to change the orders.',
    access: viewsPlan,
    body: closed(
      object({
        receipts: limited(
          listOf(
            object(
              {
                reference: limited(text, { maxLength: 1_000 }),
                receipt: oneOf(['accepted', 'rejected']),
                number: means(nullable(limited(text, { maxLength: 1_000 })), 'Name of the order in the ERP.'),
                reason: means(nullable(limited(text, { maxLength: 1_000 })), 'Why it was rejected.'),
                key: means(
                  nullable(limited(text, { maxLength: 100 })),
                  'Key of the release that it answers; without it the last release of the order.',
                ),
              },
              ['number', 'reason', 'key'],
            ),
          ),
          { description: 'One for each order, at most 10,000.', maxItems: 10_000 },
        ),
      }),
    ),
    bodySize: 'batch',
    answers: {
      200: answers(
        'Orders whose receipt was stored, and those that were never released, have one, or were released again with another key.',
        object({ stored: listOf(text), refused: listOf(text) }),
      ),
    },
  },
})
