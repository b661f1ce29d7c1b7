/**
 * `GET /execute/api/exports/`: lists the exports of the scenario that this user may run, for the task
 * `exporttofolder`.
 */
import { exportCatalogue } from '../../service/exports/catalogue.ts'
import { mayExport } from '../../service/exports/definition.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import type { TaskCall } from './task-call.ts'

/** Returns an array of `{name, title, kind, default}`; the exports of the default set come first. */
export async function answerExports({ exchange, principal, scenario }: TaskCall): Promise<Answer> {
  const { service } = exchange
  const model = service.models.current()
  const catalogue = await exportCatalogue({ service, principal, scenario })
  const listed = catalogue
    .filter((definition) => mayExport(principal, scenario, model, definition))
    .map(({ name, title, kind, isDefault }) => ({ name, title, kind, default: isDefault }))
  return jsonAnswer(200, listed)
}
