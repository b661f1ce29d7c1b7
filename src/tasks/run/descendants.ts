/**
 * The processes that a process has started, and those that they have. A task of a command cannot be given a group of
 * its own, since others may be in that of the command: what it leaves behind is found by who has started whom. All of
 * it at once, for there is no time to wait when a process exits.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Numbers of the processes that a process has started and that run. */
export function childrenOf(pid: number): ReadonlySet<number> {
  return new Set(allProcesses().get(pid))
}

/** Kills what a process has started, with all that came of it, but for children that it had before. */
export function endDescendants(pid: number, before: ReadonlySet<number>): void {
  const children = allProcesses()
  const left = (children.get(pid) ?? []).filter((child) => !before.has(child))
  for (let child = left.shift(); child !== undefined; child = left.shift()) {
    left.push(...(children.get(child) ?? []))
    try {
      process.kill(child, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

/** All processes by who has started them; none where the system does not tell. */
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

/** Small images have no `ps`. */
function fromProc(): readonly ProcessAndParent[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => [Number(pid), parentOf(pid)])
}

/** 0 for a process that has ended. */
function parentOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Field 4; the second one is the name in parentheses, which may hold anything.
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
