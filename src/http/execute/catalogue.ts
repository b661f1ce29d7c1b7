/**
 * Lists the tasks that this user can launch, with the schemas of their parameters, in the language of the user, and
 * the packaged datasets.
 */
import type { taskEndpoints } from '../../contract/tasks.ts'
import { fixtureHeaders } from '../../files/fixtures/packaged.ts'
import { mayRun } from '../../tasks/authorize.ts'
import type { Destruction, TaskDefinition } from '../../tasks/definition.ts'
import { allTasks } from '../../tasks/registry.ts'
import { loadTaskWords } from '../../tasks/words/load-task-texts.ts'
import { taskAbout, taskGroup, taskTitle, translatedParameters } from '../../tasks/words/texts.ts'
import type { TaskEndpointHandler } from '../contract/task-routes.ts'
import { answeredPath } from '../request-target.ts'

type Endpoints = typeof taskEndpoints

/** `GET /execute/api/`: returns the tasks. */
export const answerCatalogue: TaskEndpointHandler<Endpoints['GET /execute/api/']> = async ({
  exchange,
  principal,
  scenario,
}) => {
  const { service } = exchange
  const words = await loadTaskWords(exchange.language, service.extensions.translations)
  const listed = await Promise.all(
    (await allTasks(service.settings)).map(async (listing) => {
      const { name } = listing
      const definition = await listing.load()
      const { help, positional, secrets } = definition
      if (!(await mayRun(definition, { service, principal, scenario }))) return []
      const url = answeredPath(service.settings, scenario, `/execute/api/${name}/`)
      return [
        {
          name,
          group: taskGroup(listing, words),
          title: taskTitle(listing, words),
          about: taskAbout(name, definition, words),
          help,
          url,
          parameters: translatedParameters(name, definition, words),
          positional,
          secrets,
          destructive: destructionsOf(definition).some((one) => one.with === undefined),
          destroys: destructionsOf(definition).map((one) => ({
            with: one.with ?? null,
            names: one.names ?? null,
            otherwise: one.otherwise ?? null,
          })),
        },
      ]
    }),
  )
  return listed.flat()
}

/** Returns the cases in which a task deletes data; a task with a confirmation on the command line always does. */
const destructionsOf = (definition: TaskDefinition): readonly Destruction[] =>
  definition.destroys ?? (definition.confirmation === undefined ? [] : [{}])

/** `GET /execute/api/fixtures/`: returns the packaged datasets. */
export const answerFixtures: TaskEndpointHandler<Endpoints['GET /execute/api/fixtures/']> = ({ exchange }) =>
  fixtureHeaders(exchange.service.extensions.fixtures)
