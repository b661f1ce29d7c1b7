import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadMessages } from '../../src/errors/load-messages.ts'
import { recordedText } from '../../src/errors/stored-message.ts'
import { execFileSync } from 'node:child_process'
import { detail } from '../support/detail.ts'
import { type MailServerInTest, startMailServer } from '../support/smtp.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

let mail: MailServerInTest
let server: TaskServer
let exported: string

beforeAll(async () => {
  mail = await startMailServer({
    onRecipient: (address) => (address.startsWith('gone') ? '550 5.1.1 no such user' : undefined),
  })
  server = await startTaskServer({
    ...mail.settings,
    EMAIL_MAX_SIZE: '60000',
    EMAIL_SENDERS: 'Jean <jean@example.com>',
    EMAIL_RECIPIENTS: 'x.org,Buyer@partner.test',
  })
  await server.startWorker()
  exported = join(server.settings.UPLOADFILEFOLDER, 'default', 'export')
  await mkdir(exported, { recursive: true })
  await writeFile(join(exported, 'purchaseorder.csv'), 'reference,quantity\nPO 1,5\n')
  await writeFile(join(exported, 'Besuch älter.xlsx'), Buffer.alloc(5_000, 1))
  await writeFile(
    join(exported, 'noise.gz'),
    Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * at) % 256)),
  )
  await writeFile(join(server.folder, 'x.dump'), 'all there is')
  await symlink(join(server.folder, 'x.dump'), join(exported, 'link.csv'))
  await buildUser(server.database, { username: 'ann', rights: { default: ['execute.run_emailreport'] } })
  await buildUser(server.database, {
    username: 'jean',
    language: 'fr',
    rights: { default: ['execute.run_emailreport'] },
  })
  await buildUser(server.database, { username: 'pia', email: 'Pia@Home.test', rights: { default: [] } })
  const left = await buildUser(server.database, {
    username: 'left',
    email: 'gone@left.test',
    rights: { default: [] },
  })
  await server.database.query({
    text: 'UPDATE control."membership" SET "is_active" = false WHERE "user" = $1',
    values: [left],
  })
  await buildUser(server.database, { username: 'bob', rights: { default: ['execute.view_task'] } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const archiveBytes = (content: unknown): Buffer =>
  content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.alloc(0)

const launch = (query: string, as = 'ann') =>
  server.request('POST', `/execute/api/emailreport/?${query}`, { as })

async function ended(query: string, as?: string) {
  const answer = await launch(query, as)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('taskid')])
  return server.ended(idIn(answer))
}

describe('emailreport is refused at the launch', () => {
  it.each([
    ['recipient=nobody&report=purchaseorder.csv', /"recipient".*"nobody" is no e-mail address/],
    ['recipient=a@x.org,b%0D%0ABcc:eve@x.org&report=purchaseorder.csv', /"recipient".*is no e-mail address/],
    ['recipient=a@x.org&report=../../x.dump', /"report".*x\.dump/],
    ['recipient=a@x.org&report=..%5Cx.dump', /"report"/],
    ['recipient=a@x.org&report=%2Fetc%2Fpasswd', /"report"/],
    ['recipient=a@x.org', /"report".*required/],
    ['report=purchaseorder.csv', /"recipient".*required/],
    ['recipient=&report=purchaseorder.csv', /"recipient"/],
    ['recipient=a@x.org&report=purchaseorder.csv&sender=me', /"sender".*"me" is no address/],
    [
      'recipient=a@x.org&report=purchaseorder.csv&sender=boss@example.com',
      /"sender".*in the name of boss@example.com. Choose planning@example.com, jean@example.com.*EMAIL_SENDERS/,
    ],
  ])('for %s', async (query, words) => {
    const answer = await launch(query)
    expect([answer.status, answer.json]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringMatching(words) }),
    ])
  })

  it.each(['eve@evil.test', 'eve@mail.x.org', 'other@partner.test', 'a@x.org,gone@left.test'])(
    'to %s, who is no user and not allowed by the settings',
    async (recipient) => {
      const answer = await launch(`recipient=${recipient}&report=purchaseorder.csv`)
      const unknown = recipient.split(',').at(-1)!
      expect([answer.status, answer.json]).toEqual([
        400,
        expect.objectContaining({
          detail: expect.stringMatching(
            new RegExp(`"recipient".*${unknown.replaceAll('.', '\\.')}.*EMAIL_RECIPIENTS`),
          ),
        }),
      ])
    },
  )

  it('to those without the right', async () => {
    expect((await launch('recipient=a@x.org&report=purchaseorder.csv', 'bob')).status).toBe(403)
  })
})

