/**
 * Users with their standing in every scenario, and the rights that can be given, grouped for choosing: what screens of
 * administration show. Changes go through the records of users and groups.
 */
import { holds } from '../../../auth/principal.ts'
import { allPermissions, manageUsers } from '../../../auth/rights/permissions.ts'
import { presetPermissions, presets } from '../../../auth/rights/presets.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import type { MessageCode } from '../../../errors/messages.ts'
import { datetimeJson } from '../../../data/record-sql.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { entityLabel } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../model/labels/load-labels.ts'
import { allTasks } from '../../../tasks/registry.ts'
import { loadTaskWords } from '../../../tasks/words/load-task-texts.ts'
import { taskGroup, taskTitle } from '../../../tasks/words/texts.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { areaOf } from '../meta/areas.ts'
import type { WordCall } from '../word-call.ts'

const administers = ({ principal }: WordCall, scenario: string): boolean =>
  [manageUsers, 'common.view_user'].some((right) => holds(principal, scenario, right))

/** Scenarios whose users the user administers are told of, others are not. Throws `permission_denied`. */
export async function answerUsers(call: WordCall): Promise<Answer> {
  const { exchange, principal, scenario } = call
  if (!administers(call, scenario)) throw new ServiceError('permission_denied')
  const scenarios = [...principal.scenarios.keys()].filter((name) => administers(call, name))
  const { rows } = await exchange.service.database.query<{ user: string }>(
    {
      text: `
        SELECT json_build_object('id', u."id", 'username', u."username", 'first_name', u."first_name",
          'last_name', u."last_name", 'email', u."email", 'language', u."language",
          'last_login', ${datetimeJson('u."last_login"')}, 'date_joined', ${datetimeJson('u."date_joined"')},
          'has_password', u."password" IS NOT NULL,
          'has_second_factor', EXISTS (SELECT FROM control."totp" t WHERE t."user" = u."id" AND t."confirmed" IS NOT NULL)
            OR EXISTS (SELECT FROM control."passkey" k WHERE k."user" = u."id"),
          'scenarios', coalesce((
            SELECT json_object_agg(m."scenario", json_build_object('active', m."is_active",
              'superuser', m."is_superuser",
              'groups', coalesce((SELECT json_agg(g."name" ORDER BY g."name") FROM control."membershipgroup" mg
                JOIN control."group" g ON g."id" = mg."group"
                WHERE mg."user" = m."user" AND mg."scenario" = m."scenario"), '[]'),
              'permissions', coalesce((SELECT json_agg(p."permission" ORDER BY p."permission")
                FROM control."membershippermission" p
                WHERE p."user" = m."user" AND p."scenario" = m."scenario"), '[]')))
            FROM control."membership" m WHERE m."user" = u."id" AND m."scenario" = ANY ($1)), '{}'))::text AS "user"
        FROM control."user" u ORDER BY u."username"`,
      values: [scenarios],
    },
    { signal: exchange.signal },
  )
  return jsonAnswer(200, {
    scenarios,
    users: rows.map(({ user }): unknown => JSON.parse(user)),
  })
}

/** Words for rights that belong to no entity and no task. */
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

/** `held` tells which of them the user has, and so may give in this scenario. */
export async function answerRights(call: WordCall): Promise<Answer> {
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
  return jsonAnswer(200, {
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
      return { right: name, label: word === undefined ? name : texts[word], held: held(name) }
    }),
    presets: presets.map((preset) => ({
      name: preset.name,
      permissions: presetPermissions(preset, context.model, taskRights),
    })),
  })
}
