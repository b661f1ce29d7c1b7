/** `GET /api/menu/`: what extension modules add to the menu, in the user's language. */
import { holds } from '../../auth/principal.ts'
import { decide, requireScenario } from '../../auth/rights/policies.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { MenuItem } from '../../extensions/definition.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { loadLabels } from '../../model/labels/load-labels.ts'
import { mayRun } from '../../tasks/authorize.ts'
import { findTask } from '../../tasks/registry.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { type Exchange, identify } from '../exchange.ts'
import { dataPath, defaultScenario, type RequestTarget } from '../request-target.ts'
import type { TaskCaller } from '../../tasks/definition.ts'

const methods = ['GET', 'HEAD']

/**
 * Groups in the order in which modules name them. An item that the user may not choose is listed all the same,
 * disabled and with the reason: whoever looks for it should not wonder where it is.
 */
export async function answerMenu(exchange: Exchange, { scenario }: RequestTarget): Promise<Answer> {
  const { service, request } = exchange
  exchange.route = '/api/menu/'
  const principal = await identify(exchange)
  requireScenario(principal, scenario)
  if (!methods.includes(request.method)) {
    const headers = { Allow: methods.join(', ') }
    throw new ServiceError('method_not_allowed', { method: request.method }, { headers })
  }
  const { extensions } = service
  const labels = await loadLabels(exchange.language, extensions.translations)
  const denied = new ServiceError('permission_denied').detail(await loadMessages(exchange.language))
  const caller = { service, principal, scenario }
  const items = extensions.all.flatMap(({ definition: { name, menu = [] } }) =>
    menu.map((item) => ({ ...item, extension: name })),
  )
  const groups = [...Map.groupBy(items, ({ group }) => group)].map(async ([group, members]) => ({
    group: inWords(labels, group),
    items: await Promise.all(
      members.map(async (item) => {
        const enabled = await mayChoose(caller, item)
        const { label, entity, task, extension } = item
        const target = { entity, task, url: addressOf(scenario, item) }
        return {
          label: inWords(labels, label),
          ...target,
          extension,
          enabled,
          ...(enabled ? {} : { reason: denied }),
        }
      }),
    ),
  }))
  return jsonAnswer(200, await Promise.all(groups))
}

async function mayChoose(caller: TaskCaller, { entity, task, right }: MenuItem): Promise<boolean> {
  const { service, principal, scenario } = caller
  if (right !== undefined) return holds(principal, scenario, right)
  if (entity !== undefined) {
    const found = service.models.current().byName.get(entity)
    return found !== undefined && decide(principal, scenario, found, 'view') !== 'none'
  }
  if (task === undefined) return true
  const definition = await (await findTask(service.settings, task))?.load()
  return definition !== undefined && mayRun(definition, caller)
}

/** Addresses of ours lie below the scenario. */
function addressOf(scenario: string, { entity, task, url = '' }: MenuItem): string {
  if (entity !== undefined) {
    const [app = '', model = ''] = entity.split('.')
    return dataPath(scenario, app, model)
  }
  const path = task === undefined ? url : `/execute/api/${task}/`
  return path.startsWith('/') && scenario !== defaultScenario
    ? `/${encodeURIComponent(scenario)}${path}`
    : path
}

function inWords({ texts }: Labels, english: string): string {
  const words = texts.find(({ fields }) => Object.hasOwn(fields, english))
  return words?.fields[english] ?? english
}
