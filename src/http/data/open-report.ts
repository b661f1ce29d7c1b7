/**
 * Opens the plan report of a request: reads its parameters, and checks permissions in the scenarios that they name.
 */
import { authorize, decide, rejectReplaced } from '../../auth/rights/policies.ts'
import { parameterError } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import type { Labels } from '../../model/labels/labels.ts'
import type { OpenReport } from '../../planning/reports/output-report.ts'
import {
  readArguments,
  type ReportArguments,
  type ReportParameter,
} from '../../planning/reports/parameters.ts'
import { mayOpen } from '../../auth/principal.ts'
import { requireTogether } from '../../scenarios/compare-scenarios.ts'
import type { QueryPairs } from '../request-target.ts'
import type { DataCall } from './data-call.ts'

export interface OpenedList extends Pick<OpenReport, 'narrow' | 'rows'> {
  readonly entity: Entity
  /** Remaining parameters of the list: filters, order, paging. */
  readonly query: QueryPairs
}

/**
 * Returns the entity of the call, or the result of opening its report with the parameters. Throws
 * `permission_denied`, `invalid_parameter`, and `scenario_refused` for a comparison with a scenario on another database
 * server.
 */
export async function openReport(call: DataCall, format: string, labels: Labels): Promise<OpenedList> {
  const { report, entity, query, principal, target, context } = call
  if (report === undefined) return { entity, query }
  authorize(principal, target.scenario, entity, 'GET')
  const args = await readArguments(context, report.parameters, query)
  checkScenarios(call, report.parameters, args)
  const { order, ...opened } = await report.open({ args, format, labels }, context)
  const own = new Set(report.parameters.map(({ name }) => name))
  const asked = query.findLast(([name]) => name === 'ordering')?.[1] ?? ''
  // The fields that identify a row come last, so that every order is total.
  const ordering = [...asked.split(','), ...order].filter((name) => name.trim() !== '').join(',')
  const left = query.filter(([name]) => !own.has(name) && name !== 'ordering')
  return { ...opened, query: [...left, ['ordering', ordering]] }
}

/** Checks the scenarios in the arguments. The error does not reveal whether an inaccessible scenario exists. */
function checkScenarios(
  { principal, entity, target, context }: DataCall,
  parameters: readonly ReportParameter[],
  args: ReportArguments,
): void {
  for (const { name, type } of parameters) {
    const other = type === 'scenario' ? args.get(name) : undefined
    if (other === undefined) continue
    if (!mayOpen(principal, other)) {
      rejectReplaced(principal, other)
      const params = { name: other.slice(0, 100) }
      throw parameterError(name, { code: 'scenario_missing', params })
    }
    if (decide(principal, other, entity, 'view') !== 'all') {
      throw new ServiceError(
        'permission_denied',
        {},
        {
          fields: {
            [name]: [{ code: 'not_viewable', params: { entity: `${entity.labelPlural} (${other})` } }],
          },
        },
      )
    }
    requireTogether(context.control, target.scenario, other)
  }
}
