import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type MailBehaviour,
  startDribblingServer,
  startMailServer,
  startMuteServer,
} from '../../test/support/smtp.ts'
import { loadSettings } from '../settings/load-settings.ts'
import { isAddress } from '../model/values/mail-address.ts'
import { parseSender, splitAddresses } from './addresses.ts'
import { defaultSender, requireMail } from './mail-server.ts'
import { sendMail } from './send-mail.ts'
import type { Delivery, Mail } from './mail.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-send-'))
})
afterAll(() => rm(folder, { recursive: true }))

const settingsOf = (given: Readonly<Record<string, string>>) =>
  loadSettings({
    cwd: folder,
    env: Object.fromEntries(Object.entries(given).map(([key, value]) => [`PLANCTL_${key}`, value])),
  })

const mail = (parts: Partial<Mail> = {}): Mail => ({
  from: { name: 'Planning', address: 'planning@example.com' },
  to: ['ann@example.com'],
  subject: 'Reports',
  text: 'Hello.\n.\nThe end.',
  language: 'en',
  attachments: [],
  ...parts,
})

/** Returns a delivery that does not wait, and records its pauses. */
function shortDelivery(signal = new AbortController().signal) {
  const pauses: number[] = []
  const retries: string[] = []
  const delivery: Delivery = {
    signal,
    wait: (milliseconds) => {
      pauses.push(milliseconds)
      return Promise.resolve()
    },
    onRetry: (reason) => retries.push(reason),
  }
  return { delivery, pauses, retries }
}

async function attempt(
  behaviour: MailBehaviour,
  parts: Partial<Mail> = {},
  given: Readonly<Record<string, string>> = {},
) {
  await using server = await startMailServer(behaviour)
  const { delivery, pauses, retries } = shortDelivery()
  const outcome = await sendMail(settingsOf({ ...server.settings, ...given }), mail(parts), delivery).then(
    (delivered) => ({ delivered, reason: '' }),
    (error: unknown) => ({ delivered: undefined, reason: error instanceof Error ? error.message : '' }),
  )
  return { ...outcome, mails: server.mails, attempts: server.attempts(), pauses, retries }
}

const account = { user: 'planning', pass: 'right one 42' }
const login = { EMAIL_HOST_USER: account.user, EMAIL_HOST_PASSWORD: account.pass }

describe('settings', () => {
  it('that contradict each other are refused', () => {
    expect(() => settingsOf({ EMAIL_USE_TLS: '1', EMAIL_USE_SSL: '1' })).toThrow(/exclude each other/)
    expect(() => settingsOf({ EMAIL_HOST_USER: 'x' })).toThrow(/EMAIL_HOST_USER needs EMAIL_HOST_PASSWORD/)
    expect(() => settingsOf({ EMAIL_HOST_PASSWORD: 'secret!' })).toThrow(/needs EMAIL_HOST_USER/)
  })

  it('that are missing are named', () => {
    expect(() => requireMail(settingsOf({}))).toThrow(/EMAIL_HOST is missing/)
    expect(() => requireMail(settingsOf({ EMAIL_HOST: 'x' }))).toThrow(/DEFAULT_FROM_EMAIL is missing/)
    expect(() => requireMail(settingsOf({ EMAIL_HOST: 'x', DEFAULT_FROM_EMAIL: 'nobody' }))).toThrow(
      /DEFAULT_FROM_EMAIL.*"nobody" is no address/,
    )
    const user = { EMAIL_HOST: 'x', EMAIL_HOST_USER: 'p@example.com', EMAIL_HOST_PASSWORD: 'y' }
    expect(defaultSender(settingsOf(user))).toEqual({ name: '', address: 'p@example.com' })
  })
})

