/**
 * Tools that read entities and their records. The service itself provides the list of entities, fields and filters.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { parameters } from '../openapi/components.ts'
import type { Schema } from '../openapi/schemas.ts'
import type { Asker } from './asker.ts'
import {
  askJson,
  asSchema,
  inputOf,
  jsonOf,
  scenarioPrefix,
  type Tool,
  type ToolArguments,
  withParameters,
  textOf,
} from './tool.ts'

/** Number of records per page that is useful for an assistant. */
const standardLimit = 50
const largestLimit = 500

export const entityInput: Schema = {
  entity: {
    type: 'string',
    pattern: '^[a-z][a-z0-9_]{0,62}\\.[a-z][a-z0-9_]{0,62}$',
    description: 'Full name of the entity, such as input.demand (sales orders); list_entities names all.',
  },
}

/** Returns a list parameter as described in the OpenAPI document. */
const asInput = (name: keyof typeof parameters): Schema => {
  const { schema, description } = asSchema(parameters[name])
  return { ...asSchema(schema), description }
}

const listInput: Schema = {
  filters: asInput('filters'),
  filter: asInput('filter'),
  search: asInput('search'),
  ordering: asInput('ordering'),
  fields: asInput('fields'),
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: largestLimit,
    default: standardLimit,
    description: 'Records to give out.',
  },
  offset: asInput('offset'),
}

const key: Schema = { type: ['string', 'integer'], description: 'Key of the record.' }

/** Returns the path of the list of an entity. */
function listPath(args: ToolArguments): string {
  const [app = '', model = ''] = textOf(args['entity']).split('.')
  return `${scenarioPrefix(args)}/api/${encodeURIComponent(app)}/${encodeURIComponent(model)}/`
}

/** Returns a page of a list, with the number of all records and the offset of the next page. */
async function readPage(asker: Asker, path: string, args: ToolArguments): Promise<unknown> {
  const { search, ordering, fields, filter, limit = standardLimit, offset = 0 } = args
  const reply = await asker.ask({
    method: 'GET',
    path: withParameters(path, {
      // Filters come first, so that they cannot replace a parameter of lists with the same name.
      ...asSchema(args['filters']),
      search,
      ordering,
      fields,
      filter,
      limit,
      offset,
      format: 'json',
    }),
    // Without strict handling, a misspelled filter would return all records.
    prefer: 'handling=strict',
  })
  const records = jsonOf(reply)
  const count = Array.isArray(records) ? records.length : 0
  return { ...pageOf(reply.headers, { offset: Number(offset), limit: Number(limit), count }), records }
}

interface ReadPart {
  readonly offset: number
  readonly limit: number
  /** Number of records on the page. */
  readonly count: number
}

/**
 * Returns the total of a list and the offset of the page after a part of it. The total may be an estimate or missing:
 * only an exact one says where the list ends; otherwise a page that is not full does.
 */
function pageOf(
  headers: IncomingHttpHeaders,
  { offset, limit, count }: ReadPart,
): {
  readonly total: number | null
  readonly total_is_exact: boolean
  readonly next_offset: number | null
} {
  const end = offset + count
  const header = headers['x-total-count']
  const total = header === undefined ? undefined : Number(header)
  const isEstimate = String(headers['preference-applied']).includes('count=estimated')
  if (total !== undefined && !isEstimate)
    return { total, total_is_exact: true, next_offset: count > 0 && end < total ? end : null }
  if (count >= limit)
    return {
      total: total === undefined ? null : Math.max(total, end),
      total_is_exact: false,
      next_offset: end,
    }
  // An empty page may lie beyond the end.
  return count > 0 || offset === 0
    ? { total: end, total_is_exact: true, next_offset: null }
    : { total: total ?? null, total_is_exact: false, next_offset: null }
}

