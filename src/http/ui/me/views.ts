/**
 * `/api/views/<app>/<entity>/`: saved views of a list: the own ones, and those that superusers share with all users
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
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { outputReportByName } from '../../../planning/reports/outputs.ts'
import { type Answer, emptyAnswer, jsonAnswer } from '../../answer.ts'
import { defaultScenario } from '../../request-target.ts'
import { entityOf, objectBody, type WordCall } from '../word-call.ts'
import { checkPreference, requirePerson } from './change-me.ts'

const longestName = 200
const mostGroups = 100

const newView: ViewContent = { name: '', shared: false, groups: [], default: false, value: {} }

/** Returns the name of the entity or report. Throws `permission_denied` if the user may not see it. */
function listOf(call: WordCall): string {
  const { app, entity: list } = call.params
  const entity = outputReportByName.get(`${app}.${list}`)?.declaration ?? entityOf(call)
  authorize(call.principal, call.scenario, entity, 'GET')
  return entity.name
}

/** Views exist in all scenarios, so the permissions in production decide who may share them. */
const mayShare = ({ principal }: WordCall): boolean => isSuperuser(principal, defaultScenario)

const readerOf = (call: WordCall): ViewReader => ({
  userId: call.principal.userId,
  scenario: call.scenario,
  sharesViews: mayShare(call),
})

const present = (call: WordCall, view: SavedView): unknown => ({
  ...view,
  editable: !view.shared || mayShare(call),
})

export async function answerViews(call: WordCall): Promise<Answer> {
  const views = await listViews(call.exchange.service.database, listOf(call), readerOf(call))
  return jsonAnswer(
    200,
    views.map((view) => present(call, view)),
  )
}

export async function createView(call: WordCall): Promise<Answer> {
  const entity = listOf(call)
  const { exchange, principal } = call
  requirePerson(principal)
  const content = await contentOf(call, await objectBody(call), newView)
  const id = await addView(exchange.service.database, entity, principal.userId, content)
  return jsonAnswer(201, present(call, { id, ...content }))
}

export async function updateView(call: WordCall): Promise<Answer> {
  const entity = listOf(call)
  const view = await viewOf(call, entity)
  const content = await contentOf(call, await objectBody(call), view)
  const { exchange, principal } = call
  await changeView(exchange.service.database, entity, principal.userId, { ...content, id: view.id })
  return jsonAnswer(200, present(call, { ...content, id: view.id }))
}

export async function deleteView(call: WordCall): Promise<Answer> {
  const view = await viewOf(call, listOf(call))
  await removeView(call.exchange.service.database, view.id)
  return emptyAnswer(204)
}

/**
 * Returns the view of the path, which the user must be allowed to change. Throws `not_found` and `permission_denied`.
 */
async function viewOf(call: WordCall, entity: string): Promise<SavedView> {
  const { exchange, principal, params } = call
  requirePerson(principal)
  const views = await listViews(exchange.service.database, entity, readerOf(call))
  const view = views.find(({ id }) => String(id) === params['id'])
  if (view === undefined) throw new ServiceError('not_found')
  if (view.shared && !mayShare(call)) throw new ServiceError('permission_denied')
  return view
}

async function contentOf(
  call: WordCall,
  given: Readonly<Record<string, unknown>>,
  before: ViewContent,
): Promise<ViewContent> {
  const { name = before.name, shared = before.shared, value = before.value } = given
  if (typeof name !== 'string' || name.trim() === '') throw fieldErrors({ name: [{ code: 'required' }] })
  if (name.length > longestName)
    throw fieldErrors({ name: [{ code: 'too_long', params: { limit: longestName } }] })
  if (name.includes('\0')) throw fieldErrors({ name: [{ code: 'nul_character' }] })
  if (typeof shared !== 'boolean') throw fieldErrors({ shared: [{ code: 'invalid_boolean' }] })
  if (shared && !mayShare(call)) throw new ServiceError('permission_denied')
  checkPreference('value', value)
  const { default: isDefault = before.default } = given
  if (typeof isDefault !== 'boolean') throw fieldErrors({ default: [{ code: 'invalid_boolean' }] })
  const groups = await groupsOf(call, given['groups'] ?? before.groups)
  // A view that is not shared has no groups and is no default; a user who wants to open a list with it stores that as
  // a preference.
  const offered = shared ? { groups, default: isDefault } : { groups: [], default: false }
  return { name: name.trim(), shared, ...offered, value }
}

/** Returns the unique names of existing groups. */
async function groupsOf({ exchange }: WordCall, given: unknown): Promise<readonly string[]> {
  if (!Array.isArray(given)) throw fieldErrors({ groups: [{ code: 'not_a_list' }] })
  if (given.length > mostGroups)
    throw fieldErrors({ groups: [{ code: 'too_many_values', params: { limit: mostGroups } }] })
  const names = given.map((name: unknown) => {
    if (typeof name !== 'string') throw fieldErrors({ groups: [{ code: 'invalid_text' }] })
    return name
  })
  const { unknown, known } = await unknownGroups(exchange.service.database, names)
  if (unknown[0] !== undefined) {
    const params = { value: unknown[0].slice(0, 100), known: known.slice(0, 20).join(', ') }
    throw fieldErrors({ groups: [{ code: 'unknown_group', params }] })
  }
  return [...new Set(names)]
}
