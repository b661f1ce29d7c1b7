import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { loadSettings } from '../../settings/load-settings.ts'
import { sendDueMails } from './mail-outbox.ts'

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
  const logger = pino({ level: 'silent' })
  const count = await Promise.race([sendDueMails({ database, settings, logger, signal }), ended.promise])
  expect(count).toBe(1)
  const { rows } = await database.query({
    text: `SELECT t."notify", t."message", convert_from(string_agg(l."content", '' ORDER BY l."position"), 'UTF8') AS "log"
      FROM control."task" t JOIN control."tasklog" l ON l."task" = t."id" GROUP BY t."id"`,
  })
  expect(rows).toEqual([
    {
      notify: null,
      message: expect.stringContaining('EMAIL_HOST'),
      log: expect.stringMatching(/^first line\n.* error .*EMAIL_HOST/),
    },
  ])
})
