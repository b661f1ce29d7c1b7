/** The memory that a process for tasks may use. */
import { totalmem } from 'node:os'

/** Share of the memory of the machine, or of the container, that a task may use; the default limit of Node is 4 GB. */
const memoryShare = 0.75

const megabyte = 2 ** 20

/** Returns the default limit in megabytes. A limit in the NODE_OPTIONS of the worker takes precedence. */
export function defaultTaskMemory(options = process.env['NODE_OPTIONS'] ?? ''): number {
  const given = /--max[-_]old[-_]space[-_]size[= ](\d+)/.exec(options)?.[1]
  if (given !== undefined) return Number(given)
  const available = Math.min(process.constrainedMemory() || totalmem(), totalmem())
  return Math.floor((available * memoryShare) / megabyte)
}
