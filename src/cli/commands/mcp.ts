/** Serves assistants over standard input and output: relays their messages to `/mcp` of a server. */
import { Type } from '../../contract/type.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { openExecuteRoutes } from '../../http/execute/execute-routes.ts'
import { startServer } from '../../http/server.ts'
import { openService } from '../../service/service.ts'
import { createLogger } from '../../settings/logger.ts'
import { extendedBy } from '../../tasks/registry.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { withInstallation } from '../installation.ts'
import { relayMessages } from '../mcp/relay-messages.ts'

export const mcp = defineCommand({
  help: `An assistant starts this command and exchanges messages of the Model Context Protocol with it, one message per line. With
--server the messages are sent to that service; without it, to a server within this command that uses the local
installation, whether or not a web server is running. The variable PLANCTL_API_KEY contains the API key, which limits what
the assistant may do: create one with "planctl apikey create", preferably with the scope propose. Workers of the
installation run the tasks that an assistant launches. The log goes to standard error.`,
  examples: [
    ['PLANCTL_API_KEY=plk_… planctl mcp', 'for an assistant on the machine of the installation'],
    [
      'PLANCTL_API_KEY=plk_… planctl mcp --server=https://planning.example.com',
      'for an assistant on another machine',
    ],
  ],
  parameters: Type.Object({
    server: Type.Optional(
      Type.String({
        pattern: '^https?://',
        maxLength: 2_000,
        description: 'Address of the service, including a path prefix.',
      }),
    ),
  }),
  positional: [],
  run: async (command, { server }) => {
    const key = process.env['PLANCTL_API_KEY'] ?? ''
    if (key === '') {
      const reason =
        'The variable PLANCTL_API_KEY must hold an API key. Make one: planctl apikey create assistant --user=<name>'
      throw new ServiceError('usage', { reason })
    }
    const relay = (address: string): Promise<void> =>
      relayMessages({
        input: process.stdin,
        send: command.terminal.print,
        address: `${address.replace(/\/+$/, '')}/mcp`,
        key,
        signal: command.signal,
      })
    await (server === undefined ? serveHere(command, relay) : relay(server))
  },
})

/** Runs a server on a local port while messages are relayed. */
function serveHere(command: CommandContext, relay: (address: string) => Promise<void>): Promise<void> {
  return withInstallation(command, async (database) => {
    const settings = command.settings()
    await using service = await openService({
      settings,
      database,
      logger: createLogger(settings),
      ...(await extendedBy(settings)),
    })
    const execute = openExecuteRoutes(service)
    const server = await startServer(service, {
      host: '127.0.0.1',
      port: 0,
      grace: 2_000,
      routes: execute.routes,
    })
    try {
      await relay(server.url)
    } finally {
      await execute.close()
      await server.close()
    }
  })
}
