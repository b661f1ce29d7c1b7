/**
 * Sends mails about the ends of groups. Whichever process has recorded the end (the group's own process, its worker,
 * or a process that found it abandoned), the record keeps the recipients until the mail is sent. A lock on the record
 * ensures that one process at a time sends the mail. If a server fails meanwhile, another one sends the mail again;
 * the second mail has the same message id, by which mail programs recognize the duplicate. While the mail server does
 * not take a mail, the record keeps it with the time of the next attempt, and the message of the run says so.
 */
import { utcText, zonedText } from '../../data/time-zone.ts'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../../database/database.ts'
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { messageOfRecord } from '../../errors/stored-message.ts'
import { defaultSender, requireMail } from '../../mail/mail-server.ts'
import { unknownRecipientReason, unknownRecipients } from '../../mail/recipients.ts'
import { describeRefusals, MailFailed, sendMail } from '../../mail/send-mail.ts'
import type { Delivery } from '../../mail/mail.ts'
import type { Settings } from '../../settings/settings.ts'
import { messageColumns } from '../queue/task-message.ts'
import { appendToLog } from '../runner/log-place.ts'
import { failureMessage } from '../runner/perform.ts'
import { composeGroupMail, type EndedGroup, endedGroupSql } from './group-mail.ts'
import {
  endOfAttempts,
  lostColumn,
  type MailRetry,
  nextAttempt,
  readRetry,
  recipientsOf,
  retryColumn,
} from './mail-retry.ts'

export interface OutboxOptions extends Pick<Delivery, 'signal' | 'wait'> {
  readonly database: ControlDatabase
  readonly settings: Settings
  readonly logger: Logger
  readonly now?: () => Date
}

interface Due extends EndedGroup {
  readonly notify: unknown
}

/** What an attempt to send a mail has achieved. */
interface Attempt {
  readonly sentTo: readonly string[]
  /** Why some recipients have not got the mail and will not get it. */
  readonly fault?: Message | undefined
  /** Recipients to whom the mail is sent again later, and why. */
  readonly later?: { readonly to: readonly string[]; readonly reason: Message }
}

/** Sends the mails that are due, one after the other. Returns the number of processed tasks. */
export async function sendDueMails(options: OutboxOptions): Promise<number> {
  await forgetLostMails(options)
  for (let count = 0; ; count += 1) {
    if (options.signal.aborted || !(await sendNext(options))) return count
  }
}

/** Mails that are given up are kept for a day, for the metrics. */
const forgetLostMails = ({ database, now = () => new Date() }: OutboxOptions) =>
  database.query({
    text: `UPDATE control."task" SET "notify" = NULL
      WHERE "notify" IS NOT NULL AND ("notify" ->> 'lost')::timestamptz < $1::timestamptz - interval '1 day'`,
    values: [now().toISOString()],
  })

async function sendNext(options: OutboxOptions): Promise<boolean> {
  const { database, settings, logger, signal, now = () => new Date() } = options
  const processed = await database.withTransaction(async (client) => {
    const { rows } = await client.query<Due>(
      `${endedGroupSql.replace('SELECT ', 'SELECT t."notify", ')}
      WHERE t."notify" IS NOT NULL AND t."finished" IS NOT NULL AND NOT t."notify" ? 'lost'
        AND coalesce((t."notify" #>> '{retry,next}')::timestamptz <= $1, true)
      ORDER BY t."id" LIMIT 1 FOR UPDATE OF t SKIP LOCKED`,
      [now().toISOString()],
    )
    const [found] = rows
    if (found === undefined) return undefined
    const retry = readRetry(found.notify)
    const due = retry === undefined ? found : { ...found, ...messageOf(retry) }
    const attempt = await notify(options, due, retry?.to ?? recipientsOf(due.notify, due.status))
    // Leaves the mail to other processes, or to the next start.
    if (signal.aborted) throw signal.reason
    const { lines, ...record } = recordOf(attempt, due, retry, settings, now())
    await client.query(
      `UPDATE control."task" SET "notify" = $2, "message" = $3, "coded_message" = $4 WHERE "id" = $1`,
      [due.id, record.notify, record.message, record.codedMessage],
    )
    return { due, lines }
  })
  if (processed === undefined) return false
  const { due, lines } = processed
  for (const { level, text: reason } of lines)
    if (level === 'error') logger.warn({ task: due.id, reason }, 'The mail about a group could not be sent')
  // A log in the database refers to the record, which the transaction has locked.
  const text = lines.map((line) => `${utcText(now())} ${line.level} ${line.text}\n`).join('')
  if (text !== '') await appendToLog({ control: database, settings }, due, text).catch(() => undefined)
  return true
}

