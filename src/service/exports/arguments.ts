/** Arguments of a data export for its report: filters, columns, order, granularity and horizon. */
import { type Static, Type } from '../../contract/type.ts'
import type { DataContext } from '../../data/context.ts'
import { isReserved, parseRead, type ReadRequest } from '../../data/read/index.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
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
  /** Returns whether filters and columns may use fields of referenced records of this entity. */
  readonly mayFollow: (target: Entity) => boolean
}

/**
 * Returns the read request of the arguments. Throws the errors of `parseRead`, and `invalid_parameter` for parameters
 * of lists that are not applicable to a file, such as `limit`.
 */
export function requestFor(
  entity: Entity,
  { filter = {}, columns = [], ordering = '' }: ExportArguments,
  { model, timeZone, mayFollow }: RequestRules,
): ReadRequest {
  const filters = Object.entries(filter).map(([name, value]) => [name, String(value)] as const)
  const paging = filters.find(([name]) => isReserved(entity, name))
  if (paging !== undefined) {
    throw invalidParameter(paging[0], { code: 'no_filter' })
  }
  const parameters = [...filters, ['fields', columns.join(',')] as const, ['ordering', ordering] as const]
  return parseRead(model, entity, parameters, { timeZone, strict: true, mayFollow })
}

/** Returns the read request of a plan report, in the report's own order unless another one is given. */
export function reportRequest(report: PlanReport, args: ExportArguments, rules: RequestRules): ReadRequest {
  return requestFor(
    report.over(spanOf(args)),
    { ...args, ordering: args.ordering ?? report.order.join(',') },
    rules,
  )
}

/** Returns the request together with the values that the report computes outside the database. */
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
