/**
 * Tests the systemd units: the programs that they start exist, and systemd reports no errors where it is installed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandListings } from '../../src/cli/commands.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { taskListings } from '../../src/tasks/registry.ts'
import { planctl } from '../support/planctl.ts'
import { isInstalled, runProgram } from '../support/programs.ts'
import { startServerProcess } from '../support/server-process.ts'
import { withTempFolder } from '../support/temp-folder.ts'

const root = join(import.meta.dirname, '../..')
const read = (unit: string): Promise<string> => readFile(join(root, 'deploy/systemd', unit), 'utf8')

/** Returns the values by key; of a key that occurs more than once, the last one. */
const valuesOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^([A-Za-z]+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]))

describe('planning-backup.timer', () => {
  it('starts the unit of its name every night', async () => {
    const timer = valuesOf(await read('planning-backup.timer'))
    expect([timer.has('Unit'), timer.get('OnCalendar')]).toEqual([false, '*-*-* 02:15'])
    expect(valuesOf(await read('planning-backup.service')).get('Type')).toBe('oneshot')
  })
})

const users = ['planning.service', 'planning-worker.service', 'planning-backup.service']
const database = 'planning-database.service'

describe('planning-database.service', () => {
  it('starts before the units that use it, and ends after them in an orderly way', async () => {
    const values = valuesOf(await read(database))
    expect([values.get('Type'), values.get('RemainAfterExit')]).toEqual(['oneshot', 'yes'])
    expect(values.get('ExecStop')).toBe('/opt/planning/planctl database stop --force')
    for (const unit of users) {
      const own = valuesOf(await read(unit))
      // The others run without it where DATABASE_URL names a server.
      expect([unit, own.get('Wants'), own.get('After')]).toEqual([
        unit,
        `network-online.target ${database}`,
        `network-online.target ${database}`,
      ])
    }
  })

  it('keeps PostgreSQL when the processes that use it are killed, and stops it without a crash', async () => {
    await withTempFolder(async (folder) => {
      const env = { PLANCTL_VAR: folder }
      const [start, stop] = ['ExecStart', 'ExecStop'].map((key) => async () => {
        const line = valuesOf(await read(database)).get(key) ?? ''
        return planctl(line.split(' ').slice(1), { env, cwd: folder })
      })
      expect(await start!()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('kept until') })
      const pidOf = async (): Promise<string | undefined> =>
        /process (\d+)/.exec((await planctl(['database', 'status'], { env, cwd: folder })).stdout)?.[1]
      const before = await pidOf()
      await planctl(['createdatabase'], { env, cwd: folder })
      const server = await startServerProcess({ folder })
      expect(await server.end('SIGKILL')).toBe('SIGKILL')
      expect(await pidOf()).toBe(before)
      expect(await stop!()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Stopped') })
      expect(await pidOf()).toBeUndefined()
    })
  })
})

describe.each([...users, database])('%s', (unit) => {
  it('starts a command that takes its options', async () => {
    const start = valuesOf(await read(unit)).get('ExecStart') ?? ''
    const [program, name, ...options] = start.split(' ')
    expect(program).toBe('/opt/planning/planctl')
    const listing = commandListings.find((command) => command.name === name)
    // Tasks are commands, too.
    expect([...commandListings, ...taskListings].map((known) => known.name)).toContain(name)
    const properties: object = (await listing?.load())?.parameters.properties ?? {}
    for (const option of options.filter((word) => word.startsWith('-'))) {
      expect(Object.keys(properties)).toContain(/^--([a-z]+)/.exec(option)?.[1])
    }
  })

  it('stops later than tasks, and runs as somebody who may write in one folder', async () => {
    const values = valuesOf(await read(unit))
    const { TASK_GRACE } = loadSettings({ cwd: '/tmp', env: {} })
    const stopSeconds = values.get('Type') === 'oneshot' ? Infinity : Number(values.get('TimeoutStopSec'))
    expect(stopSeconds).toBeGreaterThan(TASK_GRACE)
    expect(values.get('User')).toBe('planning')
    expect(values.get('ProtectSystem')).toBe('strict')
    expect(await read(unit)).toContain(
      `Environment=NODE_COMPILE_CACHE=/var/cache/${values.get('CacheDirectory')}`,
    )
    expect(values.get('ReadWritePaths')).toBe(values.get('WorkingDirectory'))
  })

  it('has the account, folder, settings and secrets with which the page runs commands', async () => {
    const page = await readFile(join(root, 'docs/how-to/run-with-systemd.md'), 'utf8')
    const command = /^ {3}planctl\(\) \{\n([^}]+)\}/m.exec(page)?.[1] ?? ''
    const option = (name: string): string | undefined => new RegExp(` --${name}=(\\S+)`).exec(command)?.[1]
    const values = valuesOf(await read(unit))
    expect({
      User: option('uid'),
      Group: option('gid'),
      WorkingDirectory: option('working-directory'),
      Environment: option('setenv'),
      EnvironmentFile: option('property')?.replace('EnvironmentFile=', ''),
    }).toEqual(
      Object.fromEntries(
        ['User', 'Group', 'WorkingDirectory', 'Environment', 'EnvironmentFile'].map((key) => [
          key,
          values.get(key),
        ]),
      ),
    )
    // Other commands would run without the secrets.
    expect(page).not.toContain('sudo')
  })

  it('is sound to systemd', { skip: !isInstalled('systemd-analyze') }, async () => {
    const text = await read(unit)
    await withTempFolder(async (folder) => {
      const copy = join(folder, unit)
      // The program and the account do not exist on this machine.
      await writeFile(
        copy,
        text.replaceAll('/opt/planning/planctl', '/bin/true').replaceAll('=planning\n', '=root\n'),
      )
      const { code, errors, output } = await runProgram('systemd-analyze', ['verify', copy])
      expect({
        code,
        said: (errors + output)
          .replaceAll(folder, '')
          .split('\n')
          .filter((line) => line.includes(unit)),
      }).toEqual({
        code: 0,
        said: [],
      })
    })
  })
})
