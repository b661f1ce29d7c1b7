/** A server whose scenario `scenario1` is in a database of its own, without the schema `control`. */
import { type ApiServer, startApiServer } from './api.ts'
import { createTestDatabase } from './database.ts'

/** Name of the scenario that is elsewhere. */
export const apart = 'scenario1'

/**
 * Starts a server with the users of `startApiServer`. In the database of the installation the scenario is an empty
 * schema, and its own database has nothing else: a statement that goes to the wrong one, or needs both, fails.
 */
export async function startApartServer(): Promise<ApiServer> {
  const home = await createTestDatabase({ streamPoolSize: 4 })
  try {
    await home.database.query({ text: 'DROP SCHEMA control, "default" CASCADE' })
    const server = await startApiServer({
      homeOf: (scenario) => (scenario === apart ? home.database : undefined),
    })
    await server.database.query({ text: `DROP SCHEMA "${apart}" CASCADE` })
    await server.database.query({ text: `CREATE SCHEMA "${apart}"` })
    return {
      ...server,
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]()
        await home[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await home[Symbol.asyncDispose]()
    throw error
  }
}
