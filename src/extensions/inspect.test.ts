import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allExports } from './extensions.ts'
import { inspectExtensions } from './inspect.ts'
import { locateExtension } from './locate.ts'
import { taskWords } from './task-words.ts'

const depot = join(import.meta.dirname, '../../test/support/depot')
const abc = join(import.meta.dirname, '../../extensions/abc_classification')

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-extensions-'))
})
afterAll(() => rm(folder, { recursive: true }))

const head = `import { defineExtension, defineEntity, defineTask, nameKey, number, reference, text, Type } from 'planning-service/extension'
const task = (parts) => defineTask({ help: 'Does it.', examples: [['planctl x', 'y']], parameters: Type.Object({}),
  positional: [], right: 'execute.run_tried', secrets: [], run: async () => 'done', ...parts })
const entity = (name, parts) => defineEntity({ name, label: 'thing', labelPlural: 'things', about: 'A thing.',
  rowsMidSize: 1, fields: [nameKey()], ...parts })
`

/** Writes a module with the given code, and optionally SQL. Returns its path. */
async function writeModule(code: string, sql = ''): Promise<string> {
  const place = join(folder, `module${(count += 1)}`)
  await mkdir(join(place, 'migrations/scenario'), { recursive: true })
  await writeFile(join(place, 'index.js'), code)
  await writeFile(join(place, 'package.json'), '{"type": "module"}')
  if (sql !== '') await writeFile(join(place, 'migrations/scenario/0001_one.sql'), sql)
  return place
}

const extended = (parts: string): string =>
  `${head}export const extension = defineExtension({ name: 'tried', about: 'Tried.', ${parts} })`

const reasons = async (...places: readonly string[]): Promise<readonly string[]> =>
  (await inspectExtensions(places, ['loaddata', 'runserver'])).problems.map(({ reason }) => reason)

describe('a sound module', () => {
  it('is a folder, a file, or a package beside the settings or up from there', async () => {
    const installed = join(folder, 'site/node_modules/planning-extension-depot')
    await cp(depot, installed, { recursive: true })
    await mkdir(join(folder, 'site/settings'), { recursive: true })
    const found = await locateExtension('planning-extension-depot', join(folder, 'site/settings'))
    expect(found).toEqual({ folder: installed, entry: join(installed, 'index.js'), version: '2.3.4' })
    expect(await locateExtension(join(depot, 'index.js'))).toMatchObject({ folder: depot, version: '' })
    const { problems, extensions } = await inspectExtensions([installed], [])
    expect([problems, extensions.all.map(({ version }) => version)]).toEqual([[], ['2.3.4']])
  })

  it('stands beside another one', async () => {
    const { problems, extensions } = await inspectExtensions([depot, abc], [])
    expect(problems).toEqual([])
    const { additions, fixtures } = extensions
    expect(additions.modules).toEqual(['depot', 'abc'])
    expect(additions.entities.map(({ name }) => name)).toEqual([
      'depot.pallet',
      'depot.carrier',
      'depot.load',
      'abc.classificationrun',
      'abc.summary',
    ])
    expect(additions.migrations.scenario.map(({ name }) => name)).toEqual([
      'depot/0001_pallet',
      'depot/input.location.dock',
      'depot/input.operationplan.pallets',
      'depot/input.demand.pallet',
      'abc/0001_runs',
      'abc/input.item.abc',
      'abc/input.item.abc_value',
    ])
    expect(additions.migrations.control.map(({ name }) => name)).toEqual(['depot/0001_carrier'])
    expect([...fixtures.keys()]).toEqual(['depot_demo'])
    expect(allExports(extensions).map(({ extension, name }) => [extension, name])).toEqual([
      ['depot', 'pallets.csv'],
      ['abc', 'abc.csv'],
    ])
  })
})

