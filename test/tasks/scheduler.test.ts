import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadMessages } from '../../src/errors/load-messages.ts'
import { recordedText } from '../../src/errors/stored-message.ts'
import { findDefinition } from '../../src/tasks/registry.ts'
import { sendDueMails } from '../../src/tasks/schedules/mail-outbox.ts'
import { startDue } from '../../src/tasks/schedules/start-due.ts'
import { detail } from '../support/detail.ts'
import { planctl, startPlanctl } from '../support/planctl.ts'
import { saveSchedule, schedulePath, setReplacement, stepsOf, type TestStep } from '../support/schedules.ts'
import { type MailServerInTest, startMailServer } from '../support/smtp.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

let mail: MailServerInTest
let server: TaskServer
const logger = pino({ level: 'silent' })

beforeAll(async () => {
  mail = await startMailServer({
    onRecipient: (address) => (address.startsWith('gone') ? '550 5.1.1 no such user' : undefined),
  })
  server = await startTaskServer(mail.settings)
  await buildUser(server.database, {
    username: 'ann',
    language: 'de',
    rights: {
      default: [
        'execute.run_noted',
        'execute.run_ends',
        'execute.run_scheduletasks',
        'execute.add_scheduledtask',
        'execute.change_scheduledtask',
      ],
    },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})
afterEach(async () => {
  await server.database.query({ text: `UPDATE control."scheduledtask" SET "due" = NULL` })
  await setReplacement(server, null)
})

const noted = (mark: string): TestStep => ({
  task: 'noted',
  arguments: { file: join(server.folder, 'notes'), mark },
})
const broken: TestStep = { task: 'ends', arguments: { how: 'reject' } }
const start = (now: string) => startDue({ service: server.service, find: findDefinition, now: new Date(now) })
const setDue = (name: string, due: string) =>
  server.database.query({
    text: `UPDATE control."scheduledtask" SET "due" = $2 WHERE "name" = $1`,
    values: [name, due],
  })

async function deleteUser(username: string): Promise<void> {
  const { rows } = await server.database.query<{ id: number }>({
    text: `SELECT "id" FROM control."user" WHERE "username" = $1`,
    values: [username],
  })
  expect((await server.request('DELETE', `/api/common/user/${rows[0]!.id}/`)).status).toBe(204)
}

interface Run {
  readonly id: number
  readonly status: string
  readonly message: string | null
  readonly planned: string
  readonly username: string | null
}

const runsOf = async (name: string): Promise<readonly Run[]> => {
  const { rows } = await server.database.query<Run>({
    text: `SELECT t."id", t."status", t."message", to_char(t."planned" AT TIME ZONE 'UTC', 'MM-DD HH24:MI') AS "planned",
      u."username" FROM control."task" t JOIN control."scheduledtask" s ON s."id" = t."schedule"
      LEFT JOIN control."user" u ON u."id" = t."user" WHERE s."name" = $1 ORDER BY t."id"`,
    values: [name],
  })
  return rows
}
const nextRun = async (name: string): Promise<unknown> => {
  const { rows } = await server.database.query<{ next_run: string | null }>({
    text: `SELECT "next_run"::text FROM control."scheduledtask" WHERE "name" = $1`,
    values: [name],
  })
  return rows[0]?.next_run
}
const cancel = (id: number) => server.request('POST', `/execute/api/cancel/?id=${id}`)

describe('a schedule that is due', () => {
  it('waits until the data of its scenario is replaced on a further server', async () => {
    await saveSchedule(
      server,
      { name: 'waits', tz: 'UTC', starttimes: ['02:30'], steps: [noted('w')] },
      'ann',
    )
    await setDue('waits', '2026-03-28T02:30:00Z')
    await setReplacement(server, '{}')
    const early = await start('2026-03-28T02:30:01Z')
    await setReplacement(server, null)
    expect([early, await runsOf('waits')]).toEqual([undefined, []])
    const id = await start('2026-03-28T02:30:20Z')
    expect(await runsOf('waits')).toMatchObject([{ id, status: 'Waiting', planned: '03-28 02:30' }])
    await cancel(id!)
  })

  it('starts as its owner, and gets its next start', async () => {
    await saveSchedule(
      server,
      { name: 'due', tz: 'Europe/Brussels', starttimes: ['02:30'], steps: [noted('d')] },
      'ann',
    )
    await setDue('due', '2026-03-28T01:30:00Z')
    expect(await start('2026-03-28T01:29:59Z')).toBeUndefined()
    const id = await start('2026-03-28T01:30:00Z')
    expect(await start('2026-03-28T01:30:01Z')).toBeUndefined()
    expect(await runsOf('due')).toEqual([
      expect.objectContaining({ id, status: 'Waiting', planned: '03-28 01:30', username: 'ann' }),
    ])
    // 02:30 does not exist on the next day, because daylight saving time starts.
    expect(await nextRun('due')).toBe('2026-03-29 01:00:00')
    await cancel(id!)
  })

  it('starts once, however many servers look at the clock', async () => {
    await saveSchedule(server, { name: 'once', starttimes: ['06:00'], steps: [noted('o')] })
    await setDue('once', '2026-11-20T06:00:00Z')
    await Promise.all(Array.from({ length: 8 }, () => start('2026-11-20T06:00:10Z')))
    // A server whose clock is slow has scheduled the same start again.
    await setDue('once', '2026-11-20T06:00:00Z')
    expect(await start('2026-11-20T06:00:20Z')).toBe(0)
    const runs = await runsOf('once')
    expect(runs).toHaveLength(1)
    await cancel(runs[0]!.id)
  })

  it('is made up for when it is late by less than an hour, once', async () => {
    await saveSchedule(server, { name: 'late', starttimes: ['06:00', '06:20', '06:40'], steps: [noted('l')] })
    await setDue('late', '2026-11-20T06:00:00Z')
    await start('2026-11-20T06:50:00Z')
    expect(await start('2026-11-20T06:50:00Z')).toBeUndefined()
    const runs = await runsOf('late')
    expect(runs.map(({ status, planned }) => [status, planned])).toEqual([['Waiting', '11-20 06:00']])
    expect(await nextRun('late')).toBe('2026-11-21 06:00:00')
    await cancel(runs[0]!.id)
  })

  it('is left out when it is later than that, and says so', async () => {
    await saveSchedule(server, {
      name: 'missed',
      starttimes: ['02:00', '06:20'],
      steps: [noted('m')],
      email_failure: 'ops@example.com',
    })
    await setDue('missed', '2026-11-20T02:00:00Z')
    await start('2026-11-20T06:50:00Z')
    await start('2026-11-20T06:50:00Z')
    const runs = await runsOf('missed')
    expect(runs.map(({ status, planned, message }) => [status, planned, message])).toEqual([
      [
        'Canceled',
        '11-20 02:00',
        expect.stringMatching(/nobody was there to start it at 2026-11-20 02:00:00 \(UTC\), 290 minutes ago/),
      ],
      ['Waiting', '11-20 06:20', null],
    ])
    await cancel(runs[1]!.id)
    await sendDueMails({
      database: server.database,
      settings: server.settings,
      logger,
      signal: AbortSignal.timeout(30_000),
    })
    const texts = mail.mails
      .filter(({ parsed }) => parsed.subject?.startsWith('missed'))
      .map(({ parsed }) => parsed.text)
    expect(texts).toEqual([
      expect.stringMatching(/nobody was there[^]*Not started/),
      expect.stringMatching(/Canceled by admin/),
    ])
  })

  it('keeps its start when other fields are saved before it is made up for, or when nothing changes', async () => {
    const { id } = await saveSchedule(server, { name: 'edited', starttimes: ['02:00'], steps: [noted('e')] })
    await setDue('edited', '2024-11-20T02:00:00Z')
    const save = (body: object) => server.request('PATCH', `${schedulePath}${id}/`, { body })
    for (const body of [{ description: 'Nightly' }, { starttimes: ['02:00'], name: 'edited' }])
      expect((await save(body)).status).toBe(200)
    await start('2024-11-20T06:50:00Z')
    const runs = await runsOf('edited')
    expect(runs.map(({ status, planned }) => [status, planned])).toEqual([['Canceled', '11-20 02:00']])
  })

  it('loses a start that was not made when its times are edited, or it was disabled', async () => {
    const { id } = await saveSchedule(server, { name: 'moved', starttimes: ['02:00'], steps: [noted('e')] })
    const save = (body: object) => server.request('PATCH', `${schedulePath}${id}/`, { body })
    for (const bodies of [
      [{ starttimes: ['03:00'] }],
      [{ tz: 'Europe/Brussels' }],
      [{ saturday: false, sunday: false }],
      [{ enabled: false }, { enabled: true }],
    ]) {
      await setDue('moved', '2024-11-20T02:00:00Z')
      for (const body of bodies) expect((await save(body)).status).toBe(200)
      expect(await start('2024-11-20T06:50:00Z')).toBeUndefined()
    }
    expect(await runsOf('moved')).toEqual([])
  })

  it('does not pile up behind a run that waits', async () => {
    await saveSchedule(server, { name: 'often', starttimes: ['06:00', '06:01'], steps: [noted('o')] })
    await setDue('often', '2026-11-20T06:00:00Z')
    await start('2026-11-20T06:00:00Z')
    await start('2026-11-20T06:01:00Z')
    const runs = await runsOf('often')
    expect(runs.map(({ status, message }) => [status, message])).toEqual([
      ['Waiting', null],
      ['Canceled', expect.stringMatching(/the run of "[^"]+" before it \(task \d+\) is still waiting/)],
    ])
    await cancel(runs[0]!.id)
  })

  it('is not run when it is switched off', async () => {
    const { id } = await saveSchedule(server, { name: 'off', starttimes: ['06:00'], steps: [noted('x')] })
    await server.request('PATCH', `${schedulePath}${id}/`, { body: { enabled: false } })
    expect(await start('2099-01-01T00:00:00Z')).toBeUndefined()
  })

  it('is not run for an owner who is no more, may no longer open the scenario, or run a step; and says so', async () => {
    const steps = [noted('x'), { ...broken }]
    for (const [username, after, words] of [
      ['gone1', deleteUser, /its owner is no more/],
      [
        'gone2',
        () =>
          server.database.query({
            text: `UPDATE control."membership" m SET "is_active" = false FROM control."user" u WHERE u."id" = m."user" AND u."username" = 'gone2'`,
          }),
        /scenario "default" holds no data, or its owner may not open it/,
      ],
      [
        'gone3',
        () =>
          server.database.query({
            text: `DELETE FROM control."membershippermission" p USING control."user" u WHERE u."id" = p."user" AND u."username" = 'gone3' AND p."permission" = 'execute.run_ends'`,
          }),
        /Step 2: you do not have permission to run ends/,
      ],
    ] as const) {
      await buildUser(server.database, {
        username,
        rights: {
          default: [
            'execute.run_noted',
            'execute.run_ends',
            'execute.run_scheduletasks',
            'execute.add_scheduledtask',
          ],
        },
      })
      await saveSchedule(server, { name: username, starttimes: ['06:00'], steps }, username)
      await setDue(username, '2026-11-20T06:00:00Z')
      await after(username)
      await start('2026-11-20T06:00:00Z')
      expect((await runsOf(username)).map(({ status, message }) => [status, message])).toEqual([
        ['Failed', expect.stringMatching(words)],
      ])
    }
  })
})

describe('with workers', () => {
  it('two of them start a schedule once, and its mail is sent once', async () => {
    await server.startWorker()
    await server.startWorker()
    const before = mail.mails.length
    await saveSchedule(
      server,
      {
        name: 'two workers',
        starttimes: ['03:00'],
        steps: [noted('w1'), noted('w2')],
        email_success: 'ann@example.com,bob@example.com',
        email_failure: 'ops@example.com',
      },
      'ann',
    )
    await setDue('two workers', new Date(Date.now() - 60_000).toISOString())
    await until('it has run', async () => {
      const runs = await runsOf('two workers')
      return runs.length > 0 && runs.every(({ status }) => status === 'Done') ? runs : undefined
    })
    await until('its mail has come', () => mail.mails.length > before)
    const received = mail.mails.slice(before)
    expect(received).toHaveLength(1)
    expect(received[0]!.to).toEqual(['ann@example.com', 'bob@example.com'])
    // In the language of the owner.
    expect(received[0]!.parsed.subject).toBe('two workers: erledigt')
    const text = received[0]!.parsed.text ?? ''
    expect(text).toMatch(/Gruppe „two workers“ im Szenario „default“: erledigt/)
    expect(text).toMatch(
      /Schritt 2: noted\n {2}erledigt, Dauer 0:00:\d\d\n {2}noted w2\n {2}Ende des Protokolls:\n/,
    )
    // All times are those of the installation, and say so.
    const { TIME_ZONE } = server.settings
    expect(text).toMatch(/^Geplanter Start: \d{4}-\d\d-\d\d \d\d:\d\d \(\S+\)\.$/m)
    const times = [...text.matchAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*( \(\S+?\))?/g)]
    expect(times.length).toBeGreaterThan(5)
    expect(new Set(times.map(([, zone]) => zone))).toEqual(new Set([` (${TIME_ZONE})`]))
    const moments = times.map(([time]) => Date.parse(time.split(' (')[0]!.replace(' ', 'T')))
    expect(Math.max(...moments) - Math.min(...moments)).toBeLessThan(600_000)
    expect(await runsOf('two workers')).toHaveLength(1)
  }, 60_000)

  it('a failure is mailed with every step, and who could not be mailed is said', async () => {
    const group = { name: 'tells strangers', steps: [noted('f')], email_success: 'eve@evil.test' }
    const refused = await server.request('POST', '/api/execute/scheduledtask/', { body: group })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringMatching(/email_success.*eve@evil\.test.*EMAIL_RECIPIENTS/),
    ])
    await saveSchedule(server, {
      name: 'fails',
      steps: [noted('f'), broken, noted('not run')],
      email_failure: 'ops@example.com,gone@example.com',
    })
    // Was saved when the settings permitted more recipients.
    await server.database.query({
      text: `UPDATE control."scheduledtask" SET "email_failure" = "email_failure" || ',eve@evil.test' WHERE "name" = 'fails'`,
    })
    const answer = await server.request('POST', '/execute/api/scheduletasks/?schedule=fails')
    const task = await server.ended(idIn(answer))
    const told = await server.untilTask(
      task.id,
      'says who was not mailed',
      ({ message }) => message?.includes('gone@') === true,
    )
    expect(told.message).toMatch(/The mail was refused by gone@example.com: 550 5.1.1 no such user\.$/)
    expect(told.message).toMatch(/no mail is sent to eve@evil\.test.*EMAIL_RECIPIENTS/)
    expect(recordedText(told, await loadMessages('de'))).toMatch(
      /^Gruppe "fails": 1 von 3 Schritten erledigt\. Schritt 2 \(ends\): fehlgeschlagen\. did not work\. Nicht ausgeführt: 3 \(noted\)\. Zu dieser Gruppe: an eve@evil\.test.* Die E-Mail wurde abgelehnt von gone@/,
    )
    const { parsed, to } = mail.mails.at(-1)!
    expect(to).toEqual(['ops@example.com'])
    expect(parsed.subject).toBe('fails: failed')
    expect(parsed.text).toMatch(
      /Step 2: ends\n {2}failed, duration 0:00:\d\d\n {2}did not work\n {2}End of the log:/,
    )
    expect(parsed.text).toMatch(/Step 3: noted\n {2}not run\n {2}Not run: step 2 \(ends\) was not done\./)
    expect(parsed.messageId).toMatch(new RegExp(`^<task-${task.id}.failed.\\d+@example.com>$`))
    expect(await readFile(join(server.settings.LOGDIR, `scheduletasks.${task.id}.log`), 'utf8')).toMatch(
      /The mail was refused by gone@/,
    )
  })

  it('a failure is mailed in the language of the owner', detail, async () => {
    await saveSchedule(
      server,
      { name: 'scheitert', steps: [broken, noted('not run')], email_failure: 'ops@example.com' },
      'ann',
    )
    const answer = await server.request('POST', '/execute/api/scheduletasks/?schedule=scheitert', {
      as: 'ann',
    })
    await server.ended(idIn(answer))
    const { parsed } = await until('the mail arrives', () =>
      mail.mails.find((one) => one.parsed.subject?.startsWith('scheitert: ')),
    )
    expect(parsed.text).toMatch(
      /^Gruppe "scheitert": 0 von 2 Schritten erledigt\. Schritt 1 \(ends\): fehlgeschlagen\./m,
    )
    expect(parsed.text).toMatch(/^ {2}Nicht ausgeführt: Schritt 1 \(ends\) wurde nicht erledigt\.$/m)
  })

  it(
    'a group whose process is killed has failed; its step ends with it, and one mail says so',
    detail,
    async () => {
      await saveSchedule(server, {
        name: 'killed',
        steps: [noted('k'), { task: 'patient' }, noted('never')],
        email_failure: 'ops@example.com',
      })
      const before = mail.mails.length
      const id = idIn(await server.request('POST', '/execute/api/scheduletasks/?schedule=killed'))
      await until('the step runs', async () =>
        (await stepsOf(server, id)).some(({ status }) => status === '25%'),
      )
      const processOf = async (task: number): Promise<number> => {
        const { rows } = await server.database.query<{ processid: number }>({
          text: `SELECT "processid" FROM control."task" WHERE "id" = $1`,
          values: [task],
        })
        return rows[0]!.processid
      }
      const patient = (await stepsOf(server, id))[1]!.id
      const stepProcess = await processOf(patient)
      process.kill(await processOf(id), 'SIGKILL')
      expect((await server.ended(id)).status).toBe('Failed')
      await until('its steps have ended', async () =>
        (await stepsOf(server, id)).every(({ finished }) => finished !== null),
      )
      expect((await stepsOf(server, id)).map(({ status }) => status)).toEqual(['Done', 'Failed', 'Canceled'])
      await until('the process of the step is gone', () => !isAlive(stepProcess))
      await until('the mail has come', () => mail.mails.length > before)
      expect(mail.mails.slice(before).map(({ parsed }) => parsed.subject)).toEqual(['killed: failed'])
      // The scenario is not locked any more.
      const next = await server.launch('noted', { file: join(server.folder, 'notes'), mark: 'next' })
      expect((await server.ended(next)).status).toBe('Done')
    },
  )
})

