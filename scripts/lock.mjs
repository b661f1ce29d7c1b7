/**
 * A lock between processes: other processes wait until the holder has released it or has ended. Plain JavaScript for
 * Node 20.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Runs a function while no other process holds the lock of the folder. `what` is printed by waiting processes. */
export async function withLock(folder, what, run) {
  await acquire(folder, what)
  try {
    return await run()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function acquire(folder, what) {
  for (let told = false; ; told = true) {
    try {
      mkdirSync(folder)
      writeFileSync(join(folder, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true })
    else if (!told) console.error(`Waiting for another process that ${what} …`)
    await delay(200)
  }
}

/** Returns whether the process of the lock has ended. A lock without a process id may just have been created. */
function isAbandoned(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    if (!(pid > 0)) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    return error.code === 'ENOENT' && ageOf(folder) > 5000
  }
}

function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}
