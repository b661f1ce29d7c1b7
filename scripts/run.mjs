/** Runs a program in the foreground and ends with it. */
import { spawn } from 'node:child_process'
import { root } from './install.mjs'

// Ctrl-C reaches the child by itself; this process waits for it to end in good order.
const stay = () => undefined

/** Milliseconds between two looks at whether somebody still waits for us. */
const watchIntervalMs = 500

/**
 * Runs a command and answers its exit code, 130 when a signal ended it. The child ends when this process is asked
 * to, when `npm run` above it has gone, and, if it listens to the channel, when this process is killed.
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
