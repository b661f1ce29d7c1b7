import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail, mainCases } from '../support/detail.ts'
import type { Outcome } from '../support/planctl.ts'
import { fillScenario } from '../support/scenarios.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Tests the scenario commands as users type them, in the order of a what-if.
let test: TestDatabase
let folder: string

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'scenario-commands-'))
  await fillScenario(test.database, 'default', 50)
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = (...args: readonly string[]): Promise<Outcome> =>
  warmPlanctl(args, { cwd: folder, env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var') } })

async function done(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(...args)
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, ''])
  return stdout.trim()
}

it('a what-if is made, copied into, compared, promoted, taken back, released and deleted', async () => {
  expect(await done('scenario_create', 'what_if', '--description=What if')).toBe(
    'Scenario "what_if" is there, and free.',
  )
  expect(await done('scenario_copy', 'default', 'what_if')).toMatch(
    /^Copied "default" to "what_if": \d+ records\.$/,
  )
  expect(await done('scenario_label', 'Strike in May', '--database=what_if')).toBe(
    'The label of "what_if" is "Strike in May".',
  )
  const { rows } = await test.database.query({
    text: `SELECT "description" FROM control."scenario" WHERE "name" = 'what_if'`,
  })
  expect(rows).toEqual([{ description: 'Strike in May' }])
  expect(await run('scenario_label', 'x', '--database=nowhere')).toMatchObject({ exitCode: 2 })
  await test.database.query({
    text: `UPDATE what_if.demand SET "quantity" = 0 WHERE "name" IN ('SO 1', 'SO 2')`,
  })
  await test.database.query({ text: `DELETE FROM what_if.demand WHERE "name" = 'SO 3'` })
  expect(await done('scenario_compare', 'default', 'what_if', '--entity=demand')).toBe(
    '1 entity differs. input.demand: 1 only in default, 2 different (quantity 2).',
  )
  const json = await done('scenario_compare', 'default', 'what_if', '--entity=demand', '--format=json')
  expect(JSON.parse(json)).toEqual({
    a: 'default',
    b: 'what_if',
    same: false,
    differences: [
      {
        entity: 'input.demand',
        onlyA: 1,
        onlyB: 0,
        different: 2,
        edited: 2,
        replanned: 0,
        plan: false,
        computed: [],
        fields: { quantity: 2 },
        samples: [
          { key: 'SO 3', in: 'A', changes: {} },
          { key: 'SO 1', in: 'both', changes: { quantity: [1, 0] } },
          { key: 'SO 2', in: 'both', changes: { quantity: [2, 0] } },
        ],
      },
    ],
  })
  expect(await done('scenario_compare', 'default', 'what_if', '--entity=item')).toBe(
    '"default" and "what_if" are the same.',
  )
  expect(await done('scenario_copy', '--promote', 'what_if', 'default')).toMatch(
    /^Promoted "what_if" to "default"/,
  )
  expect(await done('scenario_compare', 'default', 'what_if', '--entity=demand')).toContain('are the same')
  await done('scenario_copy', '--revert-promote')
  expect(await done('scenario_compare', 'default', 'what_if', '--entity=demand')).toContain('2 different')
  expect(await done('scenario_release', '--database=what_if')).toBe('Released "what_if": it is free.')
  expect(await done('scenario_delete', 'what_if')).toBe('Scenario "what_if" is deleted.')
}, 60_000)

async function put(...path: readonly string[]): Promise<void> {
  const file = join(folder, 'var', 'upload', ...path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'name\nSecret\n')
}

/** Returns the paths of all files of all scenarios, below the folder of uploads. */
async function files(): Promise<readonly string[]> {
  const upload = join(folder, 'var', 'upload')
  const entries = await readdir(upload, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(upload, join(parentPath, name)))
    .toSorted()
}

it(
  'whoever gets a released scenario next finds no file of its former user',
  { ...detail, timeout: 60_000 },
  async () => {
    const fill = async (): Promise<void> => {
      await put('for_files', 'item.csv')
      await put('for_files', 'export', 'demand.csv')
      await put('for_files', 'errors', 'item.errors.csv')
    }
    const others = ['default/item.csv', 'for_files_too/item.csv']
    await put('default', 'item.csv')
    await put('for_files_too', 'item.csv')
    await done('scenario_create', 'for_files')

    await done('scenario_copy', 'default', 'for_files')
    await fill()
    const { stderr } = await run('scenario_release', '--database=for_files')
    expect(stderr).toContain('upload 1, export 1, errors 1')
    expect(await files()).toEqual(others)

    await fill()
    await done('scenario_copy', 'default', 'for_files')
    expect(await files()).toEqual(others)

    await fill()
    // Its users stay, and so do their files.
    await done('scenario_copy', '--force', 'default', 'for_files')
    expect(await files()).toHaveLength(5)
    await done('scenario_copy', '--release', '--database=for_files')
    expect(await files()).toEqual(others)

    await fill()
    await done('scenario_delete', 'for_files')
    expect(await files()).toEqual(others)
  },
)

