/** Tests mails about changes by plans: when they are sent and to whom, their content, failures, and killed workers. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPreference, writePreference } from '../../src/auth/preferences.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { homeOf } from '../../src/database/homes.ts'
import { findDueDigests, returnNews, takeNews } from '../../src/inbox/digests.ts'
import { unsubscribePath } from '../../src/inbox/unsubscribe.ts'
import type { PlannedValues } from '../../src/model/plan-change.ts'
import { startServer } from '../../src/http/server.ts'
import { openService } from '../../src/service/service.ts'
import { sendDigests } from '../../src/tasks/digests/send-digests.ts'
import { taskPrincipal } from '../../src/tasks/runner/principal.ts'
import { createTestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { type MailServerInTest, startMailServer } from '../support/smtp.ts'
import { openTaskInstallation, type TaskInstallation } from '../support/tasks.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

let mail: MailServerInTest
let installation: TaskInstallation
let refusing = false

beforeAll(async () => {
  mail = await startMailServer({ onMessage: () => (refusing ? '554 5.7.1 not now' : undefined) })
  installation = await openTaskInstallation({
    ...mail.settings,
    BASE_URL: 'https://planning.example.com/',
    BASE_PATH: '/planning',
    PORT: '0',
  })
})
afterAll(async () => {
  await installation[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

let users = 0

/** Creates a user who may view all records; `digest` is the preference. */
async function addUser(digest: object, more: { readonly email?: string; readonly language?: string } = {}) {
  users += 1
  const address = more.email ?? `user${users}@example.com`
  const id = await buildUser(installation.database, {
    username: `user${users}`,
    rights: { default: 'superuser', scenario1: 'superuser' },
    ...more,
    email: address,
  })
  await writePreference(installation.database, id, 'ui', digest)
  // The user is known to the mails from now on.
  await findDueDigests(installation.database, '2026-11-20T05:00:00')
  return { id, address }
}

/** Stores what a plan changed of a record that the user follows, as a plan does. */
async function changeByPlan(user: number, key: string, values: readonly [PlannedValues, PlannedValues]) {
  const [before, after] = values
  await addNotice(user, 'plan', { entity: 'input.demand', key, before, after })
}

async function addNotice(user: number, kind: 'plan' | 'exception', content: object) {
  await installation.database.query({
    text: `WITH s AS (INSERT INTO "default"."changeset" ("created", "channel") VALUES (LOCALTIMESTAMP, 'task') RETURNING "id")
      INSERT INTO "default"."plannotice" ("changeset", "user", "kind", "total", "changes")
      SELECT "id", $1, $3, 1, $2 FROM s`,
    values: [user, JSON.stringify([content]), kind],
  })
}
const later: readonly [PlannedValues, PlannedValues] = [
  { end: '2026-12-01T00:00:00', quantity: 5, delay: 0 },
  { end: '2026-12-03T12:00:00', quantity: 5, delay: 216_000 },
]

function send(
  now = '2026-11-20T06:00:00Z',
  signal = new AbortController().signal,
  database = installation.database,
): Promise<number> {
  const { settings } = installation
  const logger = pino({ level: 'silent' })
  return sendDigests({
    database,
    settings,
    logger,
    signal,
    now: () => new Date(now),
    wait: () => Promise.resolve(),
    openService: () => openService({ settings, database, logger }),
  })
}

/** Sets the label of production. */
const labelProduction = (text: string | null) =>
  installation.database.query({
    text: `UPDATE control."scenario" SET "description" = $1 WHERE "name" = 'default'`,
    values: [text],
  })

const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))

interface FurtherServer {
  /** The installation with its further server, and with one that is down. */
  readonly both: Database
  readonly alone: Database
  /** Stores what a plan changed in the scenario on the further server. */
  readonly changeThere: (user: number, key: string) => Promise<unknown>
}

