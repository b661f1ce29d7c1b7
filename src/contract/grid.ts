/** Endpoints of lists of records: lookups, values of columns, aggregates, and edits that are saved together. */
import { ignoredParametersHeader } from './ignored-names.ts'
import {
  answers,
  defineEndpoints,
  entityPath as path,
  filterParameter as filter,
  needed,
  optional,
  otherwise,
  pageLimit,
  pageOffset,
  searchParameter as search,
} from './endpoint.ts'
import {
  anyKey,
  anything,
  closed,
  either,
  errorFields,
  flag,
  integer,
  listOf,
  mapOf,
  means,
  nullable,
  number,
  object,
  oneOf,
  record,
  scalar,
  type Schema,
  text,
} from './schemas.ts'
import { screensTag as tag } from './tags.ts'

const editPlace = { row: integer, key: nullable(anyKey) }
const editFault = object({
  list: oneOf(['create', 'update', 'delete']),
  ...editPlace,
  field: text,
  code: text,
  message: text,
})
const refusal = <T>(schema: Schema<T>) => either(schema, errorFields)
const faultyEdits = refusal(object({ errors: listOf(editFault) }))
const conflict = object({
  list: oneOf(['update', 'delete']),
  ...editPlace,
  lastmodified: nullable(text),
  deleted: flag,
  fields: mapOf(object({ yours: anything, theirs: anything })),
})

/** Returns the response of an endpoint that takes the filters of a list. */
const filtered = <T>(description: string, schema: Schema<T>) => ({
  ...answers(description, schema),
  headers: ignoredParametersHeader,
})

export const gridEndpoints = defineEndpoints({
  'GET /api/mentions/{app}/{entity}/': {
    id: 'mentions',
    tag,
    summary: 'List users who can be mentioned in a comment on a record of the entity',
    access: { permissions: ['common.add_comment'] },
    path,
    query: { q: optional('Part of the name. Default: the first users by name.', text) },
    answers: {
      200: answers(
        'Users who may view the entity, by name; at most 8.',
        listOf(object({ username: text, name: means(text, 'First and last name.') })),
      ),
    },
  },
  'GET /api/lookup/{app}/{entity}/': {
    id: 'lookup',
    tag,
    summary: 'Find records by their names, for fields that refer to them',
    path,
    query: {
      q: optional('Search text. Default: the first records by name.', text),
      limit: pageLimit(100, 20),
    },
    answers: {
      200: answers(
        'Records, the best first.',
        listOf(
          object({
            key: anyKey,
            label: text,
            description: nullable(text),
            rank: means(
              integer,
              '0 = equals the text, 1 = begins with it, 2 = contains it, 3 = contains all its words.',
            ),
          }),
        ),
      ),
    },
  },
  'GET /api/distinct/{app}/{entity}/': {
    id: 'distinct',
    tag,
    summary: 'List the values of a field in a list, most frequent first',
    description: 'Accepts the filters of the list too.',
    takesFilters: true,
    path,
    query: {
      field: needed('Name of the field.', text),
      q: optional('Text that the values contain.', text),
      limit: pageLimit(1_000, 100),
      filter,
    },
    answers: {
      200: filtered(
        'The values.',
        object({ values: listOf(object({ value: scalar, count: integer })), more: flag }),
      ),
    },
  },
  'GET /api/aggregate/{app}/{entity}/': {
    id: 'aggregate',
    tag,
    summary: 'Compute counts, sums and averages over a list, in total or by group',
    description:
      'Takes the filters of the list as well, of a plan report also its parameters, and computes over all records that match, of which the user may see some ' +
      'or all. Without group there is one row. The filter of a row finds its records in the list.',
    takesFilters: true,
    path,
    query: {
      group: otherwise(
        'Names of at most two fields; of dates also with __day, __week or __month, such as due__month.',
        text,
        '',
      ),
      measure: otherwise(
        'What is computed, such as quantity__sum,due__min: __sum, __avg, __min and __max of numbers and durations, ' +
          '__min and __max of dates. At most 40.',
        text,
        '',
      ),
      ordering: otherwise(
        'Names of groups and measures, or count; with a leading "-" for descending order.',
        text,
        '',
      ),
      limit: pageLimit(500, 100),
      offset: pageOffset(1_000_000_000),
      search,
      filter,
    },
    answers: {
      200: filtered(
        'The rows.',
        object({
          groups: means(integer, 'Groups on all pages.'),
          rows: listOf(
            object({
              values: means(listOf(scalar), 'Of the fields of group; of a period its first moment.'),
              count: means(integer, 'Records.'),
              measures: mapOf(nullable(either(text, number))),
              filter: mapOf(text),
            }),
          ),
        }),
      ),
    },
  },
  'GET /api/position/{app}/{entity}/': {
    id: 'position',
    tag,
    summary: 'Get the position of a record in a list',
    description: 'Accepts the filters and the ordering of the list too.',
    takesFilters: true,
    path,
    query: { key: needed('Key of the record.', text), ordering: optional('As in the list.', text), filter },
    answers: {
      200: filtered('Its position, from 0.', object({ position: integer, total: integer })),
    },
  },
  'POST /api/orderdates/{app}/{entity}/': {
    id: 'order_dates',
    tag,
    summary: 'Compute the other date of an order when one is moved; nothing is stored',
    description:
      'Takes the reference and one of startdate and enddate, and the quantity if it is another one. The other date is ' +
      'computed as a write that gives only one of them does it: by lead time or duration, in working time. With the ' +
      'key of an assignment (use) and a resource, in the working time of an order that runs on that resource instead; ' +
      'with an operation (and a resource), of an order that is not stored yet.',
    path,
    body: record,
    answers: {
      200: answers(
        'Both dates; null for one that cannot be computed.',
        object({ startdate: nullable(text), enddate: nullable(text) }),
      ),
    },
  },
  'POST /api/batch/{app}/{entity}/': {
    id: 'save_edits',
    tag,
    summary: 'Save staged edits in one transaction: new, changed and deleted records',
    description:
      'A changed or deleted record may say when it was last changed as it was read (`lastmodified`), and a changed ' +
      'one what its values were then (`original`). Values that others have changed meanwhile are not overwritten.',
    path,
    query: { dryrun: otherwise('1 = validates and counts, and changes nothing.', flag, false) },
    body: closed(
      object({ create: listOf(record), update: listOf(record), delete: listOf(record) }, [
        'create',
        'update',
        'delete',
      ]),
    ),
    bodySize: 'batch',
    answers: {
      200: answers(
        'Saved.',
        object(
          {
            changeset: means(nullable(integer), 'What was stored, in the audit; null for nothing.'),
            created: integer,
            updated: integer,
            unchanged: integer,
            deleted: integer,
            cascaded: means(
              mapOf(integer),
              'Records deleted because they require a deleted record, by entity.',
            ),
            records: object({ create: listOf(record), update: listOf(record) }),
          },
          ['records'],
        ),
      ),
      400: answers('Nothing was saved: values are invalid.', faultyEdits),
      403: answers('Nothing was saved: the user may not change some of the records.', faultyEdits),
      409: answers(
        'Nothing was saved: the same values have changed since.',
        refusal(object({ detail: text, conflicts: listOf(conflict) })),
      ),
    },
  },
})
