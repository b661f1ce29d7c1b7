/**
 * Builds the web UI if its sources have changed since the last build. If two builds start at the same time, the
 * second one waits.
 *
 * A build adds its files to `web/dist`. The names of assets contain a hash of their content, so an open page still
 * finds the assets of its build. `pages.json` identifies the current pages; it is written last and atomically. Assets
 * are compressed here, as far as possible, and served as they are.
 */
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ensureInstalled, root } from './install.mjs'
import { withLock } from './lock.mjs'
import { run } from './run.mjs'

const web = join(root, 'web')
const dist = join(web, 'dist')
const pagesFile = join(dist, 'pages.json')
/** Retention of the assets of earlier builds, in milliseconds. */
const keep = 14 * 24 * 3600_000
/** Minimum size of compressed assets, in bytes. Smaller files fit into one packet. */
const worthwhile = 1_000
const compressible = /\.(?:js|css|svg|json)$/

/** Builds the web UI if it is missing or outdated; fast if it is up to date. Throws if the build fails. */
export async function ensureWebBuilt({ force = false } = {}) {
  if (!force && builtFrom() === sourcesHash()) return
  await withLock(join(web, '.build-lock'), 'builds the web UI', async () => {
    const sources = sourcesHash()
    if (force || builtFrom() !== sources) await build(sources)
  })
}

/** Returns the hash of the sources of the current pages. */
function builtFrom() {
  try {
    return JSON.parse(readFileSync(pagesFile, 'utf8')).sources
  } catch {
    return undefined
  }
}

/** Returns a hash over all inputs of the build. */
function sourcesHash() {
  const hash = createHash('sha256')
  const names = [
    'web/**/*.{ts,tsx,css,html,json,svg}',
    'src/model/**/*.ts',
    'words/**/*.json',
    'package-lock.json',
    'scripts/build-web.mjs',
  ]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !/^web\/(?:dist|\.build)|\.test\.tsx?$/.test(name))
    .sort((a, b) => (a < b ? -1 : 1))
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

async function build(sources) {
  const begun = Date.now()
  console.error('Building the web UI …')
  const out = mkdtempSync(join(web, '.build-'))
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const args = ['build', '--config', join(web, 'vite.config.ts'), '--outDir', out, '--logLevel', 'warn']
    // Tests run with another NODE_ENV, in which libraries are twice the size.
    const code = await run(process.execPath, [vite, ...args], { env: { NODE_ENV: 'production' } })
    if (code !== 0) throw new Error('Building the web UI has failed; the lines above say why.')
    await publish(out, sources)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
  console.error(`The web UI is built (${((Date.now() - begun) / 1000).toFixed(1)} s).`)
}

async function publish(out, sources) {
  const assets = readdirSync(join(out, 'assets')).sort((a, b) => (a < b ? -1 : 1))
  mkdirSync(join(dist, 'assets'), { recursive: true })
  await Promise.all(assets.map((name) => publishAsset(join(out, 'assets', name), join(dist, 'assets', name))))
  const pages = {
    sources,
    build: createHash('sha256').update(assets.join('\n')).digest('hex').slice(0, 12),
    index: readFileSync(join(out, 'index.html'), 'utf8'),
    login: readFileSync(join(out, 'login.html'), 'utf8'),
    /** Files by the modules that load them, for measuring their size. */
    manifest: JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')),
  }
  writeFileSync(`${pagesFile}.new`, JSON.stringify(pages))
  renameSync(`${pagesFile}.new`, pagesFile)
  dropOld(new Set(assets), keep)
}

async function publishAsset(from, to) {
  if (existsSync(to)) return
  const bytes = readFileSync(from)
  if (compressible.test(to) && bytes.length >= worthwhile) {
    const quality = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }
    writeFileSync(`${to}.br`, await promisify(brotliCompress)(bytes, quality))
    writeFileSync(`${to}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
  // Copied last: a process that finds this file also finds its compressed versions.
  copyFileSync(from, to)
}

/** Deletes all assets that the current pages do not use. */
export function dropOldAssets() {
  const { manifest } = JSON.parse(readFileSync(pagesFile, 'utf8'))
  const files = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => css.concat(assets, file))
  dropOld(new Set(files.map((file) => file.replace(/^assets\//, ''))), 0)
}

function dropOld(current, age) {
  const folder = join(dist, 'assets')
  for (const name of readdirSync(folder)) {
    if (current.has(name.replace(/\.(?:br|gz)$/, ''))) continue
    const path = join(folder, name)
    if (Date.now() - statSync(path).mtimeMs > age) rmSync(path)
  }
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled()
  try {
    await ensureWebBuilt({ force: process.argv.includes('--force') })
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