/** Returns the description of an entity for an assistant, from the metadata of screens. */
async function describeEntity(asker: Asker, args: ToolArguments): Promise<unknown> {
  const [app = '', model = ''] = textOf(args['entity']).split('.')
  const path = `${scenarioPrefix(args)}/api/meta/${encodeURIComponent(app)}/${encodeURIComponent(model)}/`
  const {
    entity,
    label,
    about,
    key: keyName,
    natural_key,
    permissions,
    fields,
    related,
  } = asSchema(await askJson(asker, { method: 'GET', path }))
  return {
    entity,
    label,
    about,
    key: keyName,
    natural_key,
    permissions,
    fields: listOf(fields).map((field) => {
      const { name, type, label: title, help, required, editable, choices, reference, lookups } = field
      const target = asSchema(reference)['entity']
      return { name, type, label: title, help, required, editable, choices, reference: target, lookups }
    }),
    related: listOf(related).map(({ entity: other, field }) => ({ entity: other, field })),
  }
}

const listOf = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value.map(asSchema) : [])

const summaryOf = ({ entity, label, about, permissions, count, estimated }: Schema): Schema => ({
  entity,
  label,
  about,
  permissions,
  count,
  ...(estimated === true ? { estimated } : {}),
})

async function listEntities(asker: Asker, args: ToolArguments): Promise<readonly Schema[]> {
  const path = `${scenarioPrefix(args)}/api/meta/?counts=1`
  return listOf(await askJson(asker, { method: 'GET', path })).map(summaryOf)
}

export const recordTools: readonly Tool[] = [
  {
    name: 'list_entities',
    title: 'List entities',
    description:
      'The kinds of records that there are and that you may read, each with what it holds and how many there are; of large tables, estimated. Begin here.',
    needs: 'read',
    input: inputOf({}),
    run: listEntities,
  },
  {
    name: 'describe_entity',
    title: 'Describe an entity',
    description:
      'The fields of an entity: types, choices, references to other entities, lookups for filters, and which can be changed.',
    needs: 'read',
    input: inputOf(entityInput, ['entity']),
    run: describeEntity,
  },
  {
    name: 'list_records',
    title: 'List records',
    description:
      'Records of an entity, filtered, sorted and page by page, up to the page without a next_offset. Ask for the fields that ' +
      'you need. A filter that the entity does not know is refused. A total may be an estimate, as total_is_exact tells.',
    needs: 'read',
    input: inputOf({ ...entityInput, ...listInput }, ['entity']),
    run: (asker, args) => readPage(asker, listPath(args), args),
  },
  {
    name: 'read_record',
    title: 'Read a record',
    description: 'One record of an entity by its key, with all its fields.',
    needs: 'read',
    input: inputOf({ ...entityInput, key }, ['entity', 'key']),
    run: (asker, args) =>
      askJson(asker, { method: 'GET', path: `${listPath(args)}${encodeURIComponent(textOf(args['key']))}/` }),
  },
  {
    name: 'list_exceptions',
    title: 'List exceptions of the plan',
    description:
      'What needs a decision in the stored plan, the largest effect first: late and short sales orders, overloads, ' +
      'shortages, orders to release or to move.',
    needs: 'read',
    input: inputOf(listInput),
    run: (asker, args) => readPage(asker, `${scenarioPrefix(args)}/api/exceptions/`, args),
  },
  {
    name: 'explain_sales_order',
    title: 'Explain a sales order',
    description:
      'A sales order with its planned delivery and lateness, and the constraints of the plan that make it late or short, such ' +
      'as an overloaded resource or a lead time. Without constraints it is in time.',
    needs: 'read',
    input: inputOf({ demand: { type: 'string', description: 'Name of the sales order.' } }, ['demand']),
    run: explainSalesOrder,
  },
]

async function explainSalesOrder(asker: Asker, args: ToolArguments): Promise<unknown> {
  const prefix = scenarioPrefix(args)
  const demand = textOf(args['demand'])
  const order = await askJson(asker, {
    method: 'GET',
    path: `${prefix}/api/input/demand/${encodeURIComponent(demand)}/`,
  })
  const query = { filters: { demand }, ordering: 'rank,id', limit: largestLimit }
  const {
    total,
    total_is_exact: isExact,
    records,
  } = asSchema(await readPage(asker, `${prefix}/api/output/constraint/`, query))
  return { order, constraints: records, constraint_count: total, constraint_count_is_exact: isExact }
}

/** Entities as resources: the same documents that `describe_entity` returns. */
export const entityDocuments = { list: listEntities, read: describeEntity } as const
