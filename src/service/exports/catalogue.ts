/**
 * Lists everything that can be exported from a scenario: entities, plan reports, and the exports that users and
 * extensions define.
 */
import type { Principal } from '../../auth/principal.ts'
import { viewsAll } from '../../auth/rights/policies.ts'
import type { ReadRequest } from '../../data/read/index.ts'
import { allExports } from '../../extensions/extensions.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { ExportSource } from '../../files/export/export-files.ts'
import type { Entity } from '../../model/entity.ts'
import { requireEntity } from '../../model/model.ts'
import type { PlanReport } from '../../planning/reports/report.ts'
import { planReportByName, planReports } from '../../planning/reports/reports.ts'
import { sqlRole } from '../../settings/scenario-settings.ts'
import type { Service } from '../service.ts'
import {
  type ExportArguments,
  prepareReport,
  reportRequest,
  requestFor,
  type RequestRules,
} from './arguments.ts'
import { type DataExportRecord, loadDataExports } from './data-exports.ts'
import type { ExportDefinition } from './definition.ts'
import { aliases, findExportable, isExportable } from './exportable.ts'
import { querySource } from './query-source.ts'

/** Files that are created if none are named. */
const defaults: ReadonlySet<string> = new Set([
  'purchaseorder',
  'distributionorder',
  'manufacturingorder',
  'deliveries',
  'problems',
  'operationplanmaterial',
  'operationplanresource',
  'demandreport',
  'inventoryreport',
  'capacityreport',
])

export interface ExportCaller {
  readonly service: Service
  readonly principal: Principal
  readonly scenario: string
}

const fixed =
  (request: () => ReadRequest): (() => ExportSource) =>
  () => {
    const wanted = request()
    return ({ context }, use) => use({ context, request: wanted })
  }

/** Values that the report computes outside the database are computed when the file is created. */
const reported =
  (report: PlanReport, args: () => ExportArguments, rules: RequestRules): (() => ExportSource) =>
  () => {
    const given = args()
    const request = reportRequest(report, given, rules)
    return async ({ context }, use) =>
      use({ context, request: await prepareReport(context, report, given, request) })
  }

/** Returns all definitions, those of the default set first. */
export async function exportCatalogue(caller: ExportCaller): Promise<readonly ExportDefinition[]> {
  const { service } = caller
  const rules = rulesFor(caller)
  const own = [...entityExports(rules), ...reportExports(rules)]
  const defined = (await loadDataExports(service.control)).map((record) =>
    definedExport(caller, rules, record),
  )
  const added = allExports(service.extensions).map(
    ({ name, entity, extension, ...rest }): ExportDefinition => {
      const { fields, filter, ordering } = rest
      const args: ExportArguments = {
        ...(fields === undefined ? {} : { columns: [...fields] }),
        ...(filter === undefined ? {} : { filter: { ...filter } }),
        ...(ordering === undefined ? {} : { ordering }),
      }
      const title = requireEntity(rules.model, entity).labelPlural
      return {
        name,
        title: `${title} (${extension})`,
        kind: 'extension',
        isDefault: true,
        entities: [entity],
        source: fixed(() => requestFor(requireEntity(rules.model, entity), args, rules)),
      }
    },
  )
  const all = [...own, ...defined, ...added]
  return [...all.filter(({ isDefault }) => isDefault), ...all.filter(({ isDefault }) => !isDefault)]
}

function rulesFor({ service, principal, scenario }: ExportCaller): RequestRules {
  const mayFollow = (target: Entity): boolean => viewsAll(principal, scenario, target)
  return { model: service.models.current(), timeZone: service.settings.TIME_ZONE, mayFollow }
}

function entityExports(rules: RequestRules): readonly ExportDefinition[] {
  const { entities } = rules.model
  const short = new Map(Object.entries(aliases).map(([alias, name]) => [name, alias]))
  return entities.filter(isExportable).map((entity) => {
    const duplicate = entities.some(
      (other) => other !== entity && other.model === entity.model && isExportable(other),
    )
    const name = short.get(entity.name) ?? (duplicate ? entity.name : entity.model)
    return {
      name,
      title: entity.labelPlural,
      kind: 'entity',
      isDefault: defaults.has(name),
      entities: [entity.name],
      source: fixed(() => requestFor(entity, {}, rules)),
    }
  })
}

function reportExports(rules: RequestRules): readonly ExportDefinition[] {
  return planReports.map((report) => ({
    name: report.name,
    title: report.label,
    kind: 'report',
    isDefault: defaults.has(report.name),
    entities: report.entities,
    source: reported(report, () => ({}), rules),
  }))
}

function definedExport(
  { service, scenario }: ExportCaller,
  rules: RequestRules,
  { name, sql, report, args }: DataExportRecord,
): ExportDefinition {
  const shared = { name, title: report ?? 'SQL', kind: 'dataexport', isDefault: true } as const
  if (sql !== null) {
    const { settings } = service
    const run = {
      database: service.homeOf(scenario),
      scenario,
      role: sqlRole(settings, scenario),
      timeout: settings.STATEMENT_TIMEOUT,
    }
    // A superuser wrote the query and thereby decided what it shows.
    return { ...shared, entities: [], source: () => querySource(sql, run) }
  }
  const planReport = planReportByName.get(report ?? '')
  if (planReport !== undefined) {
    return { ...shared, entities: planReport.entities, source: reported(planReport, args, rules) }
  }
  const entity = findExportable(rules.model, report ?? '')
  const request = (): ReadRequest => {
    if (entity !== undefined) return requestFor(entity, args(), rules)
    throw new ServiceError('export_failed', {
      reason: { code: 'report_gone', params: { report: report ?? '' } },
    })
  }
  return { ...shared, entities: entity === undefined ? [] : [entity.name], source: fixed(request) }
}
