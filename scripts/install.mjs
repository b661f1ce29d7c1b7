/**
 * Installs the packages of the lockfile if they are missing or have other versions. Plain JavaScript for Node 20 and
 * later, because it runs before the installation, with any Node of the machine.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Path of the Node that the packages contain. */
export const node = join(root, 'node_modules/node/bin/node')

const lock = join(root, '.install-lock')
const oldestNode = 20

/**
 * Installs missing packages. If two processes start at the same time, the second one waits. Exits if the installation
 * fails.
 */
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

/**
 * Returns whether every package of the lockfile is installed in its version. npm writes a list of its installed
 * packages.
 */
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
  // Under "npm run" the running npm is known. Its Node may be the one that the installation replaces.
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

/**
 * Returns the environment without the variables that "npm run" has set for this script, because the inner npm would
 * read them as its own configuration.
 */
function outerEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command)/.test(name))
  return { ...Object.fromEntries(kept), NODE_ENV: 'development' }
}
