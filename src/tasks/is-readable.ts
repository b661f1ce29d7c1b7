/** Files that operators name in the arguments of a task. */
import { access } from 'node:fs/promises'

/** Returns whether there is a file that the process may read. */
export const isReadable = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
