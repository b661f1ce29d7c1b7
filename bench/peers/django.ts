/** A plain Django REST service over the sales orders of the benchmark, as a reference for pages. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/platform/support/free-port.ts'
import { until } from '../../test/support/wait.ts'

/** Debian installs the packages for its own Python, which need not be the first one on the path. */
const pythons: readonly string[] = ['python3', '/usr/bin/python3']

/** Returns a Python that has the packages; undefined if there is none. */
export const findPython = (): string | undefined =>
  pythons.find(
    (one) =>
      spawnSync(one, ['-c', 'import django, gunicorn, psycopg2, rest_framework'], { stdio: 'ignore' })
        .status === 0,
  )

/** What to install where there is no Django. */
export const djangoPackages = 'apt-get install python3-djangorestframework python3-psycopg2 python3-gunicorn'

export interface DjangoService extends AsyncDisposable {
  readonly url: string
}

const longestStartMs = 20_000
const longestStopMs = 5_000

/** Starts the service with one worker per processor. Throws if it does not answer in time. */
export async function startDjango(python: string, databaseUrl: string): Promise<DjangoService> {
  const address = `127.0.0.1:${await freePort()}`
  const url = `http://${address}`
  const workers = String(availableParallelism())
  const child = spawn(
    python,
    // Workers with threads keep connections, which others close after each answer.
    [
      '-m',
      'gunicorn',
      '--workers',
      workers,
      '--threads',
      '8',
      '--bind',
      address,
      '--log-level',
      'error',
      'peer',
    ],
    {
      cwd: join(import.meta.dirname, 'django'),
      env: { ...process.env, DATABASE_URL: databaseUrl, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), longestStopMs)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    clearTimeout(late)
  }
  try {
    await until('Django answers', () => child.exitCode !== null || answers(url), longestStartMs)
    if (child.exitCode !== null) throw new Error('The Django service has ended.')
  } catch (error) {
    await stop()
    throw error
  }
  return { url, [Symbol.asyncDispose]: stop }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/demand/?limit=1`).then(
    (answer) => answer.ok,
    () => false,
  )
