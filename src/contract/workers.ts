/** Endpoint of the processes that work for the servers: workers, and live plans. */
import { answers, defineEndpoints } from './endpoint.ts'
import { integer, listOf, means, nullable, object, text, utc } from './schemas.ts'
import { screensTag as tag } from './tags.ts'

export const workerEndpoints = defineEndpoints({
  'GET /api/workers/': {
    id: 'list_workers',
    tag,
    summary: 'List the running workers and the live plans of all servers',
    access: { ofUser: true, administrator: true },
    answers: {
      200: answers(
        'Workers by host, live plans by scenario.',
        object({
          workers: listOf(
            object({
              number: means(integer, 'Number that identifies the worker while it runs.'),
              host: means(nullable(text), 'Null for a worker of an older release.'),
              concurrency: means(nullable(integer), 'Number of tasks that it runs at the same time.'),
              memory: means(nullable(integer), 'Megabytes that each of them may use.'),
              kinds: means(nullable(listOf(text)), 'Kinds of tasks that it accepts; null means all.'),
              scenarios: means(nullable(listOf(text)), 'Scenarios whose tasks it accepts; null means all.'),
              started: nullable(utc),
              tasks: means(
                listOf(
                  object({
                    id: integer,
                    name: text,
                    scenario: text,
                    pid: means(
                      nullable(integer),
                      'Number of the process on the host; null until it has started.',
                    ),
                  }),
                ),
                'The tasks that it runs.',
              ),
            }),
          ),
          live_plans: listOf(
            object({
              host: text,
              pid: means(integer, 'Number of the process on its host.'),
              scenario: text,
              started: utc,
              questions: means(integer, 'Questions that wait or are being answered.'),
              answered: means(integer, 'Questions answered since the start.'),
              memory: means(integer, 'Bytes as of the last answer; 0 before it.'),
            }),
          ),
        }),
      ),
    },
  },
})
