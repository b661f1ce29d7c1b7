/**
 * Returns data for the administration screens: users with their permissions in every scenario, and the permissions
 * that can be granted, in groups. Changes are made through the records of users and groups.
 */
import { holds } from '../../../auth/principal.ts'
import { listUsers } from '../../../auth/list-users.ts'
import { accessEndpoints } from '../../../contract/access.ts'
import { allPermissions, manageUsers } from '../../../auth/rights/permissions.ts'
import { presetPermissions, presets } from '../../../auth/rights/presets.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { type MessageCode, messageText } from '../../../errors/messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { entityLabel } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { allTasks } from '../../../tasks/registry.ts'
import { loadTaskWords } from '../../../tasks/words/load-task-texts.ts'
import { taskGroup, taskTitle } from '../../../tasks/words/texts.ts'
import { routesOf, type HandlersOf } from '../../contract/routes.ts'
import { createReset, resetFactors } from '../start/reset.ts'
import { areaOf } from '../meta/areas.ts'
import type { WordCall } from '../word-call.ts'

const administers = ({ principal }: WordCall, scenario: string): boolean =>
  [manageUsers, 'common.view_user'].some((right) => holds(principal, scenario, right))

type Handlers = HandlersOf<typeof accessEndpoints>

/** Returns users, with their scenarios as far as the current user administers them. Throws `permission_denied`. */
const answerUsers: Handlers['GET /api/access/users/'] = async (call) => {
  const { exchange, principal, scenario } = call
  if (!administers(call, scenario)) throw new ServiceError('permission_denied')
  const scenarios = [...principal.scenarios.keys()].filter((name) => administers(call, name))
  const users = await listUsers(exchange.service.control, scenarios, exchange.signal)
  return { scenarios, users }
}

/** Message codes of permissions that belong to no entity and no task. */
const otherWords: Readonly<Record<string, MessageCode>> = {
  'common.manage_users': 'right_manage_users',
  'execute.manage_files': 'right_manage_files',
  'input.try_plan': 'right_try_plan',
  'common.add_proposal': 'right_add_proposal',
  'common.view_proposal': 'right_view_proposal',
  'common.approve_proposal': 'right_approve_proposal',
  'common.copy_scenario': 'right_copy_scenario',
  'common.release_scenario': 'right_release_scenario',
  'common.promote_scenario': 'right_promote_scenario',
}

const runRight = 'execute.run_'

/** Returns the permissions; `held` is true for those that the user has, and therefore may grant, in this scenario. */
const answerRights: Handlers['GET /api/access/rights/'] = async (call) => {
  const { context, exchange, principal, scenario } = call
  const allowed = administers(call, scenario) || holds(principal, scenario, 'auth.view_group')
  if (!allowed) throw new ServiceError('permission_denied')
  const { service, language } = exchange
  const labels = await loadLabels(language, service.extensions.translations)
  const texts = await loadMessages(language)
  const words = await loadTaskWords(language, service.extensions.translations)
  const tasks = await allTasks(service.settings)
  const taskRights = tasks.map(({ name }) => runRight + name)
  const rights = [...allPermissions(context.model, taskRights).values()]
  const held = (right: string): boolean => holds(principal, scenario, right)
  const ofEntities = context.model.entities.filter(({ permissions }) => permissions.length > 0)
  const others = rights.filter(({ name, entity }) => entity === undefined && !name.startsWith(runRight))
  return {
    entities: ofEntities.map((entity) => ({
      entity: entity.name,
      label: entityLabel(entity, labels, { plural: true }),
      group: areaOf(entity),
      rights: Object.fromEntries(
        rights
          .filter((right) => right.entity === entity.name && right.action !== undefined)
          .map(({ name, action }) => [action, { right: name, held: held(name) }]),
      ),
    })),
    tasks: tasks.map((listing) => {
      const { name } = listing
      const right = runRight + name
      const [label, group] = [taskTitle(listing, words), taskGroup(listing, words)]
      return { right, task: name, label, group, held: held(right) }
    }),
    others: others.map(({ name }) => {
      const word = Object.hasOwn(otherWords, name) ? otherWords[name] : undefined
      return {
        right: name,
        label: word === undefined ? name : messageText({ code: word }, texts),
        held: held(name),
      }
    }),
    presets: presets.map((preset) => ({
      name: preset.name,
      permissions: presetPermissions(preset, context.model, taskRights),
    })),
  }
}

export const accessRoutes = routesOf(accessEndpoints, {
  'GET /api/access/users/': answerUsers,
  'GET /api/access/rights/': answerRights,
  'POST /api/access/users/{id}/reset/': createReset,
  'DELETE /api/access/users/{id}/factors/': resetFactors,
})
