/** Runs `planctl` as a separate process without a terminal. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const planctlPath = join(import.meta.dirname, '../../planctl')

export interface Outcome {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly input?: string
  /** Another path of the launcher, such as a symbolic link. */
  readonly launcher?: string
}

/** Returns the environment without the settings of the user who runs the tests. */
export function cleanEnvironment(env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(PLANCTL_|DATABASE_URL$|NODE_|VITEST)/.test(name),
  )
  return { ...Object.fromEntries(own), ...env }
}

/** Runs a command to its end. */
export async function planctl(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = execFile(options.launcher ?? planctlPath, [...args], {
    env: cleanEnvironment(options.env),
    cwd: options.cwd,
    maxBuffer: 64 * 2 ** 20,
  })
  const [stdout, stderr] = ['', ''].map((text) => ({ text }))
  child.stdout?.on('data', (chunk: string) => (stdout!.text += chunk))
  child.stderr?.on('data', (chunk: string) => (stderr!.text += chunk))
  // A command may end before it has read its whole input.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(options.input ?? '')
  await once(child, 'close')
  return { exitCode: child.exitCode, stdout: stdout!.text, stderr: stderr!.text }
}

export interface RunningCommand extends AsyncDisposable {
  /** Resolves with the output so far once it contains the text; rejects if the process ends before. */
  says(text: string): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Exit code. */
  readonly ended: Promise<number | null>
}

/** Starts a command that runs until it is ended. */
export function startPlanctl(args: readonly string[], options: RunOptions = {}): RunningCommand {
  const child = spawn(planctlPath, [...args], { env: cleanEnvironment(options.env), cwd: options.cwd })
  let said = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      for (const check of waiting) check()
    })
  }
  const ended = once(child, 'close').then(() => child.exitCode)
  return {
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!said.includes(text)) return
          waiting.delete(check)
          resolve(said)
        }
        waiting.add(check)
        check()
        void ended.then(() => reject(new Error(`It ended without saying "${text}":\n${said}`)))
      }),
    kill: (signal) => child.kill(signal),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
