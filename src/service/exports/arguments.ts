/** What a data export says about its report beside the name: filters, columns, order, granularity and horizon. */
import { type Static, Type } from 'typebox'
import type { DataContext } from '../../data/context.ts'
import { isReserved, parseRead, type ReadRequest } from '../../data/read/index.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'
import { defaultGranularity, type PlanReport, type ReportSpan } from '../../planning/reports/report.ts'

const date = { pattern: '^\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d)?)?$' }

export const exportArguments = Type.Object(
  {
    filter: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        description: 'Filters as in the data API, such as {"status": "open", "quantity__gte": 10}.',
      }),
    ),
    columns: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: 'Names of the fields, in the order of the columns.',
      }),
    ),
    ordering: Type.Optional(Type.String({ description: 'As in the data API, such as "-due,name".' })),
    bucket: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Granularity of a plan report: day, week, month, quarter or year.',
      }),
    ),
    start: Type.Optional(Type.String({ ...date, description: 'First day of a plan report.' })),
    end: Type.Optional(Type.String({ ...date, description: 'Day on which a plan report ends.' })),
  },
  { additionalProperties: false },
)

export type ExportArguments = Static<typeof exportArguments>

export interface RequestRules {
  readonly model: Model
  readonly timeZone: string
  /** Whether fields of records that are referred to may be looked at. */
  readonly mayFollow: (target: Entity) => boolean
}

/**
 * The read that arguments ask for. Throws what `parseRead` throws, and `invalid_parameter` for parameters of lists
 * that make no sense in a file, such as `limit`.
 */
export function requestFor(
  entity: Entity,
  { filter = {}, columns = [], ordering = '' }: ExportArguments,
  { model, timeZone, mayFollow }: RequestRules,
): ReadRequest {
  const filters = Object.entries(filter).map(([name, value]) => [name, String(value)] as const)
  const paging = filters.find(([name]) => isReserved(entity, name))
  if (paging !== undefined) {
    const reason = 'it is no filter.'
    throw new ServiceError('invalid_parameter', { name: paging[0], reason })
  }
  const parameters = [...filters, ['fields', columns.join(',')] as const, ['ordering', ordering] as const]
  return parseRead(model, entity, parameters, { timeZone, strict: true, mayFollow })
}

/** The read of a plan report, in its own order unless another one is asked for. */
export function reportRequest(report: PlanReport, args: ExportArguments, rules: RequestRules): ReadRequest {
  return requestFor(
    report.over(spanOf(args)),
    { ...args, ordering: args.ordering ?? report.order.join(',') },
    rules,
  )
}

/** The same read with what the report computes outside the database. */
export async function prepareReport(
  context: DataContext,
  report: PlanReport,
  args: ExportArguments,
  request: ReadRequest,
): Promise<ReadRequest> {
  const span = spanOf(args)
  const prepared = await report.prepare?.(context, span)
  return prepared === undefined ? request : { ...request, entity: report.over(span, prepared) }
}

const spanOf = ({ bucket = defaultGranularity, start, end }: ExportArguments): ReportSpan => ({
  bucket,
  start,
  end,
})
