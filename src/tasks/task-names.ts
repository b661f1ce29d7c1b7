/** The names by which recorded tasks can be filtered. */
import type { ControlDatabase } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'
import { latestTasks } from './queue/task-record.ts'
import { allTasks } from './registry.ts'

/**
 * Returns the names of all tasks if the given one is none of them, and undefined if tasks can be filtered by it. Names
 * of recorded tasks are accepted, because the records outlive an extension module.
 */
export async function namesInsteadOf(
  database: ControlDatabase,
  settings: Settings,
  name: string,
): Promise<readonly string[] | undefined> {
  const known = (await allTasks(settings)).map((task) => task.name)
  if (known.includes(name)) return undefined
  return (await latestTasks(database, { name, limit: 1 })).length > 0 ? undefined : known
}