describe('addresses', () => {
  it.each([
    'ann',
    '@example.com',
    'ann@',
    'ann@exa mple.com',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com\nSubject: x',
    'ann@example.com,eve@example.com',
    '<ann@example.com>',
    'ann@example.com>',
    'a..b@example.com',
    '"a b"@example.com',
    'ann@-example.com',
    'ann@example..com',
    'ann@eve@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a'.repeat(250)}.com`,
    'ann@example.com\0',
  ])('refused: %j', (address) => {
    expect(isAddress(address)).toBe(false)
  })

  it.each(['ann@example.com', "o'neil+x@sub.example.co.uk", 'root@localhost', 'ann@bücher.example'])(
    'taken: %s',
    (address) => {
      expect(isAddress(address)).toBe(true)
    },
  )

  it('are taken apart, each once', () => {
    expect(splitAddresses(' a@x.org, b@x.org;a@x.org ,,')).toEqual(['a@x.org', 'b@x.org'])
    expect(parseSender('Ann Who <ann@example.com>')).toEqual({ name: 'Ann Who', address: 'ann@example.com' })
    expect(parseSender('"Who, Ann" <ann@example.com>')).toEqual({
      name: 'Who, Ann',
      address: 'ann@example.com',
    })
    expect(parseSender('Ann\r\nBcc: x <ann@example.com>')).toBeUndefined()
    expect(parseSender('Ann <ann@example.com> <eve@example.com>')).toBeUndefined()
  })
})

describe('a mail is sent', () => {
  it('well-formed, with text and attachment as they were', async () => {
    const path = join(folder, 'reports.zip')
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await writeFile(path, bytes)
    const { mails, delivered } = await attempt(
      {},
      {
        subject: 'Überblick 計画',
        text: 'Zeile äöü\n.\nEnde 漢字',
        to: ['ann@example.com', 'bob@example.com'],
        attachments: [{ fileName: 'reports.zip', contentType: 'application/zip', path }],
      },
    )
    expect(delivered).toEqual({ accepted: ['ann@example.com', 'bob@example.com'], refused: [] })
    expect(mails).toHaveLength(1)
    const [{ parsed, raw, from, to }] = [mails[0]!]
    expect(from).toBe('planning@example.com')
    expect(to).toEqual(['ann@example.com', 'bob@example.com'])
    expect(parsed.from).toMatchObject({ name: 'Planning', address: 'planning@example.com' })
    expect(parsed.subject).toBe('Überblick 計画')
    expect(parsed.text?.trimEnd()).toBe('Zeile äöü\n.\nEnde 漢字')
    expect(parsed.attachments[0]).toMatchObject({ filename: 'reports.zip', mimeType: 'application/zip' })
    const content = parsed.attachments[0]!.content
    expect(content instanceof ArrayBuffer && Buffer.from(content).equals(bytes)).toBe(true)
    const [head = ''] = raw.split('\r\n\r\n')
    expect(head).toMatch(/^Message-ID: <[\w-]+@example.com>$/im)
    expect(head).toMatch(/^Date: /m)
    expect(raw.split('\r\n').every((line) => line.length <= 998 && !line.includes('\n'))).toBe(true)
  })

  it('once to addresses whose domains have capital letters or another alphabet', async () => {
    const to = ['Ann@EXAMPLE.com', 'Ann@example.com', 'bo@bücher.example']
    const { mails, attempts, delivered, pauses } = await attempt({}, { to })
    expect([mails.map((one) => one.to), attempts, pauses]).toEqual([
      [['Ann@example.com', 'bo@bücher.example']],
      1,
      [],
    ])
    expect(delivered?.refused).toEqual([])
  })

  it('without a header that a subject smuggles in', async () => {
    const { mails } = await attempt({}, { subject: 'Reports\r\nBcc: eve@example.com\r\n\r\nBody' })
    expect(mails[0]!.parsed.subject).toBe('Reports Bcc: eve@example.com Body')
    expect(mails[0]!.parsed.bcc).toBeUndefined()
    expect(mails[0]!.to).toEqual(['ann@example.com'])
  })

  it.each([
    ['with TLS from the start', { secure: true }, { EMAIL_USE_SSL: '1' }],
    ['after STARTTLS', { offersStartTls: true }, { EMAIL_USE_TLS: '1' }],
    ['signed in', { account }, login],
    ['signed in after STARTTLS', { account, offersStartTls: true }, { ...login, EMAIL_USE_TLS: '1' }],
  ])('%s', async (_what, behaviour, given) => {
    const { mails, delivered, reason } = await attempt(behaviour, {}, given)
    expect([reason, delivered?.accepted, mails.length]).toEqual(['', ['ann@example.com'], 1])
  })
})

describe('a mail is not sent', () => {
  it('without STARTTLS where the settings ask for it', async () => {
    const { reason, mails, pauses } = await attempt({}, {}, { EMAIL_USE_TLS: '1' })
    expect(reason).toMatch(/does not encrypt as the settings ask for/)
    expect([mails.length, pauses]).toEqual([0, []])
  })

  it('to a server whose certificate nobody vouches for', async () => {
    const { reason, pauses } = await attempt({ secure: true }, {}, { EMAIL_USE_SSL: '1', EMAIL_CA_FILE: '' })
    expect(reason).toMatch(/self-signed certificate/)
    expect(pauses).toEqual([])
  })

  it('with a wrong password, which is not repeated', async () => {
    const wrong = { EMAIL_HOST_USER: 'planning', EMAIL_HOST_PASSWORD: 'wrong one 43' }
    const { reason, pauses } = await attempt({ account }, {}, wrong)
    expect(reason).toMatch(/refuses EMAIL_HOST_USER: 535 5.7.8 Authentication credentials invalid/)
    expect(reason).not.toContain('wrong one')
    expect(pauses).toEqual([])
  })

  it('with a password where the server takes none', async () => {
    const { reason, mails } = await attempt({}, {}, login)
    expect(mails).toEqual([])
    expect(reason).toMatch(/535/)
  })

  it('when all recipients are refused, each named with the words of the server', async () => {
    const { reason, pauses } = await attempt(
      { onRecipient: (address) => `550 5.1.1 no mailbox ${address}` },
      { to: ['ann@example.com', 'bob@example.com'] },
    )
    expect(reason).toMatch(/refuses all recipients: ann@example.com: 550 .*; bob@example.com: 550 /)
    expect(pauses).toEqual([])
  })

  it('when the message is refused for good', async () => {
    const { reason, attempts, pauses } = await attempt({ onMessage: () => '552 5.3.4 message too big' })
    expect(reason).toMatch(/552 5.3.4 message too big/)
    expect([attempts, pauses]).toEqual([1, []])
  })

  it('when the server is down, after two more attempts', async () => {
    const server = await startMailServer()
    await server[Symbol.asyncDispose]()
    const { delivery, pauses, retries } = shortDelivery()
    await expect(sendMail(settingsOf(server.settings), mail(), delivery)).rejects.toThrow(
      new RegExp(`127.0.0.1:${server.port}.*ECONNREFUSED`),
    )
    expect(pauses).toEqual([5_000, 20_000])
    expect(retries).toHaveLength(2)
  })

  it('when the server says nothing', async () => {
    await using server = await startMuteServer()
    const { delivery, pauses } = shortDelivery()
    const given = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(server.port), EMAIL_TIMEOUT: '0.1' }
    await expect(sendMail(settingsOf(given), mail(), delivery)).rejects.toThrow(
      /does not answer within 0.1 seconds/,
    )
    expect(pauses).toHaveLength(2)
  })

  it('when the server never comes to an end, in three attempts that each end after a time of their own', async () => {
    await using server = await startDribblingServer()
    const path = join(folder, 'megabyte.bin')
    await writeFile(path, Buffer.alloc(2 ** 20))
    const { delivery, pauses, retries } = shortDelivery()
    const limits: number[] = []
    const given = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(server.port), EMAIL_TIMEOUT: '30' }
    const attachments = [{ fileName: 'x.bin', contentType: 'application/octet-stream', path }]
    const sending = sendMail(settingsOf(given), mail({ attachments }), {
      ...delivery,
      deadline: (milliseconds) => {
        limits.push(milliseconds)
        return server.afterLines(5)
      },
    })
    await expect(sending).rejects.toThrow(
      /127\.0\.0\.1:\d+ has not taken the mail within 3\d\d seconds, though it goes on answering/,
    )
    expect([limits.length, retries.length, pauses]).toEqual([3, 3 - 1, [5_000, 20_000]])
    // Ten responses, and a megabyte with the overhead of its encoding.
    for (const limit of limits) expect(limit).toBeGreaterThan(300_000 + 64_000)
    for (const limit of limits) expect(limit).toBeLessThan(300_000 + 100_000)
  })

  it('once it is canceled, while the server keeps it waiting or a pause lasts', async () => {
    await using server = await startMuteServer()
    const given = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(server.port) }
    const canceling = new AbortController()
    const sending = sendMail(settingsOf(given), mail(), { signal: canceling.signal })
    setImmediate(() => canceling.abort())
    await expect(sending).rejects.toMatchObject({ code: 'canceled' })

    const pausing = new AbortController()
    const down = sendMail(settingsOf({ EMAIL_HOST: '127.0.0.1', EMAIL_PORT: '1' }), mail(), {
      signal: pausing.signal,
      onRetry: () => pausing.abort(),
    })
    await expect(down).rejects.toMatchObject({ code: 'canceled' })
  })
})

describe('trouble that passes', () => {
  it('is tried again, under the same number of the message', async () => {
    const { mails, delivered, pauses, retries } = await attempt({
      onMessage: (number) => (number === 1 ? '451 4.3.0 try again later' : undefined),
    })
    expect([mails.length, delivered?.accepted, pauses]).toEqual([1, ['ann@example.com'], [5_000]])
    expect(retries[0]).toMatch(/451 4.3.0 try again later/)
  })

  it('may be a connection that breaks in the middle of the message', async () => {
    const path = join(folder, 'large.zip')
    await writeFile(path, Buffer.alloc(2_000_000, 7))
    const { mails, delivered, attempts } = await attempt(
      { dropAfter: (number) => (number < 3 ? 100_000 : undefined) },
      { attachments: [{ fileName: 'large.zip', contentType: 'application/zip', path }] },
    )
    expect([mails.length, delivered?.accepted, attempts]).toEqual([1, ['ann@example.com'], 3])
  })

  it('is given up after three attempts, with the last words of the server', async () => {
    const { reason, attempts } = await attempt({ onMessage: (number) => `451 4.3.0 not now ${number}` })
    expect([attempts, reason]).toEqual([3, expect.stringContaining('451 4.3.0 not now 3')])
  })

  it('may concern one recipient: the others have their mail once', async () => {
    const seen = new Map<string, number>()
    const { mails, delivered } = await attempt(
      {
        onRecipient: (address) => {
          const count = (seen.get(address) ?? 0) + 1
          seen.set(address, count)
          return address.startsWith('bob') && count === 1 ? '450 4.2.0 greylisted' : undefined
        },
      },
      { to: ['ann@example.com', 'bob@example.com'] },
    )
    expect(mails.map(({ to }) => to)).toEqual([['ann@example.com'], ['bob@example.com']])
    expect(delivered).toEqual({ accepted: ['ann@example.com', 'bob@example.com'], refused: [] })
  })

  it('that breaks all later sessions is reported for the recipients who have no mail', async () => {
    const seen = new Map<string, number>()
    const { mails, delivered, attempts } = await attempt(
      {
        onRecipient: (address) => {
          const count = (seen.get(address) ?? 0) + 1
          seen.set(address, count)
          return address.startsWith('bob') && count === 1 ? '450 4.2.0 greylisted' : undefined
        },
        dropAfter: (number) => (number === 1 ? undefined : 0),
      },
      { to: ['ann@example.com', 'bob@example.com'] },
    )
    expect([attempts, mails.map(({ to }) => to)]).toEqual([3, [['ann@example.com']]])
    expect(delivered).toEqual({
      accepted: ['ann@example.com'],
      refused: [{ address: 'bob@example.com', reason: expect.stringMatching(/./), temporary: true }],
    })
  })
})

it('a recipient who is refused is named, and the others have their mail', async () => {
  const { mails, delivered } = await attempt(
    { onRecipient: (address) => (address.startsWith('bob') ? '550 5.1.1 no such user' : undefined) },
    { to: ['ann@example.com', 'bob@example.com'] },
  )
  expect(mails.map(({ to }) => to)).toEqual([['ann@example.com']])
  expect(delivered?.accepted).toEqual(['ann@example.com'])
  expect(delivered?.refused).toEqual([
    expect.objectContaining({
      address: 'bob@example.com',
      reason: expect.stringContaining('550 5.1.1 no such user'),
    }),
  ])
})
