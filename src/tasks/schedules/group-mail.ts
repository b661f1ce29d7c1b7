/**
 * Composes the mail about the end of a group: its steps with status, duration and message, and the last lines of
 * their logs. All times are in the time zone of the installation, and name it.
 */
import { text } from 'node:stream/consumers'
import type { ControlDatabase } from '../../database/database.ts'
import { withZone, zonedText } from '../../data/time-zone.ts'
import { type MessageCode, messageText, type MessageTexts } from '../../errors/messages.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { type RecordedMessage, recordedText } from '../../errors/stored-message.ts'
import type { Settings } from '../../settings/settings.ts'
import type { FolderSettings } from '../../files/folders/folder.ts'
import { type LogPlace, logSize, streamLog } from '../runner/log-place.ts'

/** A finished task of a group, or one of its steps. */
interface EndedTask extends RecordedMessage {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly started: string | null
  readonly finished: string
  /** Duration in seconds; null if the task was never started. */
  readonly duration: string | null
}

export interface EndedGroup extends EndedTask {
  /** Name of the group. */
  readonly group: string
  readonly scenario: string
  /** Time at which it was due, in the time zone of the installation; null without one. */
  readonly planned: string | null
  readonly language: string | null
}

export interface GroupMail {
  readonly subject: string
  readonly text: string
  readonly language: string
}

const columns = `t."id", t."name", t."status", t."message", t."coded_message" AS "codedMessage",
  t."started"::text, t."finished"::text,
  extract(epoch FROM t."finished" - t."started")::text AS "duration"`

export const endedGroupSql = `
  SELECT ${columns}, coalesce(s."name", t."parameters"->>'schedule') AS "group", t."scenario",
    to_char(t."planned", 'YYYY-MM-DD HH24:MI') AS "planned", nullif(u."language", 'auto') AS "language"
  FROM control."task" t LEFT JOIN control."scheduledtask" s ON s."id" = t."schedule"
  LEFT JOIN control."user" u ON u."id" = t."user"`

const logLines = 12
const longestLine = 400

type MailSettings = Pick<Settings, 'LANGUAGE_CODE' | 'TIME_ZONE'> & FolderSettings

/** The logs that a mail quotes, and the time zone of its times. */
type Logs = LogPlace & { readonly settings: Pick<Settings, 'TIME_ZONE'> }

export async function composeGroupMail(
  database: Pick<ControlDatabase, 'query'>,
  settings: MailSettings,
  ended: EndedGroup,
): Promise<GroupMail> {
  const { rows: steps } = await database.query<EndedTask>({
    text: `SELECT ${columns} FROM control."task" t WHERE t."parent" = $1 ORDER BY t."id"`,
    values: [ended.id],
  })
  const language = ended.language ?? settings.LANGUAGE_CODE
  const texts = await loadMessages(language)
  const words = wordsIn(texts)
  const told = recordedText(ended, texts)
  const { group, scenario, planned, started, finished } = ended
  const status = words(statusWord(ended))
  const lines = [
    words('mail_group_intro', { group, scenario, status }),
    ...(told === null ? [] : [told]),
    '',
    ...(planned === null
      ? []
      : [words('mail_group_planned', { planned: withZone(planned, settings.TIME_ZONE) })]),
    started === null
      ? words('mail_group_not_started')
      : words('mail_group_times', {
          started: withZone(second(started), settings.TIME_ZONE),
          finished: withZone(second(finished), settings.TIME_ZONE),
          duration: spanOf(ended),
        }),
    ...(steps.length === 0 ? ['', words('mail_group_no_steps')] : []),
  ]
  for (const [index, step] of steps.entries())
    lines.push('', ...(await stepLines(texts, { control: database, settings }, step, index + 1)))
  if (steps.length === 0) lines.push(...(await logSection(words, { control: database, settings }, ended)))
  return { subject: `${group}: ${status}`, text: `${lines.join('\n')}\n`, language }
}

type Words = (code: MessageCode, params?: Readonly<Record<string, string | number>>) => string

const wordsIn =
  (texts: MessageTexts): Words =>
  (code, params = {}) =>
    messageText({ code, params }, texts)

const second = (time: string): string => time.replace(/\.\d+$/, '')

/** Returns the message code of the status. A step that was skipped counts as waiting, because it was never started. */
function statusWord({ status, started, message }: EndedTask): MessageCode {
  if (status === 'Done') return 'status_done'
  if (status === 'Failed') return 'status_failed'
  return started === null || message?.startsWith('Not run: ') === true ? 'status_waiting' : 'status_canceled'
}

const two = (value: number): string => String(value).padStart(2, '0')

function spanOf({ duration }: EndedTask): string {
  const all = Math.max(0, Math.round(Number(duration ?? 0)))
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  return `${hours}:${two(minutes)}:${two(seconds)}`
}

async function stepLines(
  texts: MessageTexts,
  logs: Logs,
  step: EndedTask,
  number: number,
): Promise<readonly string[]> {
  const words = wordsIn(texts)
  const code = statusWord(step)
  const message = indented(recordedText(step, texts))
  const head = words('mail_group_step', { step: number, task: step.name })
  if (code === 'status_waiting') return [head, `  ${words(code)}`, ...message]
  const result = words('mail_group_result', { status: words(code), duration: spanOf(step) })
  return [head, `  ${result}`, ...message, ...(await logSection(words, logs, step))]
}

const indented = (text: string | null): readonly string[] =>
  text === null ? [] : text.split('\n').map((line) => `  ${line}`)

/** Returns the last lines of a log; none if it cannot be read here. */
async function logSection(words: Words, logs: Logs, task: EndedTask): Promise<readonly string[]> {
  const lines = await lastLines(logs, task)
  return lines.length === 0 ? [] : [`  ${words('mail_group_log')}`, ...lines.map((line) => `    ${line}`)]
}

const tailBytes = 16 * 1024

async function lastLines(logs: Logs, task: EndedTask): Promise<readonly string[]> {
  const size = (await logSize(logs, task).catch(() => undefined)) ?? 0
  if (size === 0) return []
  const start = Math.max(0, size - tailBytes)
  const tail = await text(streamLog(logs, task, start, size - 1)).catch(() => '')
  const lines = tail.trimEnd().split('\n')
  return (start === 0 ? lines : lines.slice(1))
    .slice(-logLines)
    .map((line) => withLocalTime(line, logs.settings.TIME_ZONE).slice(0, longestLine))
}

/** Returns a line of a log, which begins with a time in UTC, with the time in the zone. */
const withLocalTime = (line: string, timeZone: string): string =>
  line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z(?= )/, (time) => {
    const moment = Date.parse(time)
    return Number.isNaN(moment) ? time : zonedText(moment, timeZone)
  })
