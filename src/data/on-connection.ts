/** Reads of one snapshot: a context all of whose reads use the connection of the caller. */
import type { Database } from '../database/database.ts'
import { isSameDatabase } from '../database/homes.ts'
import type { DataContext } from './context.ts'

/**
 * Returns the context with other ways to a connection of the database of the scenario, and of the installation if it
 * is the same one.
 */
export function onConnection(
  context: DataContext,
  ways: Partial<Pick<Database, 'withClient' | 'query'>>,
): DataContext {
  return {
    ...context,
    control: isSameDatabase(context.control, context.home)
      ? { ...context.control, ...ways }
      : context.control,
    home: { ...context.home, ...ways },
  }
}
