/** Runs a program in the foreground and ends with it: signals reach it, and it ends when this process dies. */
import { spawn } from 'node:child_process'
import { root } from './install.mjs'

// Ctrl-C reaches the child by itself; this process waits for it to end in good order.
const stay = () => undefined

/** Runs a command and answers its exit code, 130 when it was interrupted. */
export async function run(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const pass = () => child.kill('SIGTERM')
  process.on('SIGINT', stay)
  process.on('SIGTERM', pass)
  process.on('SIGHUP', pass)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code) => {
      process.off('SIGINT', stay)
      process.off('SIGTERM', pass)
      process.off('SIGHUP', pass)
      resolve(code ?? 130)
    })
  })
}
