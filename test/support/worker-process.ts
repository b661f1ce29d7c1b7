/** Starts a worker as a separate process with the command line; tests can end it with any signal. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { planctlPath } from './planctl.ts'

export interface WorkerProcess {
  readonly child: ChildProcess
  /** Returns the output to standard error so far: the log. */
  log(): string
  /** Returns the ids of the child processes that it started for tasks and that have not been reaped. */
  processes(): Promise<readonly number[]>
  /** Sends a signal and waits for the end. Resolves with exit code or signal. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

export interface WorkerProcessOptions {
  readonly concurrency?: number
  /** Additional options, such as `--kinds=plan`. */
  readonly options?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Path of the launcher of another release; by default that of this one. */
  readonly launcher?: string
}

/** Starts `planctl runworker`; resolves once it is ready. */
export async function startWorkerProcess(options: WorkerProcessOptions): Promise<WorkerProcess> {
  const args = ['runworker', `--concurrency=${options.concurrency ?? 2}`, ...(options.options ?? [])]
  const child = spawn(options.launcher ?? planctlPath, args, {
    env: { PATH: process.env['PATH'], ...options.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  const ready = Promise.withResolvers<void>()
  const exited = once(child, 'exit').then(([code, signal]: unknown[]) =>
    typeof code === 'number' ? code : String(signal),
  )
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    if (line.includes('The worker runs')) ready.resolve()
  })
  void exited.then((how) => ready.reject(new Error(`The worker ended (${how}):\n${lines.join('\n')}`)))
  await ready.promise
  const running = (): boolean => child.exitCode === null && child.signalCode === null
  return {
    child,
    log: () => lines.join('\n'),
    processes: async () => {
      const { pid } = child
      const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      return text.trim().split(/\s+/).filter(Boolean).map(Number)
    },
    end: async (signal) => {
      if (running()) child.kill(signal)
      return exited
    },
  }
}
