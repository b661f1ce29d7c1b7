/**
 * Validates schedules when they are saved: time zone, times and addresses, and every step against the schema of its
 * task and the rights of the user who saves, who becomes the owner. Computes the next start. An advisory lock
 * serializes saves, so that two concurrent saves cannot create a cycle of groups.
 */
import type pg from 'pg'
import { createFaultList, type FaultList } from '../../auth/storages/fault-list.ts'
import { holds, type Principal } from '../../auth/principal.ts'
import { limitToKey } from '../../auth/storages/actor.ts'
import type { CoercedRecord, DataContext, EntityStorage, WrittenRecord } from '../../data/context.ts'
import { wallClock } from '../../data/time-zone.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { shown, splitAddresses, wrongAddress } from '../../mail/addresses.ts'
import { unknownRecipients } from '../../mail/recipients.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { lockSchedules } from '../../scenarios/scenario-schedules.ts'
import type { Service } from '../../service/service.ts'
import type { FindDefinition } from '../definition.ts'
import { taskPrincipal } from '../runner/principal.ts'
import { checkSteps } from './check-steps.ts'
import { isTimeZone } from '../../settings/time-zones.ts'
import { isSameTimetable, nextStart, parseStartTime } from './next-start.ts'
import { renameGroups, type Rename } from './rename-groups.ts'
import { jsonOf, loadSchedules, type Schedule, scheduleColumns, scheduleOf } from './schedule-record.ts'
import { groupTask, readSteps, type Step, stepsJson } from './steps.ts'

export const scheduleEntity = 'execute.scheduledtask'

export interface ScheduleStorageOptions {
  readonly service: () => Service
  readonly find: FindDefinition
  readonly now?: () => Date
}

export function createScheduleStorage({
  service,
  find,
  now = () => new Date(),
}: ScheduleStorageOptions): EntityStorage {
  const saves = new WeakMap<DataContext, readonly MergedGroup[]>()
  return {
    prepare: async (context, client, records) => {
      await lockSchedules(client)
      const { userId } = context.actor
      const user = await taskPrincipal(service(), { userId, operator: userId === null })
      const principal = limitToKey(user, context.actor)
      const stored = await loadSchedules(
        { query: (statement) => client.query(statement.text) },
        context.timeZone,
      )
      const groups = new Map<string, Pick<Schedule, 'name' | 'scenario' | 'steps'>>(stored)
      const faults = createFaultList()
      const merged = records.map((record) => mergeRecord(record, storedOf(record, stored), context))
      for (const { name, before } of merged)
        if (before !== undefined && before.name !== name) groups.delete(before.name)
      for (const group of merged) groups.set(group.name, group)
      const scenarios = new Set((await listScenarios(service().control)).map(({ name }) => name))
      for (const [index, record] of records.entries()) {
        const group = merged[index]!
        record['scenario'] = group.scenario
        // The operator does not change the owner of a schedule.
        if (userId !== null) record['user'] = userId
        if (!checkScenario(faults, index, group, principal, scenarios)) continue
        checkPlain(faults, index, record)
        await checkRecipients(faults, index, record, service())
        const { faults: shape } = readSteps(jsonOf(record['steps']))
        faults.add(index, 'steps', ...shape)
        if (shape.length > 0) continue
        const caller = { service: service(), principal, scenario: group.scenario }
        faults.add(index, 'steps', ...(await checkSteps({ caller, find }, group, groups)).faults)
        if (group.starts && group.steps.length === 0) faults.add(index, 'steps', { code: 'steps_empty' })
        if (record['steps'] !== undefined && record['steps'] !== null)
          record['steps'] = stepsJson(group.steps)
      }
      saves.set(context, merged)
      return faults.result()
    },
    afterMerge: async (context, client, records) => {
      const merged = saves.get(context) ?? []
      await renameGroups(client, renamesOf(merged))
      await planNext(client, context.timeZone, { records, merged, now: now() })
    },
    beforeDelete: rejectDeletingSteps,
  }
}

/** A record merged with its stored version. */
interface MergedGroup {
  readonly name: string
  readonly scenario: string
  readonly steps: readonly Step[]
  /** Whether the schedule starts by itself. */
  readonly starts: boolean
  readonly before: Schedule | undefined
}

function storedOf(record: CoercedRecord, stored: ReadonlyMap<string, Schedule>): Schedule | undefined {
  const { id, name } = record
  if (typeof id === 'number') return [...stored.values()].find((schedule) => schedule.id === id)
  return stored.get(String(name))
}

function mergeRecord(
  record: CoercedRecord,
  before: Schedule | undefined,
  { scenario: here }: DataContext,
): MergedGroup {
  const { name, scenario, steps, starttimes, enabled } = record
  const times = starttimes === undefined ? (before?.startTimes ?? []) : jsonOf(starttimes)
  return {
    before,
    name: typeof name === 'string' ? name : (before?.name ?? ''),
    scenario: typeof scenario === 'string' ? scenario : (before?.scenario ?? here),
    steps: steps === undefined ? (before?.steps ?? []) : readSteps(jsonOf(steps)).steps,
    starts:
      (enabled ?? before?.enabled ?? true) === true && Array.isArray(times) && times.some(parseStartTime),
  }
}

const renamesOf = (merged: readonly MergedGroup[]): readonly Rename[] =>
  merged.flatMap(({ before, name }) =>
    before === undefined || before.name === name ? [] : [{ id: before.id, from: before.name, to: name }],
  )

