/**
 * Tests the rights with which groups run when the command line or the system's scheduler starts them, and the files
 * that these groups can access.
 */
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detail } from '../support/detail.ts'
import { saveSchedule, schedulePath, stepsOf, type TestStep } from '../support/schedules.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

let server: TaskServer

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
const run = (name: string, ...more: readonly string[]) =>
  warmPlanctl(['scheduletasks', `--schedule=${name}`, ...more], {
    cwd: join(server.folder, 'here'),
    env: {
      PLANCTL_VAR: server.folder,
      DATABASE_URL: server.url,
      PLANCTL_TIME_ZONE: 'UTC',
      PLANCTL_EXTENSIONS: server.settings.EXTENSIONS.join(','),
    },
  })
const lastRun = async (name: string) => {
  const { rows } = await server.database.query<{
    id: number
    status: string
    message: string | null
    operator: boolean
    username: string | null
  }>({
    text: `SELECT t."id", t."status", t."message", t."operator", u."username"
      FROM control."task" t LEFT JOIN control."user" u ON u."id" = t."user"
      WHERE t."schedule" = (SELECT "id" FROM control."scheduledtask" WHERE "name" = $1) ORDER BY t."id" DESC LIMIT 1`,
    values: [name],
  })
  return rows[0]
}
const rights = [
  'execute.run_noted',
  'execute.run_scheduletasks',
  'execute.add_scheduledtask',
  'execute.run_exportworkbook',
  'execute.run_loaddata',
  'execute.run_importworkbook',
  'input.view_item',
]
const noted = (mark: string): TestStep => ({
  task: 'noted',
  arguments: { file: join(server.folder, 'notes'), mark },
})

beforeAll(async () => {
  server = await startTaskServer()
  await mkdir(join(server.folder, 'here'), { recursive: true })
  for (const username of ['low', 'leaver', 'loser'])
    await buildUser(server.database, { username, rights: { default: rights } })
  await buildUser(server.database, { username: 'other', rights: { default: 'superuser' } })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('a step that names a file', () => {
  it('writes into the export folder, never beside the settings of the operator', detail, async () => {
    const target = join(server.folder, 'here', 'settings.toml.xlsx')
    const plain = join(server.folder, 'here', 'precious')
    await writeFile(target, 'mine')
    await writeFile(plain, 'mine')
    const steps = ['settings.toml.xlsx', 'precious'].map((output) => ({
      task: 'exportworkbook',
      arguments: { output, entities: ['input.item'] },
    }))
    await saveSchedule(server, { name: 'writes', steps }, 'low')
    expect(await run('writes')).toMatchObject({ exitCode: 0 })
    expect(await run('writes', '--user=other')).toMatchObject({ exitCode: 0 })
    expect([await readFile(target, 'utf8'), await readFile(plain, 'utf8')]).toEqual(['mine', 'mine'])
    const task = await lastRun('writes')
    const ended = await stepsOf(server, task!.id)
    expect(ended.map(({ message }) => message)).toEqual([
      expect.stringContaining('export/settings.toml.xlsx'),
      expect.stringContaining('export/precious.xlsx'),
    ])
  })

  it.each([
    ['exportworkbook', { output: '/var/tmp/planctl-step.xlsx' }],
    ['exportworkbook', { output: '../x.xlsx' }],
    ['loaddata', { fixture: '/etc/passwd' }],
    ['loaddata', { fixture: '-' }],
    ['importworkbook', { file: '/etc/passwd' }],
    ['restore', { dump_file: '/etc/passwd' }],
  ])(
    '%s %j is refused when it is saved and when it runs, whoever is the owner',
    async (task, args) => {
      const answer = await server.request('POST', schedulePath, {
        body: { name: 'path', steps: [{ task, arguments: args }] },
        as: 'other',
      })
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Step 1')])
      const name = `path ${task} ${JSON.stringify(args).length}`
      await server.database.query({
        text: `INSERT INTO control."scheduledtask" ("name", "scenario", "steps", "user")
        SELECT $1, 'default', $2::jsonb, "id" FROM control."user" WHERE "username" = 'other'`,
        values: [name, JSON.stringify([{ task, arguments: args }])],
      })
      expect((await run(name)).exitCode).not.toBe(0)
      expect(await lastRun(name)).toMatchObject({
        status: 'Failed',
        message: expect.stringContaining('Step 1'),
      })
      expect(await exists('/var/tmp/planctl-step.xlsx')).toBe(false)
    },
    60_000,
  )
})

describe('a group that the command line starts', () => {
  it('runs as its owner, or as the user who is named', async () => {
    await saveSchedule(server, { name: 'owned', steps: [noted('a')] }, 'low')
    expect(await run('owned')).toMatchObject({ exitCode: 0 })
    const task = await lastRun('owned')
    expect(task).toMatchObject({ status: 'Done', operator: false, username: 'low' })
    const { rows } = await server.database.query({
      text: `SELECT t."operator", u."username" FROM control."task" t LEFT JOIN control."user" u ON u."id" = t."user" WHERE t."parent" = $1`,
      values: [task!.id],
    })
    expect(rows).toEqual([{ operator: false, username: 'low' }])
    expect(await run('owned', '--user=other')).toMatchObject({ exitCode: 0 })
    expect(await lastRun('owned')).toMatchObject({ status: 'Done', username: 'other' })
  }, 60_000)

  it.each([
    [
      'leaver',
      `UPDATE control."scheduledtask" SET "user" = NULL WHERE "name" = 'leaver'`,
      /owner is no more/,
    ],
    [
      'loser',
      `DELETE FROM control."membershippermission" p USING control."user" u
        WHERE u."id" = p."user" AND u."username" = 'loser' AND p."permission" = 'execute.run_noted'`,
      /do not have permission to run noted/,
    ],
  ])(
    'is not run once its owner is gone or lacks a right, which is said and mailed: %s',
    async (username, sql, words) => {
      const record = { name: username, steps: [noted(username)], email_failure: 'ops@example.com' }
      await saveSchedule(server, record, username)
      await server.database.query({ text: sql })
      const refused = await run(username)
      expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringMatching(words)])
      expect(await lastRun(username)).toMatchObject({
        status: 'Failed',
        // Without a mail server, the message of the run also contains the error of the mail.
        message: expect.stringMatching(new RegExp(`${words.source}.*EMAIL_HOST`)),
      })
      expect(await readFile(join(server.folder, 'notes'), 'utf8')).not.toContain(username)
    },
    60_000,
  )
})

it.each(['two\nlines', 'tab\there', 'c1\u0085'])('a group is not named %j', async (name) => {
  const answer = await server.request('POST', schedulePath, { body: { name, steps: [] } })
  expect([answer.status, answer.json]).toEqual([400, { name: [expect.stringMatching(/Control characters/)] }])
})
