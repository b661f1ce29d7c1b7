/** Runs the web server in a child process that Node restarts whenever a loaded file changes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { unsupervised } from './supervised.ts'

const main = join(import.meta.dirname, 'main.ts')

export async function runWatched(
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<void> {
  const options = [`--host=${host}`, `--port=${port}`]
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', main, 'runserver', unsupervised, ...options],
    {
      stdio: 'inherit',
    },
  )
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  await once(child, 'exit')
}
