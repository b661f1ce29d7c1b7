/** Words in URLs in the place of a task name, which endpoints of the contract reserve. */
import { taskEndpoints } from '../contract/tasks.ts'

export const taskWords: ReadonlySet<string> = new Set(
  Object.keys(taskEndpoints).flatMap((name) => /^\w+ \/execute\/api\/(\w+)\/$/.exec(name)?.[1] ?? []),
)
