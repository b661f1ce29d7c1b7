/**
 * `GET /execute/api/exports/`: lists the exports of the scenario that this user may run, for the task
 * `exporttofolder`.
 */
import type { taskEndpoints } from '../../contract/tasks.ts'
import { exportCatalogue } from '../../service/exports/catalogue.ts'
import { mayExport } from '../../service/exports/definition.ts'
import type { TaskEndpointHandler } from '../contract/task-routes.ts'

type Endpoints = typeof taskEndpoints

/** Returns an array of `{name, title, kind, default}`; the exports of the default set come first. */
export const answerExports: TaskEndpointHandler<Endpoints['GET /execute/api/exports/']> = async ({
  exchange,
  principal,
  scenario,
}) => {
  const { service } = exchange
  const model = service.models.current()
  const catalogue = await exportCatalogue({ service, principal, scenario })
  return catalogue
    .filter((definition) => mayExport(principal, scenario, model, definition))
    .map(({ name, title, kind, isDefault }) => ({ name, title, kind, default: isDefault }))
}
