/** The memory that a process for tasks may use. */
import { totalmem } from 'node:os'

/** Share of the memory of the machine, or of the container, that a task may use; the default limit of Node is 4 GB. */
const memoryShare = 0.75

const megabyte = 2 ** 20

/** Options of this process, as Node applies them: those of the command line first. */
const ownOptions = (): string => [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')

/**
 * Returns the default limit in megabytes. The limit of this process itself takes precedence: that in the NODE_OPTIONS
 * of a worker, or the one that its worker has given to the process of a group.
 */
export function defaultTaskMemory(options = ownOptions()): number {
  const given = /--max[-_]old[-_]space[-_]size[= ](\d+)/.exec(options)?.[1]
  if (given !== undefined) return Number(given)
  const available = Math.min(process.constrainedMemory() || totalmem(), totalmem())
  return Math.floor((available * memoryShare) / megabyte)
}
