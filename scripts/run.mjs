/** Runs a program in the foreground and ends with it. */
import { spawn } from 'node:child_process'
import { root } from './install.mjs'

// Ctrl-C also reaches the child; this process waits until the child has shut down.
const stay = () => undefined

/** Interval of the check whether the parent process still runs, in milliseconds. */
const watchIntervalMs = 500

/**
 * Runs a command. Returns its exit code, 130 if a signal ended it. The child is ended when this process is
 * terminated, when its parent `npm run` has ended, and, if the child listens to the channel, when this process is
 * killed.
 */
export async function run(command, args, { env = {}, channel = false } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])]
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
  const end = () => child.kill('SIGTERM')
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) end()
  }, watchIntervalMs)
  process.on('SIGINT', stay)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 130))
  })
  clearInterval(watch)
  process.off('SIGINT', stay)
  process.off('SIGTERM', end)
  process.off('SIGHUP', end)
  return code
}