describe('a module that cannot be found or read', () => {
  it.each([
    ['/nowhere/at/all', 'there is no folder or file /nowhere/at/all'],
    [
      'planning-extension-unknown',
      'the package is not installed: run "npm install planning-extension-unknown"',
    ],
  ])('%s', async (place, reason) => {
    expect(await reasons(place)).toEqual([expect.stringContaining(reason)])
  })

  it.each([
    ['throws', `throw new Error('no licence')`, 'it cannot be imported: no licence ('],
    ['is no JavaScript', 'export const = 1', 'it cannot be imported:'],
    ['imports what is not there', `import 'nothing-at-all'`, "Cannot find package 'nothing-at-all'"],
    ['exports nothing', 'export const other = 1', 'it exports no "extension"'],
    ['exports no object', 'export const extension = 1', 'must be what defineExtension gives'],
    ['has no name', `export const extension = { about: 'x' }`, 'name'],
  ])('one that %s', async (_what, code, reason) => {
    const found = await reasons(await writeModule(code))
    expect(found.join('\n')).toContain(reason)
  })

  it('one that is empty, and one whose package names what is not there', async () => {
    const empty = join(folder, 'empty')
    await mkdir(empty)
    const lost = join(folder, 'lost')
    await mkdir(lost)
    await writeFile(join(lost, 'package.json'), '{"main": "lib/main.js"}')
    expect(await reasons(empty, lost)).toEqual([
      expect.stringContaining('has neither a package.json that names an entry nor extension.ts'),
      expect.stringContaining('names the entry lib/main.js, which is not there'),
    ])
  })
})

const table = 'CREATE TABLE "thing" ("name" text PRIMARY KEY);'

