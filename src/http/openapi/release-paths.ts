/** Operations of the OpenAPI document that release orders. */
import { planTag } from './plan-paths.ts'
import { answers, listOf, means, object, orNull, problems, takes, text } from './schema-words.ts'

export const releasePaths = {
  '/api/release/': {
    post: {
      operationId: 'release_orders',
      tags: [planTag],
      summary: 'Release proposed orders: each is approved and gets a receipt, and none is released twice',
      description:
        'Purchase, distribution and manufacturing orders. Receipts are read at /api/output/orderrelease/, those of one ' +
        'release with ?changeset=. Needs the right to change the orders.',
      requestBody: takes(object({ references: means(listOf(text), 'Order numbers; at most 10,000.') })),
      responses: {
        '200': answers(
          'What was released, and why the others were not.',
          object({
            changeset: means(orNull('integer'), 'Number of the release; null where nothing was released.'),
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
    },
  },
}
