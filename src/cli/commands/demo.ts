/**
 * Sets up everything that a demo of the service needs: database, dataset, administrator, web server. Can be run
 * repeatedly.
 */
import { Type } from '../../contract/type.ts'
import { createServerDatabase } from '../../database/create-database.ts'
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../../database/with-database.ts'
import { loadFixture } from '../../files/fixtures/load-fixture.ts'
import { fixtureFile } from '../../files/fixtures/packaged.ts'
import { createInstallation, installationExists, migrateAll } from '../../scenarios/installation.ts'
import { productionScenario } from '../../model/production.ts'
import { openService, type Service } from '../../service/service.ts'
import { createLogger } from '../../settings/logger.ts'
import { extendedBy } from '../../tasks/registry.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { newInstallation } from '../extensions.ts'
import {
  type Administrator,
  administrator,
  ensureAdministrator,
  requireStrong,
} from '../demo-administrator.ts'
import { warnAboutRoot } from '../root-warning.ts'
import { ensurePlan, type LateOrder, latestOrder } from '../demo-plan.ts'
import { serve } from '../serve.ts'
import { announceReady } from '../supervised.ts'

const dataset = 'manufacturing_demo'
/** Number of ports to try after the one of the settings. */
const sparePorts = 50

export const demo = defineCommand({
  help: `Creates whatever does not exist yet: the database, the dataset ${dataset} with its plan, and the user "${administrator}"
with the password in PLANCTL_ADMIN_PASSWORD or a random one that is shown once. Then runs the web server, on the
next free port if the configured one is in use. "npm run demo" installs the dependencies first.`,
  examples: [
    ['planctl demo', 'http://127.0.0.1:8000'],
    ['PLANCTL_PORT=9000 PLANCTL_ADMIN_PASSWORD="$SECRET" planctl demo', 'port and password of your choice'],
  ],
  parameters: Type.Object({
    unsupervised: Type.Boolean({
      default: false,
      description: 'Exit when the server process ends unexpectedly.',
    }),
  }),
  positional: [],
  run: async (context) => {
    const settings = context.settings()
    const { terminal, signal } = context
    const password = process.env['PLANCTL_ADMIN_PASSWORD'] || undefined
    if (password !== undefined) requireStrong(password)
    // The log of requests would hide the messages below.
    const logger = createLogger({ LOG_LEVEL: context.debug ? settings.LOG_LEVEL : 'error' })
    warnAboutRoot(terminal)
    terminal.say('Starting the database …')
    await createServerDatabase(settings)
    await withDatabase(settings, logger, async (database, { url: databaseUrl }) => {
      await prepareDatabase(context, database)
      const late = await ensureDataset(context, database)
      const admin = await ensureAdministrator(database, password)
      const onReady = (url: string): void => {
        terminal.print(welcome(url, admin, settings.PORT, late))
        announceReady()
      }
      const { HOST: host, PORT: port } = settings
      const concurrency = settings.TASK_CONCURRENCY
      const place = { host, port, spare: sparePorts, databaseUrl, concurrency }
      await serve({ settings, database, logger, ...place, signal, onReady })
    })
    terminal.say('The demo has ended; its data stays for the next time.')
  },
})

async function prepareDatabase(context: CommandContext, database: Database): Promise<void> {
  const { additions, createPresets } = await newInstallation(context)
  if (await installationExists(database)) {
    await migrateAll(database, additions, createPresets)
    return
  }
  await createInstallation(database, additions, createPresets)
  context.terminal.say('The database is made.')
}

/**
 * Loads the dataset into production and plans it, unless a dataset was loaded before or production has other data.
 * Returns a late sales order.
 */
async function ensureDataset(context: CommandContext, database: Database): Promise<LateOrder | undefined> {
  const { settings } = context
  await using service = await openService({
    settings: settings(),
    database,
    logger: createLogger({ LOG_LEVEL: 'silent' }),
    ...(await extendedBy(settings())),
  })
  await loadDataset(context, service)
  await ensurePlan(service, context, dataset)
  return await latestOrder(database)
}

async function loadDataset({ terminal, signal }: CommandContext, service: Service): Promise<void> {
  const { control } = service
  const { rows } = await control.query<{ used: boolean }>({
    text: `SELECT EXISTS (SELECT FROM "default"."item")
      OR EXISTS (SELECT FROM "default"."changeset" WHERE "channel" = 'fixture') AS "used"`,
  })
  if (rows[0]!.used) {
    terminal.say('Production holds data already; no dataset is loaded.')
    return
  }
  const actor = { userId: null, channel: 'fixture', origin: dataset } as const
  const into = service.dataContext({ scenario: productionScenario, actor, signal })
  const source = (await fixtureFile(dataset))!
  const { entities } = await loadFixture(into, { name: dataset, source, shift: true, dryRun: false })
  const created = entities.reduce((sum, entity) => sum + entity.created, 0)
  terminal.say(`The dataset ${dataset} is loaded: ${created} records, dates moved to today.`)
}

function welcome(
  url: string,
  { password, chosen }: Administrator,
  wanted: number,
  late: LateOrder | undefined,
): string {
  const moved = Number(new URL(url).port || 80) === wanted || wanted === 0 ? '' : ` (port ${wanted} is taken)`
  const user =
    password === undefined ? administrator : `${administrator}:${password.replaceAll("'", `'\\''`)}`
  const shownPassword =
    password === undefined
      ? 'the password you know; a new one: ./planctl changepassword admin'
      : `${password}${chosen ? '' : '   (shown this once; a new one: ./planctl changepassword admin)'}`
  const why =
    late === undefined
      ? ''
      : `
A late sales order: ${late.name}, ${late.quantity} × ${late.item}, due ${late.due}, planned for ${late.deliverydate}.
Why: ${late.reason}. ${late.description}
  curl -u '${user}' '${url}/api/input/demand/${late.name}/?format=json'
  curl -u '${user}' '${url}/api/output/constraint/?format=json&demand=${late.name}'
`
  return `
The planning service runs at ${url}/${moved}

  user      ${administrator}
  password  ${shownPassword}

Try it:
  curl -u '${user}' '${url}/api/input/demand/?format=json&limit=3'
  curl -u '${user}' '${url}/api/input/item/?format=json&name__contains=City&fields=name,cost'
  curl -u '${user}' '${url}/api/input/customer/?format=json' \\
    -H 'Content-Type: application/json' -d '[{"name": "My first customer"}]'
${why}
Ctrl-C ends it.`
}