describe('a fault is told with what it is about', () => {
  it.each<readonly [what: string, parts: string, reason: string, sql?: string]>([
    ['an unknown part', 'task: []', 'unknown part "task"; do you mean "tasks"?'],
    [
      'a task without right',
      `tasks: [{ name: 'x', group: 'g', title: 't', task: task({ right: '' }) }]`,
      'tasks[0] ("x").task.right',
    ],
    [
      'a right that does not exist',
      `tasks: [{ name: 'tried', group: 'g', title: 't', task: task({ right: 'abc.run' }) }]`,
      'asks for the right "abc.run", which does not exist',
    ],
    [
      'a task with the name of ours',
      `tasks: [{ name: 'loaddata', group: 'g', title: 't', task: task({ right: 'superuser' }) }]`,
      'the task loaddata has the name of a task or command of ours',
    ],
    [
      'a task that is a word of URLs',
      `tasks: [{ name: 'status', group: 'g', title: 't', task: task({ right: 'superuser' }) }]`,
      'means something else in URLs',
    ],
    [
      'a task without run',
      `tasks: [{ name: 'x', group: 'g', title: 't', task: task({ run: 1 }) }]`,
      'needs a function run',
    ],
    [
      'a parameter of no type',
      `tasks: [{ name: 'tried', group: 'g', title: 't', task: task({ parameters: Type.Object({ when: Type.Object({}) }) }) }]`,
      'parameter "when" that neither a form nor a command line can ask for',
    ],
    [
      'a default that does not fit',
      `tasks: [{ name: 'tried', group: 'g', title: 't', task: task({ parameters: Type.Object({ n: Type.Integer({ default: 'x' }) }) }) }]`,
      'a default that does not fit it: "x"',
    ],
    [
      'a bad pattern',
      `tasks: [{ name: 'tried', group: 'g', title: 't', task: task({ parameters: Type.Object({ n: { type: 'string', pattern: '(' } }) }) }]`,
      'parameter "n" that is no sound schema',
    ],
    [
      'words for a task of somebody else',
      `translations: { de: { entities: {}, fields: {}, tasks: { runplan: { title: 'X' } } } }`,
      'words in "de" for the task runplan are for none of its tasks',
    ],
    [
      'words for a parameter that there is not',
      `tasks: [{ name: 'tried', group: 'g', title: 't', task: task({}) }],
       translations: { de: { entities: {}, fields: {}, tasks: { tried: { parameters: { when: ['Wann', 'Wann.'] } } } } }`,
      'words in "de" for the task tried name the parameter "when", which it lacks',
    ],
    [
      'words that are no words',
      `tasks: [{ name: 'tried', group: 'g', title: 't', task: task({ parameters: Type.Object({ n: Type.Integer() }) }) }],
       translations: { de: { entities: {}, fields: {}, tasks: { tried: { parameters: { n: ['Anzahl', 7] } } } } }`,
      'for the task tried must give the parameter "n" a label, a description',
    ],
    [
      'a parameter of every command',
      `tasks: [{ name: 'tried', group: 'g', title: 't', task: task({ parameters: Type.Object({ database: Type.String() }) }) }]`,
      'parameter "database" that is one that every command has',
    ],
    [
      'a place for no parameter',
      `tasks: [{ name: 'tried', group: 'g', title: 't', task: task({ positional: ['file'] }) }]`,
      'names the parameter "file", which its schema lacks',
    ],
    [
      'a field of an unknown entity',
      `fields: { 'input.machine': [text('x', { nullable: true, help: 'X.' })] }`,
      'is added to "input.machine", which is no entity',
    ],
    [
      'a field of a view',
      `fields: { 'input.purchaseorder': [text('x', { nullable: true, help: 'X.' })] }`,
      'must be added to input.operationplan',
    ],
    [
      'a field of users',
      `fields: { 'common.user': [text('x', { nullable: true, help: 'X.' })] }`,
      'does not hold records that people keep in scenarios',
    ],
    [
      'a field that exists',
      `fields: { 'input.item': [text('cost', { nullable: true, help: 'X.' })] }`,
      'input.item has a field "cost" already',
    ],
    [
      'a field that may not be empty',
      `fields: { 'input.item': [text('x', { help: 'X.' })] }`,
      'must be nullable',
    ],
    [
      'a field that refers to nothing',
      `fields: { 'input.item': [reference('x', 'input.machine', 'setNull', { nullable: true, help: 'X.' })] }`,
      'refers to the unknown entity "input.machine"',
    ],
    [
      'an entity without table',
      `entities: [entity('tried.thing')]`,
      'has no table: no file in migrations/scenario/ makes "thing"',
    ],
    [
      'an entity of another app',
      `entities: [entity('input.thing')], migrations: 'migrations'`,
      'must be named "tried.thing"',
      table,
    ],
    [
      'an entity with the name of ours',
      `entities: [entity('tried.item')], migrations: 'migrations'`,
      'has the name of input.item',
      table,
    ],
    [
      'an entity with a table of ours',
      `entities: [entity('tried.changeset')], migrations: 'migrations'`,
      'would have a table of ours, "changeset"',
      'CREATE TABLE changeset (x int)',
    ],
    [
      'an entity that refers to nothing',
      `entities: [entity('tried.thing', { fields: [nameKey(), reference('x', 'no.where', 'cascade', { help: 'X.' })] })], migrations: 'migrations'`,
      'refers by "x" to the unknown entity "no.where"',
      table,
    ],
    [
      'an entity that is none',
      `entities: [{ name: 'tried.thing', app: 'tried', model: 'thing', fields: [] }]`,
      'must be made by defineEntity',
    ],
    [
      'a report of an unknown table',
      `reports: [{ name: 'r', label: 'r', labelPlural: 'r', about: 'r', key: 'k', columns: [text('k', { help: 'K.' })], sql: (table) => 'SELECT ' + table('no.where') }]`,
      'asks for the table of "no.where", which is no entity',
    ],
    [
      'a report without its key',
      `reports: [{ name: 'r', label: 'r', labelPlural: 'r', about: 'r', key: 'x', columns: [text('k', { help: 'K.' })], sql: () => 'SELECT 1' }]`,
      'names the unknown field "x"',
    ],
    [
      'a report that writes',
      `reports: [{ name: 'r', label: 'r', labelPlural: 'r', about: 'r', key: 'k', columns: [text('k', { help: 'K.' })], sql: () => 'DELETE FROM x' }]`,
      'must be a text that begins with SELECT or WITH',
    ],
    [
      'a menu item to nowhere',
      `menu: [{ group: 'g', label: 'l' }]`,
      'must lead to one of entity, task and url',
    ],
    [
      'a menu item to an unknown task',
      `menu: [{ group: 'g', label: 'l', task: 'fly' }]`,
      'leads to "fly", which is no task',
    ],
    [
      'a menu item to a script',
      `menu: [{ group: 'g', label: 'l', url: 'javascript:alert(1)' }]`,
      'must begin with "/", "http://" or "https://"',
    ],
    [
      'an export of an unknown field',
      `exports: [{ name: 'x.csv', entity: 'input.item', fields: ['colour'] }]`,
      'names the unknown field "colour" of input.item',
    ],
    [
      'an export with a path',
      `exports: [{ name: '../x.csv', entity: 'input.item' }]`,
      'must be a plain file name',
    ],
    ['a fixture that is not there', `fixtures: ['none.json']`, 'the fixture "none.json" cannot be offered'],
    [
      'a fixture with the name of ours',
      `fixtures: ['manufacturing_demo.json']`,
      'there is a dataset "manufacturing_demo" already',
    ],
    ['a migration without number', `migrations: 'odd'`, 'needs a name like 0001_what.sql'],
  ])('%s', async (_what, parts = '', reason = '', sql) => {
    const place = await writeModule(extended(parts), sql)
    await mkdir(join(place, 'odd/scenario'), { recursive: true })
    await writeFile(join(place, 'odd/scenario/first.sql'), '')
    const { problems } = await inspectExtensions([place], ['loaddata', 'runserver'])
    expect(problems.map((problem) => problem.reason).join('\n')).toContain(reason)
    expect(problems.every((problem) => problem.place === place)).toBe(true)
  })

  it.each(['input', 'docs', 'Big', 'with_line'])('the name "%s"', async (name) => {
    const place = await writeModule(`export const extension = { name: '${name}', about: 'x' }`)
    expect(await reasons(place)).toEqual([expect.stringContaining(`its name "${name}"`)])
  })

  it('once, though other parts lead to what is wrong', async () => {
    const menu = `menu: [{ group: 'g', label: 'l', entity: 'tried.thing' }]`
    const exports = `exports: [{ name: 'x.csv', entity: 'tried.thing', fields: ['name'] }]`
    const place = await writeModule(extended(`entities: [entity('tried.thing')], ${menu}, ${exports}`))
    expect(await reasons(place)).toHaveLength(1)
  })
})

