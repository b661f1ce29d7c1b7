/** A short test of the npm package. `npm run pack:check` installs it in empty folders. */
import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { cleanEnvironment, planctl } from '../support/planctl.ts'
import { createTestDatabase } from '../support/database.ts'
import { withTempFolder } from '../support/temp-folder.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const manifestShape = Type.Object({
  dependencies: Type.Record(Type.String(), Type.String()),
  peerDependencies: Type.Record(Type.String(), Type.String()),
  files: Type.Array(Type.String()),
})
const listingShape = Type.Array(Type.Object({ files: Type.Array(Type.Object({ path: Type.String() })) }))

const manifest = async () =>
  Value.Parse(manifestShape, JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))

it('brings what the service needs at run time, and nothing that is for its development', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    env: cleanEnvironment(),
    maxBuffer: 64 * 2 ** 20,
  })
  const parsed: unknown = JSON.parse(stdout)
  // npm 11 prints a list, npm 12 an object by name.
  const [packed] = Value.Parse(listingShape, Array.isArray(parsed) ? parsed : Object.values(Object(parsed)))
  const paths = packed!.files.map(({ path }) => path)
  const folders = new Set(paths.map((path) => path.split('/', 1)[0]))
  folders.delete('lib')
  expect(folders).toEqual(
    new Set([
      'LICENSE',
      'README.md',
      'deploy',
      'docs',
      'fixtures',
      'migrations',
      'package.json',
      'planctl',
      'settings.toml',
      'web',
      'words',
    ]),
  )
  expect(
    paths.filter((path) => /\.test\.|^web\/(?!dist\/)|\.tsx?$/.test(path) && !path.endsWith('.d.ts')),
  ).toEqual([])
  expect(paths).toContain('web/dist/pages.json')
  expect(paths).toContain('fixtures/manufacturing_demo.json')
  expect(paths).toContain('migrations/control/0001_model.sql')
  expect(paths).toContain('words/de/messages.json')
})

it('runs as JavaScript from node_modules with its dependencies alone', async () => {
  await withTempFolder(async (folder) => {
    const modules = join(folder, 'node_modules')
    const installed = join(modules, 'planning-service')
    const lib = join(installed, 'lib')
    await mkdir(installed, { recursive: true })
    const { dependencies, peerDependencies, files } = await manifest()
    const script = `import { compile } from ${JSON.stringify(join(root, 'scripts/build-package.mjs'))}
      await compile(process.argv[1], { declarations: false })`
    await run(process.execPath, ['--input-type=module', '--eval', script, lib], { env: cleanEnvironment() })

    const imported = new Set<string>()
    const missing: string[] = []
    for await (const name of glob('**/*.js', { cwd: lib })) {
      const path = join(lib, name)
      const text = await readFile(path, 'utf8')
      for (const [, , specifier = ''] of text.matchAll(
        /\b(from|import\(?|import\.meta\.resolve\()\s*'([\w@./:-]+)'/g,
      )) {
        if (!specifier.startsWith('.'))
          imported.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
      }
      // Files of processes and threads, which are not imported.
      for (const [, place = ''] of text.matchAll(
        /(?:import\.meta\.dirname, |import\.meta\.resolve\(|new URL\()'([^']+\.[jt]s)'/g,
      )) {
        const target = resolve(dirname(path), place)
        await readFile(target).catch(() => missing.push(`${name}: ${place}`))
      }
    }
    expect(missing).toEqual([])
    const packages = [...imported].filter(
      (name) => !name.startsWith('node:') && !builtinModules.includes(name) && name !== 'planning-service',
    )
    // Optional packages are not there: the command below works without them.
    expect(packages.filter((name) => !(name in dependencies || name in peerDependencies))).toEqual([])

    await Promise.all([
      ...Object.keys(dependencies).map(async (name) => {
        await mkdir(dirname(join(modules, name)), { recursive: true })
        await symlink(join(root, 'node_modules', name), join(modules, name))
      }),
      ...['package.json', ...files.filter((file) => /^\/(migrations|planctl|settings|words)/.test(file))].map(
        (name) => cp(join(root, name), join(installed, name), { recursive: true }),
      ),
    ])
    const client = `import { createClient } from 'planning-service/client'
      console.log(typeof createClient({ url: 'http://127.0.0.1', key: '' }))`
    const ofClient = await run(process.execPath, ['--input-type=module', '--eval', client], { cwd: folder })
    expect(ofClient.stdout.trim()).toBe('function')
    await using held = await createTestDatabase()
    const options = {
      launcher: join(installed, 'planctl'),
      cwd: folder,
      env: { DATABASE_URL: held.url, PLANCTL_VAR: folder, PLANCTL_TIME_ZONE: 'UTC' },
    }
    const buckets = await planctl(['createbuckets', '--start=2027-01-01', '--end=2027-01-31'], options)
    expect(buckets).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('Error') })
    // The package contains its own Node; without it, the Node of the machine must be recent enough.
    await rm(join(modules, 'node'))
    const node = dirname(process.execPath)
    const own = await planctl(['--version'], {
      ...options,
      env: { ...options.env, PATH: `${node}:/usr/bin:/bin` },
    })
    expect(own.exitCode).toBe(0)
    await rm(join(modules, 'pg'))
    const broken = await planctl(['--version'], options)
    expect(broken).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Node 24') })
  })
})