/** Runs a test while `scenario1` is on a further server. */
async function withFurtherServer(run: (server: FurtherServer) => Promise<void>): Promise<void> {
  await using second = await createTestDatabase()
  const open = (address: string): Database =>
    connectDatabase({
      url: installation.url,
      homes: { second: address },
      timeZone: 'UTC',
      poolSize: 5,
      applicationName: 'test',
    })
  const { database } = installation
  await database.query({
    text: `UPDATE control."scenario" SET "home" = 'second', "stored" = true WHERE "name" = 'scenario1'`,
  })
  await database.query({ text: `ALTER SCHEMA "scenario1" RENAME TO "moved"` })
  const [both, alone] = [open(second.url), open('postgres://localhost:1/none')]
  const changeThere = (user: number, key: string) =>
    second.database.query({
      text: `WITH s AS (INSERT INTO "scenario1"."changeset" ("created", "channel") VALUES (LOCALTIMESTAMP, 'task') RETURNING "id")
        INSERT INTO "scenario1"."plannotice" ("changeset", "user", "kind", "total", "changes")
        SELECT "id", $1, 'plan', 1, $2 FROM s`,
      values: [user, JSON.stringify([{ entity: 'input.demand', key, before: later[0], after: later[1] }])],
    })
  try {
    await run({ both, alone, changeThere })
  } finally {
    refusing = false
    await Promise.all([both.close(), alone.close()])
    await database.query({ text: `ALTER SCHEMA "moved" RENAME TO "scenario1"` })
    await database.query({
      text: `UPDATE control."scenario" SET "home" = NULL, "stored" = DEFAULT WHERE "name" = 'scenario1'`,
    })
  }
}

/** Takes the news of a user without mailing them, as a process does that ends before it sends. */
async function takeFor(userId: number, control: Database, now: string) {
  const { service } = installation
  const principal = await taskPrincipal(service, { userId, operator: false })
  const home = (scenario: string) => homeOf(control, scenario)
  return takeNews({ control, homeOf: home, model: service.models.current(), principal }, now)
}

