import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandPage } from '../src/cli/command-page.ts'
import { withLookupTable } from '../src/data/read/lookup-table.ts'
import { optionalPackages } from '../src/settings/version.ts'
import { settingKeys } from '../src/settings/settings.ts'
import { settingsPage } from '../src/settings/settings-page.ts'
import { taskListings } from '../src/tasks/registry.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')

/** Files that a reader of an example makes, and results of runs. */
const exampleFiles: ReadonlySet<string> = new Set([
  'bench/history',
  'docs/tasks/closeorders.md',
  'migrations/scenario/0039_machine.sql',
  'src/contract/late-orders.ts',
  'src/http/ui/plan/late-orders.ts',
  'src/model/entities/machine.ts',
  'src/model/reports/customer-report.ts',
  'src/planning/late-orders.ts',
  'src/planning/reports/customer-report.ts',
  'src/tasks/commands/closeorders.ts',
  'test/tasks/closeorders.test.ts',
  'web/dist',
  'web/src/screens/release/suppliers-screen.tsx',
  'words/xx',
])

async function pages(): Promise<readonly string[]> {
  const docs = await readdir(join(root, 'docs'), { recursive: true })
  const own = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
  return ['README.md', 'ARCHITECTURE.md', 'fixtures/README.md', 'bench/README.md', ...own]
}

describe('the documentation', () => {
  it('of commands is what they say about themselves; else run `npm run docs`', async () => {
    expect(await read('docs/commands.md')).toBe(await commandPage())
  })

  it('of filters lists every lookup; else run `npm run docs`', async () => {
    const page = await read('docs/how-to/use-the-api.md')
    expect(page).toBe(withLookupTable(page))
  })

  it('of settings is what their declaration says; else run `npm run docs`', async () => {
    expect(await read('docs/settings.md')).toBe(settingsPage())
    const named = [...settingsPage().matchAll(/^\| `([A-Z_]+)`<br>/gm)].map(([, key]) => key)
    expect(new Set(named)).toEqual(new Set(settingKeys))
    expect(named).toHaveLength(settingKeys.length)
  })

  it('names every dependency and why it is there, and no other', async () => {
    const manifests = await Promise.all(['package.json', 'test/openapi-clients/package.json'].map(read))
    const declared = manifests
      .map((text): unknown => JSON.parse(text))
      .flatMap((manifest) => [Object(manifest).dependencies, Object(manifest).devDependencies])
      .flatMap((versions) => Object.keys(Object(versions)))
    const text = await read('docs/dependencies.md')
    expect(declared.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
    const rows = text.split('\n').filter((line) => line.startsWith('| `'))
    const named = rows.flatMap((row) =>
      [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    )
    expect(named.filter((name) => !declared.includes(String(name)))).toEqual([])
  })

  it('installs the optional packages in the versions of this release', async () => {
    const command =
      /npm install -g ((?:.*\\\n)*.*)/.exec(await read('docs/how-to/trace-requests.md'))?.[1] ?? ''
    expect(command.split(/[\s\\]+/)).toEqual(optionalPackages())
  })

  it('links to files that exist', async () => {
    const dead: string[] = []
    for (const page of await pages()) {
      for (const [, target] of (await read(page)).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
        const path = join(root, dirname(page), String(target))
        if ((await stat(path).catch(() => undefined)) === undefined) dead.push(`${page}: ${target}`)
      }
    }
    expect(dead).toEqual([])
  })

  it('names files and folders of the repository that exist', async () => {
    const tops = 'src|test|web|words|migrations|deploy|scripts|docs|bench|fixtures|extensions'
    const named = new RegExp(`\`((?:${tops})/[^\`\\s]*)\``, 'g')
    const missing: string[] = []
    for (const page of await pages()) {
      for (const [, given = ''] of (await read(page)).matchAll(named)) {
        // Of a pattern, such as words/<language>/model.json, only the folder before it can be checked.
        const path = /[<{*…]/.test(given) ? dirname(`${given.split(/[<{*…]/, 1)[0]}x`) : given
        if (exampleFiles.has(given)) continue
        if ((await stat(join(root, path)).catch(() => undefined)) === undefined)
          missing.push(`${page}: ${given}`)
      }
    }
    expect(missing).toEqual([])
  })

  it('has a page for every task, named in its title', async () => {
    const folder = await readdir(join(root, 'docs/tasks'))
    const titles = await Promise.all(
      folder.map(async (page) => (await read(`docs/tasks/${page}`)).split('\n', 1)[0]),
    )
    const named = new Set(
      titles.flatMap((title) => [...title!.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
    )
    const without = taskListings.map(({ name }) => name).filter((name) => !named.has(name))
    expect(without).toEqual([])
  })

  it('keeps the architecture to a page', async () => {
    expect((await read('ARCHITECTURE.md')).split('\n').length).toBeLessThan(100)
  })
})
