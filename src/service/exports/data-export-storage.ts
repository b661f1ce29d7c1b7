/**
 * Storage of `execute.dataexport`: validates a definition completely when it is saved, so that no fault is found only
 * when it runs at night. SQL requires a superuser; a report requires the right to view what it shows.
 */
import type pg from 'pg'
import type { Access } from '../../auth/access.ts'
import { standingOfActor } from '../../auth/storages/actor.ts'
import { createFaultList, type FaultList } from '../../auth/storages/fault-list.ts'
import { viewsAll } from '../../auth/rights/policies.ts'
import { type Standing, standsAsSuperuser } from '../../auth/rights/reach.ts'
import type { CoercedRecord, DataContext, EntityStorage } from '../../data/context.ts'
import type { Message } from '../../errors/messages.ts'
import { errorText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { formatOfNewFile } from '../../files/export/file-format.ts'
import type { Entity } from '../../model/entity.ts'
import { type Model, requireEntity } from '../../model/model.ts'
import { planReportByName, planReports } from '../../planning/reports/reports.ts'
import { sqlRole } from '../../settings/scenario-settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { fits } from '../../settings/schema-check.ts'
import { exportArguments, type ExportArguments, reportRequest, requestFor } from './arguments.ts'
import { findExportable } from './exportable.ts'
import { argumentFault } from './data-exports.ts'
import { checkQuery } from './query-source.ts'

export interface DataExportStorageOptions {
  readonly access: Access
  readonly settings: Pick<Settings, 'DATABASES' | 'STATEMENT_TIMEOUT'>
}

/** A complete definition: the stored values merged with the written ones. */
interface Definition {
  readonly name: string
  readonly sql: string | null
  readonly report: string | null
  readonly args: unknown
}

export function createDataExportStorage(options: DataExportStorageOptions): EntityStorage {
  return {
    prepare: async (context, client, records) => {
      const standing = await standingOfActor(options.access, context.actor)
      const stored = await storedDefinitions(client, records)
      const faults = createFaultList()
      for (const [index, record] of records.entries()) {
        const before = stored.get(String(record['name']))
        const report = (field: string, message: Message): void => faults.add(index, field, message)
        await check(options, context, { standing, before, now: complete(record, before) }, report)
      }
      return faults.result()
    },
    beforeDelete: async (context, client, keys) => {
      const standing = await standingOfActor(options.access, context.actor)
      const stored = await storedDefinitions(
        client,
        keys.map((name) => ({ name })),
      )
      const kept = [...stored.values()].some(({ sql }) => sql !== null)
      if (kept && !maySql(standing, context.scenario)) throw new ServiceError('permission_denied')
    },
  }
}

type Tell = Parameters<FaultList['add']> extends [number, ...infer Rest] ? (...rest: Rest) => void : never

interface Change {
  readonly standing: Standing
  readonly before: Definition | undefined
  readonly now: Definition
}

async function check(
  options: DataExportStorageOptions,
  context: DataContext,
  { standing, before, now }: Change,
  tell: Tell,
): Promise<void> {
  const name = fault(() => formatOfNewFile(now.name))
  if (name !== undefined) tell('name', name)
  if ((now.sql === null) === (now.report === null)) {
    tell(now.sql === null ? 'report' : 'sql', { code: 'either_sql_or_report' })
    return
  }
  if ((now.sql !== null || before?.sql != null) && !maySql(standing, context.scenario)) {
    tell('sql', { code: 'superusers_only' })
    return
  }
  if (now.sql === null) await checkReport(context, standing, now, tell)
  else await checkSql(options, context, now.sql, now.args, tell)
}

/**
 * Requires superuser rights in production as well, because all scenarios share the definitions and the query runs in
 * every scenario that is exported.
 */
const maySql = (standing: Standing, scenario: string): boolean =>
  standsAsSuperuser(standing, scenario) && standsAsSuperuser(standing, 'default')

async function checkSql(
  { settings }: DataExportStorageOptions,
  { home, scenario }: DataContext,
  sql: string,
  args: unknown,
  tell: Tell,
): Promise<void> {
  if (args !== null && Object.keys(Object(args)).length > 0)
    tell('arguments', { code: 'arguments_of_report' })
  const run = {
    database: home,
    scenario,
    role: sqlRole(settings, scenario),
    timeout: settings.STATEMENT_TIMEOUT,
  }
  try {
    await checkQuery(sql, run)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof ServiceError && error.status >= 503) throw error
    tell('sql', error instanceof ServiceError ? { code: error.code, params: error.params } : errorText(error))
  }
}