it('of two processes on one database one starts a schedule, and one mails', detail, async () => {
  await using alone = await startTaskServer(mail.settings)
  const env = environmentOf(alone)
  const workers = [0, 1].map(() => startPlanctl(['runworker'], { env }))
  try {
    await Promise.all(workers.map((worker) => worker.says('The worker runs')))
    const before = mail.mails.length
    const { id } = await saveSchedule(alone, {
      name: 'two processes',
      starttimes: ['03:00'],
      steps: [{ task: 'noted', arguments: { file: join(alone.folder, 'notes'), mark: 'a' } }],
      email_success: 'ops@example.com',
    })
    await alone.database.query({ text: `UPDATE control."scheduledtask" SET "due" = now()` })
    const runs = async (): Promise<readonly string[]> => {
      const { rows } = await alone.database.query<{ status: string }>({
        text: `SELECT "status" FROM control."task" WHERE "schedule" = $1`,
        values: [id],
      })
      return rows.map(({ status }) => status)
    }
    await until('it has run', async () => (await runs())[0] === 'Done', 40_000)
    await until('its mail has come', () => mail.mails.length > before)
    await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
    expect(await runs()).toEqual(['Done'])
    expect(mail.mails.slice(before).map(({ parsed }) => parsed.subject)).toEqual(['two processes: done'])
  } finally {
    await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
  }
})

