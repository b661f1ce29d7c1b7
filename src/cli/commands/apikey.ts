/** Creates, lists and revokes API keys of users, for programs and assistants. */
import { Type } from '../../contract/type.ts'
import { keyScopes } from '../../auth/principal.ts'
import { findUser } from '../../auth/user-accounts.ts'
import type { DataContext } from '../../data/context.ts'
import { namedUsers, usernameIn } from '../../data/user-names.ts'
import { fieldIn, readEverything } from '../../data/read/index.ts'
import { planRead } from '../../data/read/plan-read.ts'
import { fetchTexts } from '../../data/read/read-stream.ts'
import { deleteRecords } from '../../data/write/delete-records.ts'
import { allOrNothing } from '../../data/write/request.ts'
import { writeRecords } from '../../data/write/write-records.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { requireEntity } from '../../model/model.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { productionScenario } from '../../model/production.ts'
import type { Service } from '../../service/service.ts'
import { defineCommand } from '../command.ts'
import { withService } from '../installation.ts'
import { jsonParameter, printsLines } from '../print-answer.ts'
import { keyLines, type KeyRecord, usersOf } from '../tables/key-lines.ts'

const actions = ['create', 'list', 'revoke'] as const

export const apikey = defineCommand({
  help: `A key acts as its user, with the user's rights and within its scope: propose may read and create proposals, which
suits assistants; read may only read; write may write records; tasks may read and launch tasks. "create" prints the
secret, which cannot be shown again. "list" prints the keys: a table on a
terminal, JSON in a pipe, in a file or with --json. "revoke" disables the key with the given number.`,
  examples: [
    ['planctl apikey create "planning assistant" --user=ann --scope=propose', 'for an assistant'],
    [
      'planctl apikey create erp --user=erp --scope=read --entities=input.demand,input.item',
      'for a program that reads orders',
    ],
    ['planctl apikey list --user=ann', 'list the keys of Ann, with the time of last use'],
    ['planctl apikey revoke 7', 'revoke a key'],
  ],
  parameters: Type.Object({
    action: Type.Enum([...actions], { description: 'Action.' }),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'Name of a new key, or number of the key to revoke.',
      }),
    ),
    user: Type.Optional(
      Type.String({ minLength: 1, description: 'Login name or e-mail address of the user of the key.' }),
    ),
    scope: Type.Enum([...keyScopes], { default: 'propose', description: 'Scope of the key.' }),
    days: Type.Integer({
      minimum: 1,
      maximum: 36_500,
      default: 90,
      description: 'Days until the key expires.',
    }),
    entities: Type.Array(Type.String(), {
      default: [],
      description: 'Entities to which the key is limited.',
    }),
    scenarios: Type.Array(Type.String(), {
      default: [],
      description: 'Scenarios to which the key is limited.',
    }),
    json: jsonParameter,
  }),
  positional: ['action', 'key'],
  run: async (command, args) =>
    withService(command, async (service) => {
      const userId = args.user === undefined ? undefined : await requireUser(service, args.user)
      const context = service.dataContext({
        scenario: productionScenario,
        actor: { userId: userId ?? null, channel: 'command' },
        signal: command.signal,
      })
      const { print, say } = command.terminal
      if (args.action === 'list') {
        const keys = await listKeys(service, context, userId)
        const { terminal } = command
        if (!printsLines(terminal, args.json)) return print(`[${keys.join(',\n ')}]`)
        const records = keys.map((key): KeyRecord => JSON.parse(key))
        const userOf = await namedUsers(service.control, usersOf(records))
        return print(keyLines(records, (id) => usernameIn(userOf(id)), terminal.columns).join('\n'))
      }
      if (args.action === 'revoke') {
        await revokeKey(context, args.key)
        return say(`Key ${args.key} is revoked.`)
      }
      if (args.key === undefined || userId === undefined)
        throw new ServiceError('usage', { reason: '"create" needs a name for the key, and --user.' })
      await requireNames(service, args.scenarios)
      const { API_KEY_MAX_AGE: longest } = service.settings
      if (args.days > longest)
        throw new ServiceError('usage', {
          reason: `--days=${args.days} is more than the ${longest} days of the setting API_KEY_MAX_AGE`,
        })
      const expiry = await localTimeIn(service, args.days)
      const record = {
        name: args.key,
        expiry_date: expiry,
        scope: args.scope,
        entities: args.entities.join(','),
        scenarios: args.scenarios.join(','),
      }
      const { id, secret } = await createKey(service, context, record)
      say(
        `Key ${id} of ${args.user}, scope ${args.scope}, ends ${expiry.slice(0, 16)}. The secret is shown once:`,
      )
      return print(secret)
    }),
})

async function requireUser({ control }: Service, name: string): Promise<number> {
  const account = await findUser(control, name)
  if (account === undefined) throw new ServiceError('unknown_user', { value: name })
  return account.userId
}

/** Returns the time in some days in the time zone of the service, in which keys expire. */
async function localTimeIn({ control }: Service, days: number): Promise<string> {
  const { rows } = await control.query<{ at: string }>({
    text: `SELECT (LOCALTIMESTAMP(0) + make_interval(days => $1))::text AS "at"`,
    values: [days],
  })
  return rows[0]!.at
}

async function createKey(
  service: Service,
  context: DataContext,
  record: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: number; readonly secret: string }> {
  const entity = requireEntity(context.model, 'common.apikey')
  await writeRecords(context, entity, { ...allOrNothing, rows: [record] })
  const [[id, secret] = [0, '']] = [...service.auth.issuedKeys(context)]
  return { id, secret }
}

/** Returns the keys, each as JSON. */
async function listKeys(
  { settings }: Service,
  context: DataContext,
  user: number | undefined,
): Promise<readonly string[]> {
  const entity = requireEntity(context.model, 'common.apikey')
  const conditions = user === undefined ? [] : [fieldIn(entity, 'user', [user])]
  const plan = planRead(context, readEverything(entity, conditions))
  return fetchTexts(context.control, plan, {
    signal: context.signal,
    timeout: settings.STATEMENT_TIMEOUT,
  })
}

async function revokeKey(context: DataContext, key: string | undefined): Promise<void> {
  if (key === undefined || !/^\d{1,15}$/.test(key))
    throw new ServiceError('usage', { reason: '"revoke" needs the number of a key: planctl apikey list' })
  const entity = requireEntity(context.model, 'common.apikey')
  try {
    await deleteRecords(context, entity, { what: { key }, dryRun: false })
  } catch (cause) {
    if (!(cause instanceof ServiceError) || cause.code !== 'not_found') throw cause
    const reason = englishText(`There is no key ${key}. planctl apikey list shows the keys.`)
    throw new ServiceError('command_failed', { reason }, { cause })
  }
}

/** Throws `usage` for a name of no scenario: a key that is limited to it could open nothing. */
async function requireNames({ control }: Service, names: readonly string[]): Promise<void> {
  const known = (await listScenarios(control)).map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new ServiceError('usage', {
    reason: `--scenarios must be some of ${known.join(', ')}, not "${unknown}".`,
  })
}
