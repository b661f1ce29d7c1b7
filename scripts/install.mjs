/**
 * Installs the packages of the lockfile when they are missing or others. Plain JavaScript for Node 20 and
 * later: it runs before anything is installed, with whatever Node the machine has.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node that the packages bring. */
export const node = join(root, 'node_modules/node/bin/node')

const lock = join(root, '.install-lock')
const oldestNode = 20

/** Of two at once, the second waits for the first. Ends the process when installing fails. */
export async function ensureInstalled() {
  requireNode()
  if (isCurrent()) return
  await acquireLock()
  try {
    if (!isCurrent()) install()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function requireNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= oldestNode) return
  console.error(`Node ${oldestNode} or later is needed; this is ${process.version}. See https://nodejs.org`)
  process.exit(1)
}

/** Whether every package of the lockfile is there in its version. npm keeps a list of what it has installed. */
function isCurrent() {
  if (!existsSync(node)) return false
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found === undefined ? optional === true || devOptional === true : found.version === version
  })
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

function install() {
  console.error('Installing what the service needs (npm ci) …')
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // Under "npm run" the npm in charge is known, and the Node it runs on may be the one about to be replaced.
  const npm = process.env.npm_execpath
  const [command, words] =
    npm?.endsWith('.js') === true
      ? [process.env.npm_node_execpath ?? process.execPath, [npm, ...args]]
      : ['npm', args]
  const { status, error } = spawnSync(command, words, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: outerEnvironment(),
  })
  if (status === 0 && existsSync(node)) return
  console.error(
    `Installing has failed${error === undefined ? '' : `: ${error.message}`}. The lines above say why; "npm ci" tries again.`,
  )
  process.exit(1)
}

/** Without what "npm run" has set for this script: the inner npm would take it for its own configuration. */
function outerEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command)/.test(name))
  return { ...Object.fromEntries(kept), NODE_ENV: 'development' }
}

async function acquireLock() {
  for (let told = false; ; told = true) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned()) rmSync(lock, { recursive: true, force: true })
    else if (!told) console.error('Waiting for another process that installs …')
    await delay(200)
  }
}

/** Whether the holder of the lock has died. A lock without a number may just have been made. */
function isAbandoned() {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    if (!(pid > 0)) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    return error.code === 'ENOENT' && ageOf(lock) > 5000
  }
}

function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}
