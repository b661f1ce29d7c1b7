/** Starts an S3 server as a process, and returns the settings with which the service uses it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** Address in a bucket that ignores the condition If-None-Match of writes. */
export const unconditionalFiles = 's3://unconditional/files'

export interface ObjectStore extends AsyncDisposable {
  /** Settings as environment variables, without the prefix. */
  readonly settings: Readonly<Record<string, string>>
  /** Starts the server again on the same port, with the same objects. */
  start(): Promise<void>
  /** Kills the server. */
  stop(): Promise<void>
}

const script = join(import.meta.dirname, 's3-server.mjs')

export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'planning-objects-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    // The server encrypts its list positions with an algorithm that Node disables by default.
    const args = ['--openssl-legacy-provider', script, String(port), folder, 'planning', 'unconditional']
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout!, 'data')
  }
  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  return {
    settings: {
      FILES_URL: 's3://planning/test/files',
      FILES_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_ACCESS_KEY: 'S3RVER',
      FILES_SECRET_KEY: 'S3RVER',
    },
    start,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
