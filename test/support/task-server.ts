/** A server that offers the trial tasks, with workers on demand. */
import { openExecuteRoutes } from '../../src/http/execute/execute-routes.ts'
import { type HttpServer, startServer } from '../../src/http/server.ts'
import { sendRequest, type TestRequest, type TestResponse } from './server.ts'
import { openTaskInstallation, type TaskInstallation } from './tasks.ts'
import { buildUser } from './users.ts'

export interface TaskServer extends TaskInstallation {
  readonly address: string
  readonly server: HttpServer
  request(method: string, path: string, options?: TestRequest): Promise<TestResponse>
}

/** Starts a server with a superuser `admin` of the scenarios `default` and `scenario1`. */
export async function startTaskServer(settings: Readonly<Record<string, string>> = {}): Promise<TaskServer> {
  const installation = await openTaskInstallation(settings)
  const { service, database } = installation
  const execute = openExecuteRoutes(service)
  const server = await startServer(service, { port: 0, grace: 2_000, routes: execute.routes })
  await buildUser(database, {
    username: 'admin',
    rights: { default: 'superuser', scenario1: 'superuser' },
  })
  return {
    ...installation,
    address: server.url,
    server,
    request: (method, path, request) => sendRequest(server.url, method, path, request),
    [Symbol.asyncDispose]: async () => {
      await execute.close()
      await server.close()
      await installation[Symbol.asyncDispose]()
    },
  }
}

/** Returns the id of the launched task like simple scripts do: all digits of the response. */
export const idIn = ({ text }: TestResponse): number => Number(text.replaceAll(/\D/g, ''))
