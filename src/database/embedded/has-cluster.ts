/** Checks whether there is an embedded database, without starting its server, which would create one. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns whether the folder has a cluster, or one that an interrupted restore has yet to put into its place. */
export const hasCluster = (folder: string): boolean =>
  existsSync(join(folder, 'data')) || existsSync(replacementFile(folder))

/** Returns the file that describes a replacement of the cluster that was started. */
export const replacementFile = (folder: string): string => join(folder, 'replacement.json')
