/** Operations of the OpenAPI document that release orders. */
import { planTag } from './plan-paths.ts'
import {
  answers,
  listOf,
  means,
  object,
  operationsOf,
  orNull,
  problems,
  takes,
  text,
} from './schema-words.ts'

const operation = operationsOf(planTag)

export const releasePaths = {
  '/api/release/': {
    post: operation('release_orders', 'Release proposed orders: each is approved once and gets a receipt', {
      description:
        'Purchase, distribution and manufacturing orders. Receipts are read at /api/output/orderrelease/, those of one ' +
        'release with ?changeset=. Needs the right to change the orders.',
      requestBody: takes(object({ references: means(listOf(text), 'Order numbers; at most 10,000.') })),
      responses: {
        '200': answers(
          'The released orders, and the reasons why others were not released.',
          object({
            changeset: means(orNull('integer'), 'Number of the release; null if nothing was released.'),
            released: listOf(text),
            refused: listOf(
              object({
                reference: text,
                reason: { ...text, enum: ['unknown', 'released', 'not_proposed', 'wrong_type'] },
              }),
            ),
          }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/release/receipts/': {
    post: operation('record_receipts', 'Store the responses of an ERP to released orders', {
      description:
        'For connectors. Releases without an answer are read at /api/output/orderrelease/?receipt__isnull=true; their `key` goes ' +
        'with every attempt to hand them over. The first receipt of an order counts: telling it again changes nothing. ' +
        'Whoever released a rejected order reads why in the inbox. Needs the right to change the orders.',
      requestBody: takes(
        object({
          receipts: means(
            listOf(
              object(
                {
                  reference: text,
                  receipt: { ...text, enum: ['accepted', 'rejected'] },
                  number: means(orNull('string'), 'Name of the order in the ERP.'),
                  reason: means(orNull('string'), 'Why it was rejected.'),
                },
                ['number', 'reason'],
              ),
            ),
            'At most 10,000.',
          ),
        }),
      ),
      responses: {
        '200': answers(
          'Orders whose receipt was stored, and those that were never released or have one.',
          object({ stored: listOf(text), refused: listOf(text) }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
}
