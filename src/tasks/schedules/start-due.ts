/**
 * Starts the schedules that are due. One transaction locks the row of the schedule, sets its next start and creates
 * the task, so that only one of several servers starts it, and only once.
 */
import type pg from 'pg'
import type { ControlDatabase } from '../../database/database.ts'
import { wallClock, zonedText } from '../../data/time-zone.ts'
import type { Message } from '../../errors/messages.ts'
import type { Service } from '../../service/service.ts'
import type { FindDefinition } from '../definition.ts'
import { groupTask } from './steps.ts'
import { nextStart } from './next-start.ts'
import { planRun, recordRun } from './plan-run.ts'
import { type Schedule, scheduleColumns, scheduleOf } from './schedule-record.ts'

export interface StartDueOptions {
  readonly service: Service
  readonly find: FindDefinition
  readonly now: Date
}

/** Maximum delay of a start, in milliseconds. */
const maxDelayMs = 3_600_000

/**
 * Starts one schedule that is due. Returns the number of its task, 0 if that start was already made, and undefined if
 * no schedule is due.
 */
export async function startDue({ service, find, now }: StartDueOptions): Promise<number | undefined> {
  const { control, settings, secret } = service
  const definition = await find(settings, groupTask)
  if (definition === undefined) return undefined
  return control.withTransaction(async (client) => {
    const { rows } = await client.query<Parameters<typeof scheduleOf>[0]>(
      // A scenario whose data is being replaced on a further server cannot be opened: its schedules start afterwards.
      `SELECT ${scheduleColumns} FROM control."scheduledtask" s
      WHERE s."due" <= $1 AND NOT EXISTS (
        SELECT FROM control."scenario" c WHERE c."name" = s."scenario" AND c."replacement" IS NOT NULL
      )
      ORDER BY s."due", s."id" LIMIT 1 FOR UPDATE OF s SKIP LOCKED`,
      [now.toISOString()],
    )
    const [row] = rows
    if (row === undefined) return undefined
    const schedule = scheduleOf(row, settings.TIME_ZONE)
    const due = schedule.due ?? now
    const missed = now.getTime() - due.getTime() > maxDelayMs
    // After a longer interruption, the next start is the first one that is late by less than the maximum delay.
    const after = missed
      ? new Date(now.getTime() - maxDelayMs)
      : new Date(Math.max(due.getTime(), now.getTime()))
    const next = nextStart(schedule, after)
    await setNext(client, schedule.id, next, settings.TIME_ZONE)
    if (await hasRun(client, schedule.id, due)) return 0
    const reason = missed ? missedText(schedule, due, now) : await waitingText(client, schedule)
    const started = await planRun(service, definition, schedule, { planned: due, channel: 'task' }, reason)
    return recordRun(client, secret, started, reason === undefined ? 'Failed' : 'Canceled')
  })
}

async function setNext(
  client: pg.ClientBase,
  id: number,
  next: Date | undefined,
  timeZone: string,
): Promise<void> {
  await client.query(`UPDATE control."scheduledtask" SET "due" = $2, "next_run" = $3 WHERE "id" = $1`, [
    id,
    next?.toISOString() ?? null,
    next === undefined ? null : wallClock(next.getTime(), timeZone),
  ])
}

/** Returns whether a server whose clock is ahead has already made this start. */
async function hasRun(client: pg.ClientBase, id: number, due: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM control."task" WHERE "schedule" = $1 AND "planned" = $2',
    [id, due.toISOString()],
  )
  return rowCount !== 0
}

function missedText({ timeZone }: Schedule, due: Date, now: Date): Message {
  const at = zonedText(due.getTime(), timeZone)
  const minutes = Math.round((now.getTime() - due.getTime()) / 60_000)
  return {
    code: 'schedule_missed',
    params: { at, minutes: { code: 'minutes_past', params: { count: minutes } } },
  }
}

/**
 * Returns the reason to skip a run while the previous one is still waiting, so that runs do not accumulate in the
 * queue.
 */
async function waitingText(client: pg.ClientBase, { id, name }: Schedule): Promise<Message | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT "id" FROM control."task" WHERE "schedule" = $1 AND "status" = 'Waiting' AND "finished" IS NULL LIMIT 1`,
    [id],
  )
  return rows[0] === undefined
    ? undefined
    : { code: 'schedule_still_waits', params: { name, id: rows[0].id } }
}

/** Returns the time at which the next schedule is due; undefined if none is. */
export async function nextDue(database: ControlDatabase): Promise<Date | undefined> {
  const { rows } = await database.query<{ due: string | null }>({
    name: 'next-due',
    text: `SELECT (extract(epoch FROM min("due")) * 1000)::bigint::text AS "due" FROM control."scheduledtask"`,
  })
  const due = rows[0]?.due ?? null
  return due === null ? undefined : new Date(Number(due))
}
