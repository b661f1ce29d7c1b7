import { pino } from 'pino'
import { describe, expect, it, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { loadSettings } from '../../settings/load-settings.ts'
import { startMailServer } from '../../../test/support/smtp.ts'
import { sendDueMails } from './mail-outbox.ts'

const logger = pino({ level: 'silent' })

test('a mail that cannot be sent is noted in the record of the group and in its log in the database', async () => {
  await using held = await createTestDatabase()
  const { database } = held
  // No mail server is set. The log is in the database until it is moved to the object store, which is not needed here.
  const env = { PLANCTL_FILES_URL: 's3://planning/files', PLANCTL_FILES_ENDPOINT: 'http://127.0.0.1:1' }
  const settings = loadSettings({ cwd: '/nonexistent', env })
  await database.query({
    text: `INSERT INTO control."task" ("id", "name", "scenario", "status", "submitted", "finished", "parameters", "notify")
      VALUES (7, 'scheduletasks', 'default', 'Failed', now(), now(), '{"schedule": "night"}',
        '{"failure": ["ann@example.com"]}')`,
  })
  await database.query({
    text: `INSERT INTO control."tasklog" ("task", "position", "content") VALUES (7, 0, convert_to('first line' || chr(10), 'UTF8'))`,
  })
  // Longer than the sending takes, and shorter than the test may take.
  const signal = AbortSignal.timeout(3_000)
  const ended = Promise.withResolvers<string>()
  signal.addEventListener('abort', () => ended.resolve('timeout'))
  const count = await Promise.race([sendDueMails({ database, settings, logger, signal }), ended.promise])
  expect(count).toBe(1)
  const { rows } = await database.query({
    text: `SELECT t."notify", t."message", convert_from(string_agg(l."content", '' ORDER BY l."position"), 'UTF8') AS "log"
      FROM control."task" t JOIN control."tasklog" l ON l."task" = t."id" GROUP BY t."id"`,
  })
  expect(rows).toEqual([
    {
      notify: expect.stringContaining('"lost"'),
      message: expect.stringContaining('EMAIL_HOST'),
      log: expect.stringMatching(/^first line\n.* error .*EMAIL_HOST/),
    },
  ])
})

describe('a mail that the mail server does not take', () => {
  it('stays in the outbox and is sent when the server is back, hours later and by another process', async () => {
    await using mail = await startMailServer({
      onMessage: (attempt) => (attempt <= 6 ? '451 4.3.0 try later' : undefined),
    })
    await using outbox = await outboxWith(mail.settings)
    await outbox.fail(8, 'The step has failed.')
    await outbox.sendAt('2026-03-14T02:31:00Z')
    const first = await outbox.run(8)
    expect(first.message).toMatch(
      /^The step has failed\. The mail could not be sent: .*451.* at the latest at 2026-03-15/,
    )
    expect(first.log).toMatch(/ error .*try later/)
    // Not before the pause is over.
    expect(await outbox.sendAt('2026-03-14T02:31:30Z')).toBe(0)
    // Every attempt consists of three at once.
    expect(await outbox.sendAt('2026-03-14T02:33:00Z')).toBe(1)
    expect(mail.mails).toHaveLength(0)
    expect(await outbox.sendAt('2026-03-14T06:00:00Z')).toBe(1)
    expect(mail.mails.map(({ to, parsed }) => [to, parsed.messageId])).toEqual([
      [['ann@example.com'], expect.stringMatching(/^<task-8\.failed\.\d{14,}@example\.com>$/)],
    ])
    const last = await outbox.run(8)
    expect([last.notify, last.message]).toEqual([null, 'The step has failed.'])
    expect(last.log).toMatch(/ info The mail about this group was sent to ann@example\.com\.\n$/)
    expect(await outbox.sendAt('2026-03-14T09:00:00Z')).toBe(0)
  })

  it('is given up after a day, and the record of the run says so', async () => {
    await using mail = await startMailServer({ onMessage: () => '451 4.3.0 try later' })
    await using outbox = await outboxWith(mail.settings)
    await outbox.fail(9, 'The step has failed.')
    await outbox.sendAt('2026-03-14T02:31:00Z')
    expect(await outbox.sendAt('2026-03-15T03:00:00Z')).toBe(1)
    const run = await outbox.run(9)
    expect(run.notify).toEqual({ lost: '2026-03-15T03:00:00.000Z' })
    expect(run.message).toMatch(/^The step has failed\. .*451.* No further attempt/)
    expect(await outbox.sendAt('2026-03-15T04:00:00Z')).toBe(0)
    await outbox.sendAt('2026-03-16T04:00:00Z')
    expect((await outbox.run(9)).notify).toBeNull()
  })

  it('is sent again only to recipients that did not get it', async () => {
    await using mail = await startMailServer({
      onRecipient: (address, asked) =>
        address.startsWith('bob') && asked <= 4 ? '450 4.2.0 greylisted' : undefined,
    })
    await using outbox = await outboxWith(mail.settings)
    await outbox.fail(10, null, ['ann@example.com', 'bob@example.com'])
    await outbox.sendAt('2026-03-14T02:31:00Z')
    await outbox.sendAt('2026-03-14T02:40:00Z')
    expect(mail.mails.map(({ to }) => to)).toEqual([['ann@example.com'], ['bob@example.com']])
    expect(await outbox.run(10)).toMatchObject({ notify: null, message: null })
  })

  it('is not tried again if the server rejects it for good', async () => {
    await using mail = await startMailServer({ onRecipient: () => '550 5.1.1 no such user' })
    await using outbox = await outboxWith(mail.settings)
    await outbox.fail(11, null)
    await outbox.sendAt('2026-03-14T02:31:00Z')
    expect((await outbox.run(11)).notify).toHaveProperty('lost')
  })
})

const wait = async (): Promise<void> => undefined

interface RunInTest {
  readonly notify: unknown
  readonly message: string | null
  readonly log: string
}

/** Opens an outbox whose clock the test sets; its log is in the database. */
async function outboxWith(mailSettings: Readonly<Record<string, string>>) {
  const held = await createTestDatabase()
  const { database } = held
  const env = {
    PLANCTL_FILES_URL: 's3://planning/files',
    PLANCTL_FILES_ENDPOINT: 'http://127.0.0.1:1',
    PLANCTL_EMAIL_RECIPIENTS: 'example.com',
    ...Object.fromEntries(Object.entries(mailSettings).map(([name, value]) => [`PLANCTL_${name}`, value])),
  }
  const settings = loadSettings({ cwd: '/nonexistent', env })
  return {
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
    fail: async (id: number, message: string | null, to = ['ann@example.com']): Promise<void> => {
      await database.query({
        text: `INSERT INTO control."task" ("id", "name", "scenario", "status", "submitted", "finished", "parameters", "message", "notify")
          VALUES ($1, 'scheduletasks', 'default', 'Failed', now(), now(), '{"schedule": "night"}', $2, $3)`,
        values: [id, message, JSON.stringify({ failure: to })],
      })
      await database.query({
        text: `INSERT INTO control."tasklog" ("task", "position", "content") VALUES ($1, 0, 'first line\n')`,
        values: [id],
      })
    },
    sendAt: (time: string): Promise<number> =>
      sendDueMails({
        database,
        settings,
        logger,
        signal: AbortSignal.timeout(20_000),
        wait,
        now: () => new Date(time),
      }),
    run: async (id: number): Promise<RunInTest> => {
      const { rows } = await database.query<RunInTest & { readonly notify: string | null }>({
        text: `SELECT t."notify", t."message",
            (SELECT convert_from(string_agg(l."content", '' ORDER BY l."position"), 'UTF8') FROM control."tasklog" l
              WHERE l."task" = t."id") AS "log"
          FROM control."task" t WHERE t."id" = $1`,
        values: [id],
      })
      const [run] = rows
      return { ...run!, notify: JSON.parse(run!.notify ?? 'null') }
    },
  }
}
