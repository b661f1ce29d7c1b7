/** The service as a process of its own: opened as `runserver` opens it, until its parent lets go of it. */
import { once } from 'node:events'
import { withDatabase } from '../../src/database/with-database.ts'
import { openExecuteRoutes } from '../../src/http/execute/execute-routes.ts'
import { startServer } from '../../src/http/server.ts'
import { openService } from '../../src/service/service.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { createLogger } from '../../src/settings/logger.ts'

// Ctrl-C reaches the whole group of processes; the parent decides when this one ends.
process.on('SIGINT', () => undefined)

const settings = loadSettings({ env: process.env, cwd: process.cwd() })
const logger = createLogger(settings)
await withDatabase(settings, logger, async (database) => {
  await using service = await openService({ settings, database, logger })
  const execute = openExecuteRoutes(service)
  const server = await startServer(service, { port: 0, grace: 1_000, routes: execute.routes })
  process.send?.({ url: server.url })
  await once(process, 'disconnect')
  await execute.close()
  await server.close()
})