async function checkReport(
  context: DataContext,
  standing: Standing,
  { report, args }: Definition,
  tell: Tell,
): Promise<void> {
  const { model, timeZone, scenario } = context
  const planReport = planReportByName.get(report ?? '')
  const entity = findExportable(model, report ?? '')
  if (planReport === undefined && entity === undefined) {
    const known = planReports.map(({ name }) => name).join(', ')
    tell('report', { code: 'unknown_report', params: { value: (report ?? '').slice(0, 100), known } })
    return
  }
  const hidden = hiddenFrom(standing, scenario, model, planReport?.entities ?? [entity!.name])
  if (hidden !== undefined) {
    tell('report', { code: 'not_viewable', params: { entity: hidden } })
    return
  }
  const wrong = argumentFault(args ?? {})
  if (wrong !== undefined) {
    tell('arguments', wrong)
    return
  }
  const given: ExportArguments = fits(exportArguments, args ?? {}) ? (args ?? {}) : {}
  const mayFollow = (target: Entity): boolean => viewsAll(standing, scenario, target)
  const rules = { model, timeZone, mayFollow }
  const refused = fault(() =>
    planReport === undefined ? requestFor(entity!, given, rules) : reportRequest(planReport, given, rules),
  )
  if (refused !== undefined) tell('arguments', refused)
  const { bucket, start, end } = given
  if (planReport === undefined && [bucket, start, end].some((value) => value !== undefined)) {
    const reports = planReports.map(({ name }) => name).join(', ')
    tell('arguments', { code: 'arguments_of_plan_reports', params: { reports } })
  }
  if (bucket !== undefined && !(await bucketExists(context, bucket))) {
    tell('arguments', { code: 'not_offered', params: { value: bucket.slice(0, 100) } })
  }
}

function hiddenFrom(
  standing: Standing,
  scenario: string,
  model: Model,
  entities: readonly string[],
): string | undefined {
  return entities.find((name) => !viewsAll(standing, scenario, requireEntity(model, name)))
}

const standardBuckets: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year'])

async function bucketExists({ home, scenario }: DataContext, name: string): Promise<boolean> {
  if (standardBuckets.has(name)) return true
  const text = `SELECT 1 FROM "${scenario}"."bucket" WHERE "name" = $1`
  return (await home.query({ text, values: [name] })).rows.length > 0
}

/** Returns the error of an attempt as a message; for the fault of a field, the message of that field. */
function fault(attempt: () => unknown): Message | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const [field, messages] = Object.entries(error.fields ?? {})[0] ?? []
    const first = messages?.[0]
    if (field !== undefined && first !== undefined) {
      return { code: 'nested', params: { field, message: first } }
    }
    return { code: error.code, params: error.params }
  }
}

function complete(record: CoercedRecord, before: Definition | undefined): Definition {
  const value = (name: string, stored: string | null | undefined): string | null => {
    const given = record[name]
    if (given === undefined) return stored ?? null
    return typeof given === 'string' ? given : null
  }
  const args = record['arguments']
  return {
    name: String(record['name']),
    sql: value('sql', before?.sql),
    report: value('report', before?.report),
    args: args === undefined ? (before?.args ?? null) : typeof args === 'string' ? JSON.parse(args) : args,
  }
}

async function storedDefinitions(
  client: Pick<pg.ClientBase, 'query'>,
  records: readonly CoercedRecord[],
): Promise<ReadonlyMap<string, Definition>> {
  const { rows } = await client.query<{
    name: string
    sql: string | null
    report: string | null
    args: string | null
  }>(
    `SELECT "name", "sql", "report", "arguments" AS args FROM control."dataexport" WHERE "name" = ANY ($1::text[])`,
    [records.map(({ name }) => String(name))],
  )
  return new Map(
    rows.map(({ args, ...row }) => [row.name, { ...row, args: args === null ? null : JSON.parse(args) }]),
  )
}
