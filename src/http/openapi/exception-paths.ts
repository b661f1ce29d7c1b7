/** Operations of the OpenAPI document for exceptions of the plan. */
import { planTag } from '../../contract/tags.ts'
import type { Model } from '../../model/model.ts'
import { exceptionStatuses } from '../../model/reports/exceptions.ts'
import { exceptionReport } from '../../planning/exceptions/exceptions.ts'
import { reportOperation } from './report-paths.ts'
import {
  answers,
  listOf,
  means,
  moment,
  object,
  operationsOf,
  orNull,
  problems,
  takes,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const operation = operationsOf(planTag)

export const exceptionPaths = (model: Model): Readonly<Record<string, Schema>> => ({
  '/api/exceptions/': {
    get: {
      ...reportOperation(model, exceptionReport),
      operationId: 'list_exceptions',
      tags: [planTag],
      summary: 'List the exceptions of the stored plan, largest effect first',
    },
    post: operation('change_exceptions', 'Acknowledge, snooze, reopen, assign or annotate exceptions', {
      description:
        'Notes stay with an exception when the plan is run again. Needs the right to add comments.',
      requestBody: takes(
        object(
          {
            ids: means(listOf(text), 'Identifiers of exceptions; at most 1,000.'),
            status: { ...text, enum: [...exceptionStatuses] },
            until: means(moment, 'Time at which a snoozed exception reopens.'),
            assignee: means(orNull('string'), 'Login name of the assigned user.'),
            note: means(orNull('string'), 'At most 2,000 characters.'),
          },
          ['status', 'until', 'assignee', 'note'],
        ),
      ),
      responses: {
        '200': answers(
          'The changed exceptions; those no longer in the plan are omitted.',
          object({ changed: listOf(text) }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
})
