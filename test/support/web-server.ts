/** The whole service for tests of the web UI: data API, tasks, files, screens, and users of every kind. */
import { loadFixture } from '../../src/files/fixtures/load-fixture.ts'
import { fixtureFile } from '../../src/files/fixtures/packaged.ts'
import { openExecuteRoutes } from '../../src/http/execute/execute-routes.ts'
import { startServer } from '../../src/http/server.ts'
import { permissionName } from '../../src/model/entity.ts'
import { buildModel } from '../../src/model/model.ts'
import { buildOnce } from './database.ts'
import { sendRequest, type TestRequest, type TestResponse } from './server.ts'
import { openTaskInstallation, type TaskInstallation } from './tasks.ts'
import { buildUser, type TestUser } from './users.ts'
import { useInstallation } from './web-plan.ts'

export interface WebServer extends Omit<TaskInstallation, 'url'> {
  /** URL for the browser. */
  readonly url: string
  /** URL of the database for commands. */
  readonly databaseUrl: string
  request(method: string, path: string, options?: TestRequest): Promise<TestResponse>
  addUser(user: TestUser): Promise<number>
  /** Closes all connections, stops the server, and starts it again at the same address. */
  restart(whileAway?: () => Promise<void>): Promise<void>
}

export interface WebServerOptions {
  /** Packaged dataset in production, such as `manufacturing_demo`. */
  readonly dataset?: string
  /** Settings as environment variables, without the prefix. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether there are neither users nor data, as after the installation. */
  readonly noUsers?: boolean
  /** Whether a worker runs tasks. */
  readonly worker?: boolean
  /** Whether the installation is planned and contains typical data; a worker runs tasks. */
  readonly inUse?: boolean
}

/**
 * Starts the service with the superuser `admin` of the scenarios `default` and `scenario1`, and in `default` the user
 * `planner` with all permissions on records, the user `viewer` who may only view them, and the user `norights`
 * without permissions. Users and data are copied from an installation that is built once in a test run, without
 * `settings`.
 */
export async function startWebServer(options: WebServerOptions = {}): Promise<WebServer> {
  if (options.noUsers === true) return startWebServerOn(options)
  const { dataset, inUse = false } = options
  const from = await keptInstallation(dataset, inUse)
  return startWebServerOn({ ...options, from, ...(inUse && { worker: true }) })
}

/** Returns the name of an installation with users and data to copy, which is built once in a test run. */
async function keptInstallation(dataset: string | undefined, inUse: boolean): Promise<string> {
  const name = `${inUse ? 'in_use' : 'with'}_${dataset ?? 'users'}`
  const before = inUse ? await keptInstallation(dataset, false) : undefined
  await buildOnce(name, async () => {
    await using server = await startWebServerOn({
      worker: inUse,
      ...(before !== undefined && { from: before }),
    })
    if (inUse) await useInstallation(server)
    else {
      await addCast(server.database)
      if (dataset !== undefined) await loadDataset(server, dataset)
    }
    server.keepAs(name)
  })
  return name
}

/**
 * Milliseconds between two polls of the worker. Launched tasks are announced to it; polls at the short interval of
 * other tests take processor time for as long as a screen is tested.
 */
const workerPollMs = 1_000

interface Origin {
  /** Name of a kept installation whose users and data the server has. */
  readonly from?: string
}

async function startWebServerOn(options: WebServerOptions & Origin): Promise<WebServer> {
  const { from } = options
  const installation = await openTaskInstallation(
    { EXTENSIONS: '', ...options.settings },
    from === undefined ? {} : { from },
  )
  const { service, database } = installation
  const begin = async (port: number) => {
    const execute = openExecuteRoutes(service)
    const server = await startServer(service, { port, grace: 500, routes: execute.routes })
    const end = async (): Promise<void> => {
      await execute.close()
      await server.close()
    }
    return { url: server.url, end }
  }
  let running = await begin(0)
  const { url } = running
  if (options.worker === true) await installation.startWorker({ poll: workerPollMs })
  return {
    ...installation,
    url,
    databaseUrl: installation.url,
    request: (method, path, request) => sendRequest(url, method, path, request),
    addUser: (user) => buildUser(database, user),
    restart: async (whileAway = () => Promise.resolve()) => {
      await running.end()
      await whileAway()
      running = await begin(Number(new URL(url).port))
    },
    [Symbol.asyncDispose]: async () => {
      await running.end()
      await installation[Symbol.asyncDispose]()
    },
  }
}

async function addCast(database: TaskInstallation['database']): Promise<void> {
  const { entities } = buildModel()
  const rightsTo = (...wanted: readonly string[]): readonly string[] =>
    entities.flatMap((entity) =>
      entity.permissions
        .filter((action) => wanted.includes(action))
        .map((action) => permissionName(entity, action)),
    )
  const cast: readonly TestUser[] = [
    { username: 'admin', rights: { default: 'superuser', scenario1: 'superuser' } },
    { username: 'planner', rights: { default: rightsTo('view', 'add', 'change', 'delete') } },
    { username: 'viewer', rights: { default: rightsTo('view') } },
    { username: 'norights', rights: { default: [] } },
    { username: 'stranger' },
  ]
  for (const user of cast) await buildUser(database, user)
}

async function loadDataset({ service }: WebServer, dataset: string): Promise<void> {
  const source = await fixtureFile(dataset)
  if (source === undefined) throw new Error(`There is no dataset ${dataset}.`)
  const actor = { userId: null, channel: 'fixture', origin: dataset } as const
  const context = service.dataContext({ scenario: 'default', actor })
  await loadFixture(context, { name: dataset, source, shift: true, dryRun: false })
}
