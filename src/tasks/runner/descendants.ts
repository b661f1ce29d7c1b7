/**
 * Finds and kills child processes and their descendants. A task of a command cannot have a process group of its own,
 * because the group of the command may contain other processes; so its remaining processes are found by their parent
 * process numbers. All functions are synchronous, because a process that exits cannot wait.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Returns the numbers of the running child processes of a process. */
export function childrenOf(pid: number): ReadonlySet<number> {
  return new Set(allProcesses().get(pid))
}

/** Kills the child processes of a process with their descendants, except for the children in `before`. */
export function endDescendants(pid: number, before: ReadonlySet<number>): void {
  const children = allProcesses()
  const left = (children.get(pid) ?? []).filter((child) => !before.has(child))
  for (let child = left.shift(); child !== undefined; child = left.shift()) {
    left.push(...(children.get(child) ?? []))
    try {
      process.kill(child, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}

/** Returns all processes by the number of their parent. */
function allProcesses(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>()
  for (const [pid, parent] of process.platform === 'linux' ? fromProc() : fromPs()) {
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [pid])
    else siblings.push(pid)
  }
  return children
}

type ProcessAndParent = readonly [pid: number, parent: number]

/** Reads `/proc`, because small container images have no `ps`. */
function fromProc(): readonly ProcessAndParent[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => [Number(pid), parentOf(pid)])
}

/** Returns the parent process number; 0 for a process that has ended. */
function parentOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Field 4. The second field is the process name in parentheses, which may contain any characters.
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

function fromPs(): readonly ProcessAndParent[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
    return [pid, parent]
  })
}