describe('modules that do not go together', () => {
  it('are told by name, all clashes at once, with the faults of others', async () => {
    const parts = `entities: [entity('tried.thing')], migrations: 'migrations', fields: { 'input.item': [number('x', { nullable: true, help: 'X.' })] },
      tasks: [{ name: 'tried', group: 'g', title: 't', task: task({}) }], exports: [{ name: 'x.csv', entity: 'input.item' }]`
    const one = await writeModule(extended(parts), table)
    const other = await writeModule(
      extended(parts)
        .replaceAll("'tried.", "'rival.")
        .replace("name: 'tried', about", "name: 'rival', about"),
      table,
    )
    const found = await reasons(one, other, '/nowhere', one)
    expect(found).toEqual([
      'there is no folder or file /nowhere',
      'it is named twice',
      'the entity rival.thing has the name of tried.thing of the extension "tried"',
      'the field input.item.x is added by the extension "tried" as well',
      'the task tried has the name of one of the extension "tried"',
      'the export "x.csv" is made by the extension "tried" as well',
    ])
  })
})

describe('a task', () => {
  it.each([...taskWords, 'help'])('cannot be named %s, which URLs use for something else', async (word) => {
    const module = extended(
      `tasks: [{ name: '${word}', group: 'Tried', title: 'Tries.', task: task({ right: 'superuser' }) }]`,
    )
    expect((await reasons(await writeModule(module))).join()).toContain('means something else in URLs')
  })
})
