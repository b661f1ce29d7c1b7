/**
 * Compiles `src` to JavaScript in `lib` for the npm package, because Node strips no types of files under
 * `node_modules`. `lib` has the depth of `src`, so the relative paths to `migrations`, `words`, `docs` or `web/dist` are valid
 * in both. `npm pack` runs this script.
 */
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dropOldAssets, ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled, root } from './install.mjs'
import { run } from './run.mjs'

/**
 * Matches paths of our own modules that are not imported: files of processes and threads. The compiler rewrites the
 * paths of imports.
 */
const ownModule = /((?:import\.meta\.dirname, |import\.meta\.resolve\(|new URL\()'\.{0,2}[\w./-]*)\.ts'/g

/** Compiles into a folder. The declarations, for authors of extension modules, take most of the time. */
export async function compile(folder, { declarations = true } = {}) {
  rmSync(folder, { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const own = ['--project', join(root, 'tsconfig.package.json'), '--outDir', folder]
  const code = await run(process.execPath, [compiler, ...own, ...(declarations ? ['--declaration'] : [])])
  if (code !== 0) throw new Error('Compiling has failed; the lines above say why.')
  for (const name of globSync('**/*.js', { cwd: folder })) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    const rewritten = text.replaceAll(ownModule, "$1.js'")
    if (rewritten !== text) writeFileSync(file, rewritten)
  }
  for (const name of globSync('**/*.{css,js,sql}', { cwd: join(root, 'src') })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    copyFileSync(join(root, 'src', name), join(folder, name))
  }
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled()
  try {
    await ensureWebBuilt()
    // The package contains only the current pages.
    dropOldAssets()
    await compile(join(root, 'lib'))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
