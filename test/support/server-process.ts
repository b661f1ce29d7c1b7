/** Starts the service as a separate process with the command line; tests can end it with any signal. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sendRequest, type TestRequest, type TestResponse } from './server.ts'

const commandLine = join(import.meta.dirname, '../../src/cli/main.ts')

export interface ServerProcess extends AsyncDisposable {
  readonly url: string
  readonly child: ChildProcess
  /** Returns the output to standard error so far: the log. */
  log(): string
  request(method: string, path: string, options?: TestRequest): Promise<TestResponse>
  /** Sends a signal and waits for the end. Resolves with exit code or signal. */
  end(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): Promise<number | string>
}

export interface ServerProcessOptions {
  /** URL of a migrated database; without it the process uses the embedded server of its folder. */
  readonly databaseUrl?: string
  /**
   * Folder for the state of the installation, which is kept at the end; by default a temporary one, which is deleted.
   */
  readonly folder?: string
  /** Path of the command line of another release; by default that of this one. */
  readonly program?: string
  /** Additional options of the command. */
  readonly options?: readonly string[]
  /** Settings as environment variables, without the prefix. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Starts `planctl runserver`; resolves once it listens. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { databaseUrl, settings = {} } = options
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'planning-test-')))
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const given = { VAR: folder, TIME_ZONE: 'UTC', ...database, ...settings }
  const env = Object.entries(given).map(([key, value]) => [`PLANCTL_${key}`, value] as const)
  // The compile cache is used as by the launcher, because compiling again doubles the processor time of a start.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const command = [options.program ?? commandLine, 'runserver', '--port=0', '--unsupervised']
  const child = spawn(process.execPath, [...command, ...(options.options ?? [])], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, ...Object.fromEntries(env) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  const ready = Promise.withResolvers<string>()
  const exited = once(child, 'exit').then(([code, signal]: unknown[]) =>
    typeof code === 'number' ? code : String(signal),
  )
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    const url = /runs at (http:\/\/[^/\s]+)/.exec(line)?.[1]
    if (url !== undefined) ready.resolve(url)
  })
  void exited.then((how) => ready.reject(new Error(`The server ended (${how}):\n${lines.join('\n')}`)))
  const url = await ready.promise
  const end = async (signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): Promise<number | string> => {
    child.kill(signal)
    return exited
  }
  return {
    url,
    child,
    log: () => lines.join('\n'),
    request: (method, path, options) => sendRequest(url, method, path, options),
    end,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL')
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
