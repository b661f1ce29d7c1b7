/** Endpoint that changes exceptions of the plan; the list of exceptions is a report. */
import { exceptionStatuses } from '../model/exception-kinds.ts'
import { answers, defineEndpoints } from './endpoint.ts'
import { closed, limited, listOf, means, moment, nullable, object, oneOf, text } from './schemas.ts'
import { planTag as tag } from './tags.ts'

export const exceptionEndpoints = defineEndpoints({
  'POST /api/exceptions/': {
    id: 'change_exceptions',
    tag,
    summary: 'Acknowledge, snooze, reopen, assign or annotate exceptions',
    description: 'Notes stay with an exception when the plan is run again. Needs the right to add comments.',
    access: { permissions: ['common.add_comment'] },
    body: closed(
      object(
        {
          ids: means(
            limited(listOf(text), { minItems: 1, maxItems: 1_000 }),
            'Identifiers of exceptions; at most 1,000.',
          ),
          status: oneOf(exceptionStatuses),
          until: means(moment, 'Time at which a snoozed exception reopens.'),
          assignee: means(nullable(text), 'Login name of the assigned user.'),
          note: limited(nullable(text), { maxLength: 2_000 }),
        },
        ['status', 'until', 'assignee', 'note'],
      ),
    ),
    answers: {
      200: answers(
        'The changed exceptions; those no longer in the plan are omitted.',
        object({ changed: listOf(text) }),
      ),
    },
  },
})
