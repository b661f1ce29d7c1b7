/** Reads of one snapshot: a context all of whose reads use the connection of the caller. */
import type { Database } from '../database/database.ts'
import type { DataContext } from './context.ts'

/** Returns the context with other ways to a connection, for the database of the installation and of the scenario. */
export function onConnection(
  context: DataContext,
  ways: Partial<Pick<Database, 'withClient' | 'query'>>,
): DataContext {
  return {
    ...context,
    control: { ...context.control, ...ways },
    home: { ...context.home, ...ways },
  }
}
