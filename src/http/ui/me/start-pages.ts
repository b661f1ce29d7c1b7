/** Handlers of start pages: the own one, and those of groups, which superusers of production set. */
import { isSuperuser } from '../../../auth/principal.ts'
import { readStartPages, writeGroupStartPage, writeOwnStartPage } from '../../../auth/start-pages.ts'
import { startPageEndpoints } from '../../../contract/start-pages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { StartWidget } from '../../../model/start-pages.ts'
import { routesOf } from '../../contract/routes.ts'
import { productionScenario } from '../../../model/production.ts'
import type { WordCall } from '../word-call.ts'
import { requirePerson } from './change-me.ts'

const read = ({ exchange, principal, scenario }: WordCall) =>
  readStartPages(exchange.service.control, {
    userId: principal.userId,
    scenario,
    administers: isSuperuser(principal, productionScenario),
  })

/** Stores the page of a group. Throws `not_found`. */
async function writeOfGroup(
  { exchange, principal }: WordCall,
  group: string,
  widgets: readonly StartWidget[] | null,
): Promise<void> {
  requirePerson(principal)
  if (!(await writeGroupStartPage(exchange.service.control, group, widgets)))
    throw new ServiceError('not_found')
}

export const startPageRoutes = routesOf(startPageEndpoints, {
  'GET /api/me/startpage/': read,

  'PUT /api/me/startpage/': async (call, { body }) => {
    requirePerson(call.principal)
    const { widgets } = await body()
    await writeOwnStartPage(call.exchange.service.control, call.principal.userId, widgets)
    return read(call)
  },

  'DELETE /api/me/startpage/': async (call) => {
    requirePerson(call.principal)
    await writeOwnStartPage(call.exchange.service.control, call.principal.userId, null)
    return undefined
  },

  'PUT /api/access/startpages/{group}/': async (call, { path, body }) => {
    await writeOfGroup(call, path.group, (await body()).widgets)
    return read(call)
  },

  'DELETE /api/access/startpages/{group}/': async (call, { path }) => {
    await writeOfGroup(call, path.group, null)
    return undefined
  },
})