/** Checks that the user has the right in both the previous and the new scenario. */
function checkScenario(
  faults: FaultList,
  index: number,
  { scenario, before }: MergedGroup,
  principal: Principal,
  scenarios: ReadonlySet<string>,
): boolean {
  const right = before === undefined ? 'execute.add_scheduledtask' : 'execute.change_scheduledtask'
  const wanted = [scenario, ...(before === undefined ? [] : [before.scenario])]
  const wrong = wanted.find((name) => !scenarios.has(name) || !holds(principal, name, right))
  if (wrong === undefined) return true
  faults.add(index, 'scenario', { code: 'invalid_reference', params: { value: wrong } })
  return false
}

function checkPlain(faults: FaultList, index: number, record: CoercedRecord): void {
  const { tz } = record
  if (typeof tz === 'string' && !isTimeZone(tz)) {
    faults.add(index, 'tz', { code: 'invalid_time_zone', params: { value: tz.slice(0, 100) } })
  }
  if (record['starttimes'] !== undefined && record['starttimes'] !== null) checkTimes(faults, index, record)
  for (const field of addressFields) {
    const text = record[field]
    if (typeof text !== 'string') continue
    const addresses = splitAddresses(text)
    const value = wrongAddress(addresses)
    if (value !== undefined) {
      faults.add(index, field, { code: 'invalid_address', params: { value: shown(value) } })
    }
    record[field] = addresses.length === 0 ? null : addresses.join(',')
  }
}

const addressFields = ['email_failure', 'email_success'] as const

/** Checks the recipients. They are checked again when the mail is sent, because users leave and settings change. */
async function checkRecipients(
  faults: FaultList,
  index: number,
  record: CoercedRecord,
  { control, settings }: Service,
): Promise<void> {
  for (const field of addressFields) {
    const text = record[field]
    if (typeof text !== 'string') continue
    const [value] = await unknownRecipients(control, settings, splitAddresses(text))
    if (value !== undefined) {
      faults.add(index, field, { code: 'address_not_allowed', params: { value: shown(value) } })
    }
  }
}

/** Validates the start times and stores them sorted, without duplicates. */
function checkTimes(faults: FaultList, index: number, record: CoercedRecord): void {
  const times = jsonOf(record['starttimes'])
  if (!Array.isArray(times)) return faults.add(index, 'starttimes', { code: 'not_a_list' })
  const parsed = times.map((value: unknown) => ({ value, time: parseStartTime(value) }))
  for (const { value, time } of parsed) {
    if (time !== undefined) continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    faults.add(index, 'starttimes', { code: 'invalid_start_time', params: { value: text.slice(0, 100) } })
  }
  record['starttimes'] = JSON.stringify(
    [...new Set(parsed.map(({ time }) => time ?? ''))].toSorted((a, b) => (a < b ? -1 : 1)),
  )
}

interface Saved {
  readonly records: readonly WrittenRecord[]
  readonly merged: readonly MergedGroup[]
  readonly now: Date
}

/**
 * Sets the next start of the saved schedules. A start that is due and was not made yet stays due if the times of the
 * schedule have not changed, so that the scheduler makes up for it or records that it was missed.
 */
async function planNext(
  client: pg.ClientBase,
  timeZone: string,
  { records, merged, now }: Saved,
): Promise<void> {
  const { rows } = await client.query<Parameters<typeof scheduleOf>[0]>(
    `SELECT ${scheduleColumns} FROM control."scheduledtask" s WHERE s."id" = ANY ($1::bigint[])`,
    [records.map(({ key }) => key)],
  )
  const stored = new Map(merged.flatMap(({ before }) => (before === undefined ? [] : [[before.id, before]])))
  const starts = rows.map((row) => {
    const schedule = scheduleOf(row, timeZone)
    const { due } = schedule
    const before = stored.get(row.id)
    const isOverdue = due !== null && due <= now
    return isOverdue && before !== undefined && isSameTimetable(before, schedule)
      ? due
      : nextStart(schedule, now)
  })
  await client.query(
    `UPDATE control."scheduledtask" s SET "due" = v."due"::timestamptz, "next_run" = v."next_run"::timestamp
    FROM unnest($1::bigint[], $2::text[], $3::text[]) AS v("id", "due", "next_run") WHERE s."id" = v."id"`,
    [
      rows.map(({ id }) => id),
      starts.map((start) => start?.toISOString() ?? null),
      starts.map((start) => (start === undefined ? null : wallClock(start.getTime(), timeZone))),
    ],
  )
}

/** Throws `group_in_use` for a group that is a step of another group. */
async function rejectDeletingSteps(
  _context: DataContext,
  client: pg.ClientBase,
  keys: readonly (string | number)[],
): Promise<void> {
  const { rows } = await client.query<{ name: string; groups: string }>(
    `SELECT d."name", string_agg(DISTINCT o."name", ', ') AS "groups"
    FROM control."scheduledtask" d
    JOIN control."scheduledtask" o ON o."id" <> ALL ($1::bigint[]) AND jsonb_typeof(o."steps") = 'array'
      AND o."steps" @> jsonb_build_array(
        jsonb_build_object('task', '${groupTask}', 'arguments', jsonb_build_object('schedule', d."name")))
    WHERE d."id" = ANY ($1::bigint[]) GROUP BY d."name" ORDER BY d."name" LIMIT 1`,
    [keys],
  )
  const [first] = rows
  if (first !== undefined) throw new ServiceError('group_in_use', { name: first.name, groups: first.groups })
}