const messageOf = ({ message, codedMessage }: Pick<MailRetry, 'message' | 'codedMessage'>) => ({
  message,
  codedMessage,
})

interface MailRecord {
  readonly notify: string | null
  readonly message: string | null
  readonly codedMessage: string | null
  readonly lines: readonly { readonly level: 'info' | 'error'; readonly text: string }[]
}

/** Returns what the record of the run says after an attempt, and what its log says. */
function recordOf(
  attempt: Attempt,
  due: Due,
  retry: MailRetry | undefined,
  { TIME_ZONE }: Settings,
  now: Date,
): MailRecord {
  const { sentTo, fault, later } = attempt
  const sent =
    sentTo.length === 0
      ? []
      : [{ level: 'info' as const, text: `The mail about this group was sent to ${sentTo.join(', ')}.` }]
  const kept = noted(due, fault)
  const lost = fault === undefined ? [] : [{ level: 'error' as const, text: messageText(fault) }]
  if (later === undefined) {
    const notifyColumn = fault === undefined ? null : lostColumn(now)
    return { notify: notifyColumn, ...kept, lines: [...sent, ...lost] }
  }
  const state: MailRetry = {
    attempts: (retry?.attempts ?? 0) + 1,
    since: retry?.since ?? now,
    to: later.to,
    ...kept,
  }
  const next = nextAttempt(state, now)
  const time = zonedText(endOfAttempts(state).getTime(), TIME_ZONE)
  const remark: Message =
    next === undefined
      ? joinSentences(later.reason, { code: 'group_mail_given_up' })
      : joinSentences(later.reason, { code: 'group_mail_retried', params: { time } })
  return {
    notify: next === undefined ? lostColumn(now) : retryColumn(state, next),
    ...noted({ ...due, ...kept }, remark),
    lines: [...sent, ...lost, { level: 'error', text: messageText(remark) }],
  }
}

/** Returns the message of the run with a remark about its mail. */
function noted(due: Due, remark: Message | undefined): Pick<MailRetry, 'message' | 'codedMessage'> {
  if (remark === undefined) return messageOf(due)
  const before = messageOfRecord(due)
  const [message, codedMessage] = messageColumns(
    before === undefined ? remark : joinSentences(before, remark),
  )
  return { message, codedMessage }
}

/** Sends the mail if it has recipients. */
async function notify(options: OutboxOptions, due: Due, wanted: readonly string[]): Promise<Attempt> {
  const { database, settings, signal, wait } = options
  if (wanted.length === 0) return { sentTo: [] }
  let to = wanted
  const left: Message[] = []
  try {
    requireMail(settings)
    const unknown = await unknownRecipients(database, settings, wanted)
    for (const address of unknown)
      left.push({ code: 'group_mail_not_sent', params: { reason: unknownRecipientReason(address) } })
    to = wanted.filter((address) => !unknown.includes(address))
    if (to.length === 0) return { sentTo: [], fault: joined(left) }
    const mail = await composeGroupMail(database, settings, due)
    const delivery = wait === undefined ? { signal } : { signal, wait }
    // The same on every server, and another one for the task of another installation with the same sender.
    const ended = (due.finished ?? '').replaceAll(/\D/g, '')
    const id = `task-${due.id}.${due.status.toLowerCase()}.${ended}`
    const { accepted, refused } = await sendMail(
      settings,
      { ...mail, id, from: defaultSender(settings), to, attachments: [] },
      delivery,
    )
    const [passing, final] = [true, false].map((kind) =>
      refused.filter(({ temporary }) => temporary === kind),
    )
    if (final!.length > 0) left.push(refusal(final!))
    const attempt = { sentTo: accepted, fault: joined(left) }
    if (passing!.length === 0) return attempt
    return { ...attempt, later: { to: passing!.map(({ address }) => address), reason: refusal(passing!) } }
  } catch (error) {
    const reason = failureMessage(error)
    return error instanceof MailFailed && !error.isFinal
      ? { sentTo: [], fault: joined(left), later: { to, reason } }
      : { sentTo: [], fault: joined([...left, reason]) }
  }
}

const refusal = (refused: Parameters<typeof describeRefusals>[0]): Message => ({
  code: 'group_mail_refused',
  params: { refusals: describeRefusals(refused) },
})

const joined = ([first, ...others]: readonly Message[]): Message | undefined =>
  first === undefined ? undefined : joinSentences(first, ...others)