it('a restore into a free scenario deletes its files only if it succeeds, and never the backup', async () => {
  await done('scenario_create', 'for_restore')
  await done('backup')
  const log = join(folder, 'var', 'log')
  const name = (await readdir(log)).find((one) => one.endsWith('.sql.gz')) ?? ''
  const dump = join(folder, 'var', 'upload', 'for_restore', 'errors', 'backup.sql.gz')
  await put('for_restore', 'item.csv')
  await put('for_restore', 'errors', 'item.errors.csv')
  await rename(join(log, name), dump)
  const before = await files()

  const modified = join(folder, 'modified.sql.gz')
  await writeFile(modified, Buffer.concat([await readFile(dump), gzipSync('-- more\n')]))
  const refused = await run('restore', modified, '--database=for_restore', '--noinput')
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('checksum')
  expect(await files()).toEqual(before)

  expect(await done('restore', dump, '--database=for_restore', '--noinput')).toContain('"for_restore"')
  expect(await files()).toEqual(
    before.filter((path) => !path.startsWith('for_restore/') || path.endsWith('.gz')),
  )

  // Its users stay, and so do their files.
  await put('for_restore', 'item.csv')
  const kept = await files()
  await done('restore', dump, '--database=for_restore', '--noinput')
  expect(await files()).toEqual(kept)

  await done('scenario_release', '--database=for_restore')
  await done('scenario_delete', 'for_restore')
}, 60_000)

it(
  'a copy fails while files of former users cannot be deleted; deleting the scenario warns of them',
  { ...detail, timeout: 60_000 },
  async () => {
    await done('scenario_create', 'for_warning')
    // A file in place of the folder.
    await put('for_warning')
    const copied = await run('scenario_copy', 'default', 'for_warning')
    expect([copied.exitCode, copied.stderr]).toEqual([1, expect.stringContaining('folder')])
    const { exitCode, stderr } = await run('scenario_delete', 'for_warning')
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringMatching(
        /"for_warning" are not deleted: .* before a scenario of this name gets data again/,
      ),
    ])
    await rm(join(folder, 'var', 'upload', 'for_warning'))
  },
)

it.each(mainCases(['migrate', 'createdatabase'], (command) => command === 'createdatabase'))(
  'an empty database for a free scenario deletes the files of its former users: %s',
  async (command) => {
    const name = `for_${command}`
    await done('scenario_create', name)
    await put(name, 'item.csv')
    await put(name, 'export', 'demand.csv')
    const { exitCode, stderr } = await run(
      command,
      `--database=${name}`,
      ...(command === 'migrate' ? [] : ['--noinput']),
    )
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('upload 1, export 1')])
    expect((await files()).filter((path) => path.startsWith(`${name}/`))).toEqual([])

    // Its users stay, and so do their files.
    await put(name, 'item.csv')
    await done(command, `--database=${name}`, ...(command === 'migrate' ? [] : ['--noinput']))
    expect(await files()).toContain(`${name}/item.csv`)

    await done('scenario_release', `--database=${name}`)
    await done('scenario_delete', name)
  },
  60_000,
)

it.each([
  [['scenario_copy', 'default', 'scenario1'], /"scenario1".*In use/],
  [['scenario_copy', 'default', 'default', '--force'], /same/],
  [['scenario_copy', 'scenario2', 'scenario3'], /"scenario2"/],
  [['scenario_copy', 'scenario1', 'default', '--force'], /Promote/],
  [['scenario_copy', '--promote', 'default', 'scenario1'], /promoted into "default" only/],
  [['scenario_copy', 'default', 'nowhere'], /nowhere.*Free: scenario2/],
  [['scenario_copy', 'nowhere', 'scenario2'], /nowhere.*Scenarios in use: default, scenario1\.\s*$/],
  [['scenario_copy', '--revert-promote', '--promote'], /cannot be combined/],
  [['scenario_create', 'Not This'], /cannot name a scenario/],
  [['scenario_create', 'scenario1'], /exists already/],
  [['scenario_delete', 'scenario1'], /"scenario1"/],
  [['scenario_release', '--database=default'], /cannot be released/],
  [['scenario_compare', 'default', 'scenario2'], /"scenario2"/],
  [['scenario_compare', 'default', 'scenario1', '--entity=input.nonsense'], /input\.nonsense/],
])(
  '%j is refused, with the reason',
  async (args, reason) => {
    const { exitCode, stdout, stderr } = await run(...args)
    expect([1, 2]).toContain(exitCode)
    expect(stdout).toBe('')
    expect(stderr).toMatch(reason)
  },
  30_000,
)
