/** What this user can launch: the tasks with the schemas of their parameters, and the packaged datasets. */
import { fixtureHeaders } from '../../files/fixtures/packaged.ts'
import { mayRun } from '../../tasks/authorize.ts'
import { allTasks } from '../../tasks/registry.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { defaultScenario } from '../request-target.ts'
import type { TaskCall } from './task-call.ts'

/** `GET /execute/api/`. */
export async function answerCatalogue({ exchange, principal, scenario }: TaskCall): Promise<Answer> {
  const { service } = exchange
  const prefix = scenario === defaultScenario ? '' : `/${encodeURIComponent(scenario)}`
  const listed = await Promise.all(
    (await allTasks(service.settings)).map(async ({ name, group, title, load }) => {
      const definition = await load()
      const { help, parameters, positional, secrets } = definition
      if (!(await mayRun(definition, { service, principal, scenario }))) return []
      const url = `${prefix}/execute/api/${name}/`
      return [
        {
          name,
          group,
          title,
          help,
          url,
          parameters,
          positional,
          secrets,
          destructive: definition.destructive ?? definition.confirmation !== undefined,
        },
      ]
    }),
  )
  return jsonAnswer(200, listed.flat())
}

/** `GET /execute/api/fixtures/`. */
export async function answerFixtures({ exchange }: TaskCall): Promise<Answer> {
  return jsonAnswer(200, await fixtureHeaders(exchange.service.extensions.fixtures))
}
