/** Endpoints of releases: orders are handed to an ERP, which answers with receipts. */
import { answers, defineEndpoints } from './endpoint.ts'
import { viewsPlan } from './plan-values.ts'
import { planTag as tag } from './tags.ts'
import { closed, integer, limited, listOf, means, nullable, object, oneOf, text } from './schemas.ts'

export const releaseEndpoints = defineEndpoints({
  'POST /api/release/': {
    id: 'release_orders',
    tag,
    summary: 'Release proposed orders: each is approved once and gets a receipt',
    description:
      'Purchase, distribution and manufacturing orders. Receipts are read at /api/output/orderrelease/, those of one ' +
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
    errors: ['400', '403', '404'],
  },
  'POST /api/release/receipts/': {
    id: 'record_receipts',
    tag,
    summary: 'Store the responses of an ERP to released orders',
    description:
      'For connectors. Releases without an answer are read at /api/output/orderrelease/?receipt__isnull=true; their `key` goes ' +
      'with every attempt to hand them over. The first receipt of an order counts: telling it again changes nothing. ' +
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
              },
              ['number', 'reason'],
            ),
          ),
          { description: 'At most 10,000.', maxItems: 10_000 },
        ),
      }),
    ),
    bodySize: 'batch',
    answers: {
      200: answers(
        'Orders whose receipt was stored, and those that were never released or have one.',
        object({ stored: listOf(text), refused: listOf(text) }),
      ),
    },
    errors: ['400', '403', '404'],
  },
})
