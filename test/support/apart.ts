/** A server whose scenario `scenario1` is in a database of its own, without the schema `control`. */
import { type ApiServer, startApiServer } from './api.ts'
import { createTestDatabase } from './database.ts'

/** Name of the scenario that is elsewhere, and of its server. */
export const apart = 'scenario1'
export const second = 'second'

/**
 * Starts a server with the users of `startApiServer`. The database of the installation has no such schema, and
 * its own database has nothing else: a statement that goes to the wrong one, or needs both, fails.
 */
export async function startApartServer(): Promise<ApiServer> {
  const home = await createTestDatabase()
  try {
    await home.database.query({ text: 'DROP SCHEMA control, "default" CASCADE' })
    const server = await startApiServer({ homes: { [second]: home.url } })
    await server.database.query({ text: `DROP SCHEMA "${apart}" CASCADE` })
    await server.database.query({
      text: `UPDATE control."scenario" SET "home" = $1, "stored" = true WHERE "name" = $2`,
      values: [second, apart],
    })
    await server.service.models.refresh()
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
