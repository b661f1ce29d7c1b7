/** OPTIONS: describes a resource, its fields and the methods that the user may use, in the language of the user. */
import { authorize } from '../../auth/rights/policies.ts'
import { nestedLists } from '../../model/nested-lists.ts'
import { visibleFields } from '../../data/record-sql.ts'
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { choicesOf, entityLabel, fieldLabel, type Labels } from '../../model/labels/labels.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { fieldHelp } from '../../words/field-help.ts'
import type { ReportParameter } from '../../planning/reports/parameters.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { offeredFormats } from '../negotiation.ts'
import { type DataCall } from './data-call.ts'
import { methodsOf, permittedMethods } from './methods.ts'

export async function describeAnswer(call: DataCall): Promise<Answer> {
  const { entity, exchange, principal, target } = call
  authorize(principal, target.scenario, entity, 'OPTIONS')
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const permitted = permittedMethods(principal, target, entity)
  const description = {
    name: entityLabel(entity, labels, { plural: target.kind === 'list' }),
    description: entity.about,
    entity: entity.name,
    key: entity.key,
    natural_key: entity.naturalKey,
    methods: permitted,
    renders: offeredFormats(true).flatMap(({ mediaTypes }) => mediaTypes),
    parses: [
      ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      target.kind === 'list' ? ['application/x-ndjson'] : [],
    ].flat(),
    required_for_put: entity.coreFields,
    fields: describeFields(entity, labels, call.report?.drilldowns),
    ...(call.report === undefined ? {} : { parameters: describeParameters(call.report.parameters) }),
    nested_lists: Object.fromEntries([...nestedLists(entity)].map(([name, list]) => [name, list.entity])),
  }
  return jsonAnswer(200, description, {
    allow: methodsOf(entity, target.kind === 'detail' ? 'detail' : 'list').join(', '),
  })
}

function describeFields(
  entity: Entity,
  labels: Labels,
  drilldowns: Readonly<Record<string, string>> = {},
): Readonly<Record<string, unknown>> {
  const fields = [...visibleFields(entity), ...entity.fields.filter(({ writeOnly }) => writeOnly)]
  return Object.fromEntries(
    fields.map((field) => {
      const drilldown = drilldowns[field.name]
      const described = describeField(entity, field, labels)
      return [field.name, drilldown === undefined ? described : { ...described, drilldown }]
    }),
  )
}

/** Describes the parameters of a report, in addition to those of every list. */
function describeParameters(parameters: readonly ReportParameter[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    parameters.map(({ name, type, help, choices, maximum, default: standard, oneOf }) => [
      name,
      {
        type,
        help,
        ...(choices === undefined ? {} : { choices }),
        ...(maximum === undefined ? {} : { maximum }),
        ...(standard === undefined ? {} : { default: standard }),
        // The request must set one of the parameters that share a group.
        ...(oneOf === undefined ? {} : { one_of: oneOf }),
      },
    ]),
  )
}

/** Describes a field for OPTIONS and for the metadata of screens, with translated labels. */
export function describeField(entity: Entity, field: Field, labels: Labels) {
  const { reference, maxLength, minimum } = field
  const choices = choicesOf(entity, field, labels)
  return {
    type: field.type,
    label: fieldLabel(entity, field, labels),
    help: fieldHelp(field, labels),
    required: field.required || (field.name === entity.key && field.type !== 'identity'),
    read_only: field.access !== 'write',
    nullable: field.nullable,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(choices === undefined ? {} : { choices }),
    ...(reference === undefined ? {} : { reference: reference.entity }),
    ...(maxLength === undefined ? {} : { max_length: maxLength }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(field.writeOnly ? { write_only: true } : {}),
    ...(field.custom ? { custom: true } : {}),
  }
}
