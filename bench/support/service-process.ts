/** Runs the service in a separate process, in the same way as `runserver`, until its parent disconnects. */
import { once } from 'node:events'
import { withDatabase } from '../../src/database/with-database.ts'
import { openExecuteRoutes } from '../../src/http/execute/execute-routes.ts'
import { startServer } from '../../src/http/server.ts'
import { openService } from '../../src/service/service.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { createLogger } from '../../src/settings/logger.ts'

// Ctrl-C reaches the whole process group; the parent decides when this process ends.
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