/** Returns the environment in which commands use the installation of a test. */
function environmentOf({ folder, url, settings }: TaskServer): Readonly<Record<string, string>> {
  const mailing = Object.entries(mail.settings).map(([key, value]) => [`PLANCTL_${key}`, value] as const)
  return {
    ...Object.fromEntries(mailing),
    PLANCTL_VAR: folder,
    DATABASE_URL: url,
    PLANCTL_TIME_ZONE: 'UTC',
    PLANCTL_EXTENSIONS: settings.EXTENSIONS.join(','),
  }
}

it(
  'a command that is killed leaves its mail to others, and one that ends sends it itself',
  detail,
  async () => {
    await using alone = await startTaskServer(mail.settings)
    const env = environmentOf(alone)
    const step: TestStep = { task: 'noted', arguments: { file: join(alone.folder, 'notes'), mark: 'a' } }
    await saveSchedule(alone, { name: 'alone', steps: [step], email_success: 'cli@example.com' })
    await saveSchedule(alone, {
      name: 'dies',
      steps: [{ task: 'patient' }],
      email_failure: 'cli@example.com',
    })
    const before = mail.mails.length
    const command = startPlanctl(['scheduletasks', '--schedule=dies'], { env })
    const dies = await until(
      'the step runs',
      async () => {
        const { rows } = await alone.database.query<{ id: number; processid: number }>({
          text: `SELECT p."id", p."processid" FROM control."task" p JOIN control."task" s ON s."parent" = p."id" WHERE s."status" = '25%'`,
        })
        return rows[0]
      },
      30_000,
    )
    process.kill(dies.processid, 'SIGKILL')
    await command.ended
    const done = await planctl(['scheduletasks', '--schedule=alone'], { env })
    expect(done.exitCode).toBe(0)
    expect(mail.mails.slice(before).map(({ parsed }) => parsed.subject)).toEqual([
      'dies: failed',
      'alone: done',
    ])
  },
)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
