/**
 * Handlers of saved views of a list: the own ones, and those that superusers share with all users
 * or with groups of users. A shared view can be the default of its list.
 */
import { isSuperuser } from '../../../auth/principal.ts'
import { authorize } from '../../../auth/rights/policies.ts'
import {
  addView,
  changeView,
  listViews,
  removeView,
  type SavedView,
  unknownGroups,
  type ViewReader,
  type ViewContent,
} from '../../../auth/saved-views.ts'
import type { accountEndpoints } from '../../../contract/account.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { outputReportByName } from '../../../planning/reports/outputs.ts'
import type { HandlersOf } from '../../contract/routes.ts'
import { productionScenario } from '../../../model/production.ts'
import { entityOf, type WordCall } from '../word-call.ts'
import { checkPreference, requirePerson } from './change-me.ts'

type Endpoints = typeof accountEndpoints

const newView: ViewContent = { name: '', shared: false, groups: [], default: false, value: {} }

/** Returns the name of the entity or report. Throws `permission_denied` if the user may not see it. */
function listOf(call: WordCall): string {
  const { app, entity: list } = call.params
  const entity = outputReportByName.get(`${app}.${list}`)?.declaration ?? entityOf(call)
  authorize(call.principal, call.scenario, entity, 'GET')
  return entity.name
}

/** Views exist in all scenarios, so the permissions in production decide who may share them. */
const mayShare = ({ principal }: WordCall): boolean => isSuperuser(principal, productionScenario)

const readerOf = (call: WordCall): ViewReader => ({
  userId: call.principal.userId,
  scenario: call.scenario,
  sharesViews: mayShare(call),
})

const present = (call: WordCall, view: SavedView) => ({
  ...view,
  editable: !view.shared || mayShare(call),
})

export const viewHandlers = {
  'GET /api/views/{app}/{entity}/': async (call) => {
    const views = await listViews(call.exchange.service.control, listOf(call), readerOf(call))
    return views.map((view) => present(call, view))
  },

  'POST /api/views/{app}/{entity}/': async (call, { body }) => {
    const entity = listOf(call)
    const { exchange, principal } = call
    requirePerson(principal)
    const content = await contentOf(call, await body(), newView)
    const id = await addView(exchange.service.control, entity, principal.userId, content)
    return present(call, { id, ...content })
  },

  'PATCH /api/views/{app}/{entity}/{id}/': async (call, { path, body }) => {
    const entity = listOf(call)
    const { id, ...before } = await requireView(call, entity, path.id)
    const content = await contentOf(call, await body(), before)
    const { exchange, principal } = call
    await changeView(exchange.service.control, entity, principal.userId, { ...content, id })
    return present(call, { ...content, id })
  },

  'DELETE /api/views/{app}/{entity}/{id}/': async (call, { path }) => {
    const { id } = await requireView(call, listOf(call), path.id)
    await removeView(call.exchange.service.control, id)
    return undefined
  },
} as const satisfies Partial<HandlersOf<Endpoints>>

/** Returns a view, which the user must be allowed to change. Throws `not_found` and `permission_denied`. */
async function requireView(call: WordCall, entity: string, id: number): Promise<SavedView> {
  const { exchange, principal } = call
  requirePerson(principal)
  const views = await listViews(exchange.service.control, entity, readerOf(call))
  const view = views.find((one) => one.id === id)
  if (view === undefined) throw new ServiceError('not_found')
  if (view.shared && !mayShare(call)) throw new ServiceError('permission_denied')
  return view
}

async function contentOf(
  call: WordCall,
  given: BodyOf<Endpoints['PATCH /api/views/{app}/{entity}/{id}/']>,
  before: ViewContent,
): Promise<ViewContent> {
  const { name = before.name, shared = before.shared, value = before.value } = given
  if (shared && !mayShare(call)) throw new ServiceError('permission_denied')
  checkPreference('value', value)
  const groups = await knownGroups(call, given.groups ?? before.groups)
  // A view that is not shared has no groups and is no default; a user who wants to open a list with it stores that as
  // a preference.
  const offered = shared
    ? { groups, default: given.default ?? before.default }
    : { groups: [], default: false }
  return { name: name.trim(), shared, ...offered, value }
}

/** Returns the unique names of groups, which must exist. */
async function knownGroups({ exchange }: WordCall, names: readonly string[]): Promise<readonly string[]> {
  const { unknown, known } = await unknownGroups(exchange.service.control, names)
  if (unknown[0] !== undefined) {
    const params = { value: unknown[0].slice(0, 100), known: known.slice(0, 20).join(', ') }
    throw fieldErrors({ groups: [{ code: 'unknown_group', params }] })
  }
  return [...new Set(names)]
}
