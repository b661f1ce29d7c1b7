/** Operations of the OpenAPI document that read plan reports. */
import { visibleFields } from '../../data/record-sql.ts'
import type { Entity } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'
import type { OutputReport } from '../../planning/reports/output-report.ts'
import { outputReports } from '../../planning/reports/outputs.ts'
import type { ReportParameter } from '../../planning/reports/parameters.ts'
import { listParameters, readProblems } from './components.ts'
import { listResponse } from './list-response.ts'
import { filterParameters, recordSchema, type Schema } from './schemas.ts'

const types: Readonly<Record<ReportParameter['type'], Schema>> = {
  text: { type: 'string' },
  bucket: { type: 'string', examples: ['week'] },
  datetime: { type: 'string', format: 'date-time' },
  integer: { type: 'integer', minimum: 1 },
  choice: { type: 'string' },
  scenario: { type: 'string', examples: ['scenario1'] },
  names: { type: 'array', items: { type: 'string' } },
}

function parameterOf({
  name,
  type,
  help,
  choices,
  maximum,
  default: standard,
  oneOf,
}: ReportParameter): Schema {
  const many = type === 'names'
  const known = choices === undefined ? {} : { enum: choices }
  const schema = {
    ...types[type],
    ...(many ? { items: { type: 'string', ...known } } : known),
    ...(maximum === undefined ? {} : { maximum }),
    ...(standard === undefined ? {} : { default: type === 'integer' ? Number(standard) : standard }),
  }
  return {
    name,
    in: 'query',
    description: oneOf === undefined ? help : `${help} One of the parameters that say so must be given.`,
    schema,
    ...(many ? { style: 'form', explode: false } : {}),
  }
}

/**
 * Returns the operation that reads a report. Its parameters have priority over filters by fields of the same name.
 */
export function reportOperation(model: Model, report: OutputReport): Schema {
  const { declaration, parameters } = report
  const own = new Set(parameters.map(({ name }) => name))
  const filters = filterParameters(
    model,
    visibleFields(declaration).filter(({ name, type }) => type !== 'json' && !own.has(name)),
  )
  const [first, ...others] = rowsOf(report).map(([name]) => ({ $ref: `#/components/schemas/${name}` }))
  const record = others.length === 0 ? first! : { oneOf: [first, ...others] }
  return {
    operationId: `report_${declaration.model}`,
    tags: [declaration.app],
    summary: `Get the ${declaration.label}`,
    description: declaration.about,
    parameters: [
      ...parameters.map(parameterOf),
      ...listParameters(declaration).filter(({ name }) => !own.has(String(name))),
      ...filters,
    ],
    responses: { '200': listResponse(`rows of the ${declaration.label}`, record), ...readProblems },
  }
}

export const reportPaths = (model: Model): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    outputReports.map((report) => [
      `/api/${report.declaration.app}/${report.declaration.model}/`,
      { get: reportOperation(model, report) },
    ]),
  )

/** Returns the rows of a report in JSON, by the name of their schema: those of its list, then of its other shapes. */
const rowsOf = ({ declaration, shapes = {} }: OutputReport): readonly (readonly [string, Entity])[] => [
  [declaration.name, declaration],
  ...Object.entries(shapes).map(([shape, rows]) => [`${declaration.name}.${shape}`, rows] as const),
]

export const reportSchemas = (model: Model): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    outputReports.flatMap((report) =>
      rowsOf(report).map(([name, rows]) => [name, recordSchema(model, rows)] as const),
    ),
  )