describe('emailreport', () => {
  it('sends the reports as the specification writes it: one mail to all, with one archive', async () => {
    const before = mail.mails.length
    const task = await ended(
      'recipient=ann@example.com,bob@example.com&report=purchaseorder.csv,Besuch%20%C3%A4lter.xlsx',
    )
    expect([task.status, task.message]).toEqual([
      'Done',
      expect.stringMatching(
        /^reports.zip \(\d+ bytes; purchaseorder.csv, Besuch älter.xlsx\) was sent to ann@example.com, bob@example.com\.$/,
      ),
    ])
    const [received, ...others] = mail.mails.slice(before)
    expect(others).toEqual([])
    expect(received!.to).toEqual(['ann@example.com', 'bob@example.com'])
    expect(received!.parsed.subject).toBe('Planning reports: purchaseorder.csv, Besuch älter.xlsx')
    expect(received!.parsed.text).toContain('- Besuch älter.xlsx')
    const [archive] = received!.parsed.attachments
    expect(archive).toMatchObject({ filename: 'reports.zip', mimeType: 'application/zip' })
    const path = join(server.folder, 'received.zip')
    await writeFile(path, archiveBytes(archive!.content))
    const listed = execFileSync('python3', [
      '-c',
      'import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist(), z.read("purchaseorder.csv"))',
      path,
    ]).toString()
    expect(listed).toBe("['purchaseorder.csv', 'Besuch älter.xlsx'] b'reference,quantity\\nPO 1,5\\n'\n")
  })

  it('sends to users, to the domain of the sender and to whom the settings allow', async () => {
    const before = mail.mails.length
    const to = ['pia@home.test', 'boss@example.com', 'buyer@PARTNER.test', 'a@x.org']
    const task = await ended(`recipient=${to.join(',')}&report=purchaseorder.csv`)
    // One mail only: the server returns domains in lower case.
    expect([task.status, mail.mails.slice(before).map((one) => one.to)]).toEqual([
      'Done',
      [['pia@home.test', 'boss@example.com', 'buyer@partner.test', 'a@x.org']],
    ])
  })

  it('writes in the language of the user, from the sender that is named', async () => {
    await ended(
      'recipient=a@x.org&report=purchaseorder.csv&sender=The%20boss%20%3CJean@example.com%3E',
      'jean',
    )
    const { parsed, from } = mail.mails.at(-1)!
    expect(from).toBe('jean@example.com')
    // The name comes from the settings, because users must not send mail under other names.
    expect(parsed.from).toMatchObject({ name: 'Jean', address: 'jean@example.com' })
    expect(parsed.subject).toBe('Rapports de planification : purchaseorder.csv')
    expect(parsed.text).toMatch(/^L’archive reports.zip contient/)
  })

  it.each([
    [
      'a report that is not there',
      'nothing.csv,purchaseorder.csv,nowhere.csv',
      /no files "nothing.csv", "nowhere.csv". Nothing was sent/,
    ],
    ['a link out of the folder', 'link.csv', /no file "link.csv"/],
    [
      'an archive that is too large',
      'purchaseorder.csv,noise.gz',
      /larger than 60000 bytes \(setting EMAIL_MAX_SIZE\). Nothing was sent/,
    ],
  ])('fails for %s, by name and before anything is sent', async (_what, report, words) => {
    const before = mail.attempts()
    const answer = await launch(`recipient=a@x.org&report=${report}`)
    // A missing file is detected at launch; the size of the archive only after it was built.
    const ended = answer.status === 200 ? await server.ended(idIn(answer)) : undefined
    expect([200, 400]).toContain(answer.status)
    expect(ended?.status ?? 'Failed').toBe('Failed')
    expect(ended?.message ?? answer.text.replaceAll('\\"', '"')).toMatch(words)
    expect(mail.attempts()).toBe(before)
    // The archive is deleted.
    expect((await readdir(exported)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('fails naming the recipient that the server refuses, and who has the mail', async () => {
    const task = await ended('recipient=ann@example.com,gone@example.com&report=purchaseorder.csv')
    expect(task.status).toBe('Failed')
    expect(task.message).toMatch(/gone@example.com: 550 5.1.1 no such user.*was sent to ann@example.com/)
    expect(recordedText(task, await loadMessages('de'))).toMatch(
      /gone@example\.com: 550 5\.1\.1 no such user\. .* wurde gesendet an ann@example\.com\.$/,
    )
  })

  it('runs from the command line, and says which setting is missing', detail, async () => {
    const env = { PLANCTL_VAR: server.folder, DATABASE_URL: server.url, PLANCTL_TIME_ZONE: 'UTC' }
    const settings = Object.fromEntries(
      Object.entries({ ...mail.settings, EMAIL_SENDERS: 'ops@example.com' }).map(([key, value]) => [
        `PLANCTL_${key}`,
        value,
      ]),
    )
    const line = [
      'emailreport',
      '--sender=ops@example.com',
      '--recipient=a@x.org',
      '--report=purchaseorder.csv',
    ]
    const before = mail.mails.length
    const sent = await warmPlanctl(line, { env: { ...env, ...settings } })
    expect([sent.exitCode, sent.stdout]).toEqual([0, expect.stringContaining('was sent to a@x.org')])
    expect(mail.mails.slice(before).map(({ from }) => from)).toEqual(['ops@example.com'])

    const refused = await warmPlanctl(line, { env })
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('EMAIL_HOST is missing')])
    const down = await warmPlanctl(line, {
      env: {
        ...env,
        ...settings,
        PLANCTL_EMAIL_HOST: 'nowhere.invalid',
        PLANCTL_EMAIL_HOST_USER: 'x',
        PLANCTL_EMAIL_HOST_PASSWORD: 'do not tell',
        PLANCTL_EMAIL_USE_TLS: '1',
        PLANCTL_EMAIL_PORT: '',
      },
    })
    expect([down.exitCode, down.stderr]).toEqual([1, expect.stringContaining('nowhere.invalid:587')])
    expect(down.stderr).not.toContain('do not tell')
  })

  it('keeps the password out of logs', async () => {
    const logs = await readdir(server.settings.LOGDIR)
    const texts = await Promise.all(logs.map((name) => readFile(join(server.settings.LOGDIR, name), 'utf8')))
    expect(texts.join('')).not.toContain('do not tell')
  })
})