describe('mails about plans', () => {
  it('tell in the language of the user what a plan has changed, as text and escaped HTML', async () => {
    const { id, address } = await addUser({ digest: 'plan' }, { language: 'de' })
    await changeByPlan(id, 'SO <b>&1', later)
    const found = { entity: 'input.item', key: 'Rad', before: null, after: null, exception: 'excess' }
    await addNotice(id, 'exception', found)
    expect(await send()).toBe(1)
    const [{ parsed, raw } = { parsed: undefined, raw: '' }] = mailsTo(address)
    expect(parsed?.subject).toBe('Änderungen durch Pläne an 2 Datensätzen, denen Sie folgen')
    expect(parsed?.text).toContain(
      'SO <b>&1: 2026-12-01 00:00 → 2026-12-03 12:00, Verspätung keine → 2,5 Tage',
    )
    // Each record is one click away, below the prefix of all paths.
    const plan = 'https://planning.example.com/planning/app/default/data/demand/SO%20%3Cb%3E%261/plan'
    expect(parsed?.text).toContain(plan)
    expect(parsed?.html).toContain(`<a href="${plan}">Kundenauftrag SO &lt;b&gt;&amp;1</a>: 2026-12-01`)
    expect(parsed?.text).toContain('Artikel Rad: neue Ausnahme: Überbestand')
    expect(parsed?.text).toContain('Einstellungen')
    expect(raw).toContain('Auto-Submitted: auto-generated')
    expect(await send()).toBe(0)
  })

  it('name the scenario by its label', async () => {
    const { id, address } = await addUser({ digest: 'plan' })
    await labelProduction('Plant in Ghent')
    await changeByPlan(id, 'SO-1', later)
    await send()
    await labelProduction(null)
    expect(mailsTo(address)[0]?.parsed.text).toContain(', scenario "Plant in Ghent"')
  })

  it('contain all changes since the last mail, once, also if two workers send at the same time', async () => {
    const { id, address } = await addUser({ digest: 'plan' })
    await changeByPlan(id, 'SO-1', later)
    await changeByPlan(id, 'SO-2', later)
    const sent = await Promise.all([send(), send()])
    expect(sent.toSorted()).toEqual([0, 1])
    expect(mailsTo(address)).toHaveLength(1)
    expect(mailsTo(address)[0]?.parsed.text).toMatch(/SO-2[^]*SO-1/)
  })

  it('are sent daily after the chosen hour, and not at another time', async () => {
    const { id, address } = await addUser({ digest: 'daily', digest_hour: 9 })
    await changeByPlan(id, 'SO-1', later)
    expect(await send('2026-11-20T08:59:00Z')).toBe(0)
    expect(await send('2026-11-20T09:00:00Z')).toBe(1)
    await changeByPlan(id, 'SO-2', later)
    expect(await send('2026-11-20T23:00:00Z')).toBe(0)
    expect(await send('2026-11-21T09:30:00Z')).toBe(1)
    // A day without changes ends without a mail; later changes wait for the next day.
    expect(await send('2026-11-22T09:30:00Z')).toBe(0)
    await changeByPlan(id, 'SO-3', later)
    expect(await send('2026-11-22T12:00:00Z')).toBe(0)
    expect(await send('2026-11-23T09:00:00Z')).toBe(1)
    expect(mailsTo(address)).toHaveLength(3)
  })

  it('are not sent to users who turned them off, nor for changes from before they were turned on', async () => {
    const { id, address } = await addUser({ digest: 'off' })
    await changeByPlan(id, 'SO-1', later)
    expect(await send()).toBe(0)
    await writePreference(installation.database, id, 'ui', { digest: 'plan' })
    expect(await send()).toBe(0)
    await changeByPlan(id, 'SO-2', later)
    expect(await send()).toBe(1)
    expect(mailsTo(address)[0]?.parsed.text).not.toContain('SO-1')
    await writePreference(installation.database, id, 'ui', { digest: 'off' })
    await changeByPlan(id, 'SO-3', later)
    expect(await send()).toBe(0)
    expect(await readPreference(installation.database, id, 'ui')).toEqual({ digest: 'off' })
  })

  it('that the mail server refuses are sent again with growing delays, in one mail with the changes since', async () => {
    const { id, address } = await addUser({ digest: 'plan' })
    const { database } = installation
    /** Tries to send, and returns the delay until the next attempt in full minutes. */
    const refusedFor = async (): Promise<number | undefined> => {
      await database.query({ text: `UPDATE control."maildigest" SET "retry" = now()` })
      expect(await send()).toBe(0)
      const { rows } = await database.query<{ minutes: number }>({
        text: `SELECT ceil(extract(epoch FROM "retry" - now()) / 900)::integer * 15 AS "minutes"
          FROM control."maildigest" WHERE "user" = $1`,
        values: [id],
      })
      return rows[0]?.minutes
    }
    await changeByPlan(id, 'SO-1', later)
    refusing = true
    expect(await send()).toBe(0)
    expect(await refusedFor()).toBe(30)
    expect(await refusedFor()).toBe(60)
    refusing = false
    await changeByPlan(id, 'SO-2', later)
    // The next attempt is not due yet.
    expect(await send()).toBe(0)
    await database.query({ text: `UPDATE control."maildigest" SET "retry" = now()` })
    expect(await send()).toBe(1)
    expect(mailsTo(address)[0]?.parsed.text).toMatch(/SO-2[^]*SO-1/)
  })

  it('are not sent twice if the process is killed while it sends', async () => {
    const { id, address } = await addUser({ digest: 'plan' })
    await changeByPlan(id, 'SO-1', later)
    const news = await takeFor(id, installation.database, '2026-11-20T06:00:00')
    expect(news?.items).toHaveLength(1)
    expect(await send()).toBe(0)
    await changeByPlan(id, 'SO-2', later)
    expect(await send()).toBe(1)
    expect(mailsTo(address)[0]?.parsed.text).not.toContain('SO-1')
  })

  it('tell of scenarios on a further server, and do without those of a server that is down', async () => {
    const { id, address } = await addUser({ digest: 'plan' })
    await withFurtherServer(async ({ both, alone, changeThere }) => {
      await changeByPlan(id, 'SO here', later)
      expect(await findDueDigests(alone, '2026-11-20T06:00:00')).toEqual([id])
      await changeThere(id, 'SO there')
      refusing = true
      expect(await send(undefined, undefined, both)).toBe(0)
      refusing = false
      await installation.database.query({ text: `UPDATE control."maildigest" SET "retry" = now()` })
      expect(await send(undefined, undefined, both)).toBe(1)
      const text = mailsTo(address)[0]?.parsed.text
      expect(text).toContain('SO here')
      expect(text).toContain('SO there')
      expect(await findDueDigests(both, '2026-11-20T06:00:00')).toEqual([])
    })
  })

  it('stay due daily until the server with the changes answers', detail, async () => {
    const { id, address } = await addUser({ digest: 'daily', digest_hour: 9 })
    await withFurtherServer(async ({ both, alone, changeThere }) => {
      await changeThere(id, 'SO there')
      expect(await findDueDigests(alone, '2026-11-20T09:00:00')).toEqual([])
      expect(await takeFor(id, alone, '2026-11-20T09:00:00')).toBeUndefined()
      expect(await send('2026-11-20T09:05:00Z', undefined, both)).toBe(1)
      expect(mailsTo(address)[0]?.parsed.text).toContain('SO there')
      expect(await send('2026-11-20T09:10:00Z', undefined, both)).toBe(0)
    })
  })

  it(
    'that are refused are sent again although the server of some changes is down by then',
    detail,
    async () => {
      const { id, address } = await addUser({ digest: 'plan' })
      await withFurtherServer(async ({ both, alone, changeThere }) => {
        await changeThere(id, 'SO there')
        await changeByPlan(id, 'SO here', later)
        await findDueDigests(alone, '2026-11-20T06:00:00')
        const news = await takeFor(id, both, '2026-11-20T06:00:00')
        expect(news?.items).toHaveLength(2)
        const failed = await returnNews(alone, id, news!, 15)
        expect([...failed.keys()]).toEqual(['scenario1'])
        await installation.database.query({ text: `UPDATE control."maildigest" SET "retry" = now()` })
        expect(await send(undefined, undefined, both)).toBe(1)
        expect(mailsTo(address)[0]?.parsed.text).toContain('SO here')
      })
    },
  )

  it('contain a link that turns them off without signing in, after a question or by one click', async () => {
    const { id, address } = await addUser({ digest: 'plan', density: 'compact' }, { language: 'fr' })
    await changeByPlan(id, 'SO-1', later)
    expect(await send()).toBe(1)
    const [{ parsed, raw } = { parsed: undefined, raw: '' }] = mailsTo(address)
    const [link = ''] = /https:\S+\/unsubscribe\S+/.exec(parsed?.text ?? '') ?? []
    expect(link).toMatch(/^https:\/\/planning\.example\.com\/planning\/unsubscribe\/\d+\.[\w-]{43}$/)
    expect(parsed?.html).toContain(`<a href="${link}">`)
    const headers = raw.replaceAll(/\r\n[ \t]+/g, ' ')
    expect(headers).toContain(`List-Unsubscribe: <${link}>`)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const server = await startServer(installation.service)
    const preference = () => readPreference(installation.database, id, 'ui')
    const request = async (token: string, method: string, body?: URLSearchParams | FormData) => {
      const url = `${server.url}/unsubscribe/${token}`
      const response = await fetch(url, { method, ...(body === undefined ? {} : { body }) })
      return { status: response.status, text: await response.text() }
    }
    try {
      const token = link.split('/').at(-1) ?? ''
      const asked = await request(token, 'GET')
      expect(asked.status).toBe(200)
      expect(asked.text).toContain('<html lang="fr"')
      expect(asked.text).toContain('<form method="post">')
      // Mail servers open links to check them.
      expect(await preference()).toEqual({ digest: 'plan', density: 'compact' })
      const others =
        unsubscribePath(installation.service.secret, id + 1)
          .split('/')
          .at(-1) ?? ''
      const mixed = `${id}.${others.split('.')[1]}`
      for (const wrong of [
        token.replace(/^\d+/, String(id + 1)),
        mixed,
        `${token.slice(0, -2)}AA`,
        'x',
        '1.é',
      ]) {
        expect((await request(wrong, 'POST')).status).toBe(410)
      }
      const done = await request(token, 'POST', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }))
      expect(done.status).toBe(200)
      expect(await preference()).toEqual({ digest: 'off', density: 'compact' })
      const form = new FormData()
      form.set('List-Unsubscribe', 'One-Click')
      expect((await request(token, 'POST', form)).status).toBe(200)
    } finally {
      await server.close()
    }
    await changeByPlan(id, 'SO-2', later)
    expect(await send()).toBe(0)
  })

  it('do not show records that the user may no longer view', async () => {
    const { id, address } = await addUser({ digest: 'plan' })
    await changeByPlan(id, 'SO-1', later)
    await installation.database.query({
      text: `UPDATE control."membership" SET "is_active" = false WHERE "user" = $1`,
      values: [id],
    })
    expect(await send()).toBe(0)
    expect(mailsTo(address)).toEqual([])
  })

  it('are sent by the worker', async () => {
    const { id, address } = await addUser({ digest: 'plan' })
    await changeByPlan(id, 'SO-1', later)
    const worker = await installation.startWorker()
    try {
      await until('the mail', () => Promise.resolve(mailsTo(address)[0]))
    } finally {
      await worker.close()
    }
    expect(mailsTo(address)).toHaveLength(1)
  })
})
