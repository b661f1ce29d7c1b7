/**
 * Tests a complete nightly run as one scheduled group: files are uploaded, imported and planned; the scenario is
 * copied, exported and mailed.
 */
import { execFileSync } from 'node:child_process'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { detail } from '../support/detail.ts'
import { nightFiles, uploadFiles } from '../support/night-files.ts'
import { saveSchedule, stepsOf, type TestStep } from '../support/schedules.ts'
import { type MailServerInTest, startMailServer } from '../support/smtp.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import { until } from '../support/wait.ts'

let mail: MailServerInTest
let server: TaskServer
let answer: string | undefined

beforeAll(async () => {
  mail = await startMailServer({ onMessage: () => answer })
  server = await startTaskServer({ ...mail.settings, EMAIL_TIMEOUT: '3' })
  await server.startWorker()
  await server.startWorker()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})
beforeEach(() => {
  answer = undefined
})

const night: readonly TestStep[] = [
  { task: 'importfromfolder' },
  { task: 'runplan' },
  { task: 'scenario_copy', arguments: { source: 'default', destination: 'scenario2', force: true } },
  { task: 'exporttofolder', arguments: { files: ['demandreport.csv', 'purchaseorder.csv'] } },
  { task: 'emailreport', arguments: { recipient: ['planner@example.com'], report: ['purchaseorder.csv'] } },
]

/** Starts the group by its schedule and waits for its end. */
async function run(name: string, steps: readonly TestStep[] = night) {
  await saveSchedule(server, {
    name,
    starttimes: ['03:00'],
    tz: 'Europe/Brussels',
    steps,
    email_failure: 'ops@example.com',
    email_success: 'planner@example.com',
  })
  await server.database.query({
    text: `UPDATE control."scheduledtask" SET "due" = now() - interval '1 minute' WHERE "name" = $1`,
    values: [name],
  })
  const id = await until('the clock has started it', async () => {
    const { rows } = await server.database.query<{ id: number }>({
      text: `SELECT t."id" FROM control."task" t JOIN control."scheduledtask" s ON s."id" = t."schedule" WHERE s."name" = $1`,
      values: [name],
    })
    return rows[0]?.id
  })
  const task = await until(
    'the night is over',
    async () => {
      const record = await server.record(id)
      return record.finished === null ? undefined : record
    },
    90_000,
  )
  const received = await until('its mail has come', () =>
    mail.mails.find(({ parsed }) => parsed.subject?.startsWith(`${name}: `)),
  )
  return { task, steps: await stepsOf(server, id), mail: received }
}

const statuses = (steps: readonly { readonly status: string }[]): readonly string[] =>
  steps.map(({ status }) => status)

describe('a night', () => {
  it('takes files in and mails reports, without anybody', detail, async () => {
    await uploadFiles(server, nightFiles)
    const { task, steps, mail: told } = await run('night')
    expect([task.message, statuses(steps)]).toEqual([
      'Group "night": 5 of 5 steps done.',
      ['Done', 'Done', 'Done', 'Done', 'Done'],
    ])
    expect(told.parsed.subject).toBe('night: done')
    expect(told.to).toEqual(['planner@example.com'])
    const items = await server.request('GET', '/api/input/item/?format=json&fields=name&ordering=name')
    expect(items.json).toEqual([{ name: 'bike' }, { name: 'wheel' }])
    const { rows } = await server.database.query({
      text: 'SELECT "name" FROM "scenario2"."item" ORDER BY 1',
    })
    expect(rows).toEqual([{ name: 'bike' }, { name: 'wheel' }])
    const reports = mail.mails.find(({ parsed }) => parsed.subject === 'Planning reports: purchaseorder.csv')
    const [archive] = reports!.parsed.attachments
    const path = join(server.folder, 'reports.zip')
    await writeFile(path, archive!.content instanceof ArrayBuffer ? Buffer.from(archive!.content) : '')
    const program =
      'import zipfile,sys; print(zipfile.ZipFile(sys.argv[1]).read("purchaseorder.csv").decode())'
    expect(execFileSync('python3', ['-c', program, path]).toString()).toMatch(/PO 1/)
    const exported = await readFile(
      join(server.settings.UPLOADFILEFOLDER, 'default/export/purchaseorder.csv'),
      'utf8',
    )
    expect(exported).toMatch(/PO 1/)
    // The export also contains the supply that the plan proposes.
    expect(exported).toMatch(/proposed/)
  })

  it('ends with an import that rejects a row: no stale report is mailed', async () => {
    await uploadFiles(server, { 'item.csv': 'name,cost\nsaddle,cheap\n' })
    const before = mail.attempts()
    const { steps, mail: told } = await run('bad import')
    expect(statuses(steps)).toEqual(['Failed', 'Canceled', 'Canceled', 'Canceled', 'Canceled'])
    expect(told.parsed.subject).toBe('bad import: failed')
    expect(told.parsed.text).toMatch(/importfromfolder\n {2}failed[^]*item\.csv[^]*cheap/)
    expect(mail.attempts()).toBe(before + 1)
    await uploadFiles(server, { 'item.csv': nightFiles['item.csv']! })
  }, 120_000)

  it('ends with a copy that cannot be made', detail, async () => {
    const copy = { task: 'scenario_copy', arguments: { source: 'default', destination: 'scenario2' } }
    const steps = [...night.slice(0, 2), copy, ...night.slice(3)]
    const { steps: ended, mail: told } = await run('bad copy', steps)
    expect(statuses(ended)).toEqual(['Done', 'Done', 'Failed', 'Canceled', 'Canceled'])
    expect(told.parsed.text).toMatch(/scenario_copy\n {2}failed[^]*scenario2/)
  })

  it('ends with an export that cannot write', detail, async () => {
    const folder = join(server.settings.UPLOADFILEFOLDER, 'default/export')
    await rm(folder, { recursive: true })
    await writeFile(folder, 'in the way')
    try {
      const { steps, mail: told } = await run('bad export')
      expect(statuses(steps)).toEqual(['Done', 'Done', 'Done', 'Failed', 'Canceled'])
      expect(told.parsed.text).toMatch(/exporttofolder\n {2}failed/)
    } finally {
      await rm(folder)
      await chmod(server.settings.UPLOADFILEFOLDER, 0o750)
    }
  })

  it('ends with a mail that is refused, and says so by mail once the server takes some', detail, async () => {
    answer = '554 5.7.1 rejected as spam'
    const refused = until('the report is refused', async () => mail.attempts(), 60_000)
    const running = run('bad mail')
    await refused
    await until(
      'the step has failed',
      async () => {
        const { rows } = await server.database.query<{ status: string }>({
          text: `SELECT "status" FROM control."task" WHERE "name" = 'emailreport' ORDER BY "id" DESC LIMIT 1`,
        })
        return rows[0]?.status === 'Failed'
      },
      90_000,
    )
    answer = undefined
    const { steps, mail: told } = await running
    expect(statuses(steps)).toEqual(['Done', 'Done', 'Done', 'Done', 'Failed'])
    expect(told.parsed.text).toMatch(/emailreport\n {2}failed[^]*554 5.7.1 rejected as spam/)
  })
})
