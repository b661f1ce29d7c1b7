/**
 * Installs the packages of the lockfile when they are missing or others. Plain JavaScript for Node 20 and
 * later: it runs before anything is installed, with whatever Node the machine has.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node that the packages bring. */
export const node = join(root, 'node_modules/node/bin/node')

const lock = join(root, '.install-lock')
const oldestNode = 20

/** Of two at once, the second waits for the first. Ends the process when installing fails. */
export async function ensureInstalled() {
  requireNode()
  if (isCurrent()) return
  await withLock(lock, 'installs', () => {
    if (!isCurrent()) install()
  })
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
