/**
 * Sends mails about the ends of groups. Whichever process has recorded the end (the group's own process, its worker,
 * or a process that found it abandoned), the record keeps the recipients until the mail is sent. A lock on the record
 * ensures that one process at a time sends the mail. If a server fails meanwhile, another one sends the mail again;
 * the second mail has the same message id, by which mail programs recognize the duplicate.
 */
import { utcText } from '../../data/time-zone.ts'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../../database/database.ts'
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { messageOfRecord } from '../../errors/stored-message.ts'
import { splitAddresses } from '../../mail/addresses.ts'
import { defaultSender, requireMail } from '../../mail/mail-server.ts'
import { unknownRecipientReason, unknownRecipients } from '../../mail/recipients.ts'
import { describeRefusals, sendMail } from '../../mail/send-mail.ts'
import type { Delivery } from '../../mail/mail.ts'
import type { Settings } from '../../settings/settings.ts'
import { messageColumns } from '../queue/task-message.ts'
import { appendToLog } from '../runner/log-place.ts'
import { failureMessage } from '../runner/perform.ts'
import { composeGroupMail, type EndedGroup, endedGroupSql } from './group-mail.ts'
import { jsonOf } from './schedule-record.ts'

export interface OutboxOptions extends Pick<Delivery, 'signal' | 'wait'> {
  readonly database: ControlDatabase
  readonly settings: Settings
  readonly logger: Logger
}

interface Due extends EndedGroup {
  readonly notify: unknown
}

/** Sends the mails that are due, one after the other. Returns the number of processed tasks. */
export async function sendDueMails(options: OutboxOptions): Promise<number> {
  for (let count = 0; ; count += 1) {
    if (options.signal.aborted || !(await sendNext(options))) return count
  }
}

async function sendNext(options: OutboxOptions): Promise<boolean> {
  const { database, settings, logger, signal } = options
  const processed = await database.withTransaction(async (client) => {
    const { rows } = await client.query<Due>(
      `${endedGroupSql.replace('SELECT ', 'SELECT t."notify", ')}
      WHERE t."notify" IS NOT NULL AND t."finished" IS NOT NULL
      ORDER BY t."id" LIMIT 1 FOR UPDATE OF t SKIP LOCKED`,
    )
    const [due] = rows
    if (due === undefined) return undefined
    const fault = await notify(options, due)
    // Leaves the mail to other processes, or to the next start.
    if (signal.aborted) throw signal.reason
    const before = messageOfRecord(due)
    const message = fault === undefined || before === undefined ? fault : joinSentences(before, fault)
    await client.query(
      `UPDATE control."task" SET "notify" = NULL, "message" = coalesce($2, "message"),
        "coded_message" = CASE WHEN $2::text IS NULL THEN "coded_message" ELSE $3::json END WHERE "id" = $1`,
      [due.id, ...(message === undefined ? [null, null] : messageColumns(message))],
    )
    return { due, fault }
  })
  if (processed === undefined) return false
  const { due, fault } = processed
  if (fault === undefined) return true
  const reason = messageText(fault)
  logger.warn({ task: due.id, reason }, 'The mail about a group could not be sent')
  // A log in the database refers to the record, which the transaction has locked.
  const line = `${utcText(new Date())} error ${reason}\n`
  await appendToLog({ control: database, settings }, due, line).catch(() => undefined)
  return true
}

/** Sends the mail if it has recipients. Returns the fault, if any. */
async function notify(options: OutboxOptions, due: Due): Promise<Message | undefined> {
  const { database, settings, signal, wait } = options
  const wanted = recipientsOf(due)
  if (wanted.length === 0) return undefined
  try {
    requireMail(settings)
    const unknown = await unknownRecipients(database, settings, wanted)
    const left = unknown.map((address): Message => ({
      code: 'group_mail_not_sent',
      params: { reason: unknownRecipientReason(address) },
    }))
    const to = wanted.filter((address) => !unknown.includes(address))
    if (to.length === 0) return joined(left)
    const mail = await composeGroupMail(database, settings, due)
    const delivery = wait === undefined ? { signal } : { signal, wait }
    const id = `task-${due.id}.${due.status.toLowerCase()}@${hostname()}`
    const { refused } = await sendMail(
      settings,
      { ...mail, id, from: defaultSender(settings), to, attachments: [] },
      delivery,
    )
    if (refused.length > 0)
      left.push({ code: 'group_mail_refused', params: { refusals: describeRefusals(refused) } })
    return joined(left)
  } catch (error) {
    return failureMessage(error)
  }
}

const joined = ([first, ...others]: readonly Message[]): Message | undefined =>
  first === undefined ? undefined : joinSentences(first, ...others)

function recipientsOf({ notify: given, status }: Due): readonly string[] {
  const wanted = jsonOf(given)
  if (typeof wanted !== 'object' || wanted === null) return []
  const list: unknown = Object.entries(wanted).find(
    ([name]) => name === (status === 'Done' ? 'success' : 'failure'),
  )?.[1]
  return Array.isArray(list) ? splitAddresses(list.join(',')) : []
}
