/** Operations of the OpenAPI document for screens: entities, labels, and permissions of the user. */
import { screensTag } from '../../contract/tags.ts'
import { actions } from '../../model/entity.ts'
import {
  answers,
  anything,
  appAndEntity,
  flag,
  integer,
  listOf,
  mapOf,
  means,
  object,
  operationsOf,
  orNull,
  problems,
  query,
  readsOf,
  takes,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const operation = operationsOf(screensTag)

const summary = {
  entity: text,
  app: text,
  model: text,
  label: means(text, 'In the language of the user.'),
  label_plural: text,
  about: text,
  group: means(text, 'Area of planning, or the module that brings the entity.'),
  url: text,
  route: means(text, 'Below the scenario, in the web UI.'),
  permissions: object(Object.fromEntries(actions.map((action) => [action, flag]))),
  readonly: flag,
  imports: means(flag, 'Whether files may bring records.'),
  workbook: means(flag, 'Whether a workbook of all planning data has a sheet of it.'),
}

const menuItem = object(
  {
    id: text,
    label: means(text, 'In the language of the user.'),
    kind: { ...text, enum: ['entity', 'task', 'page', 'report', 'link'] },
    entity: means(text, 'Entity or report to which the item leads.'),
    task: means(text, 'Task to whose form the item leads.'),
    page: text,
    route: means(text, 'In the web UI: below the scenario, or whole where it begins with `/app/`.'),
    url: means(text, 'Path of the service, or an address elsewhere.'),
    extension: means(text, 'Module that adds the item.'),
    enabled: flag,
    reason: means(text, 'Why the item cannot be chosen.'),
    needs: means(listOf(text), 'Entities that have no records yet, where that is the reason.'),
  },
  ['entity', 'task', 'page', 'route', 'url', 'extension', 'reason', 'needs'],
)

const field = object(
  {
    name: text,
    type: text,
    label: text,
    help: text,
    required: flag,
    read_only: flag,
    editable: flag,
    computed: flag,
    nullable: flag,
    default: anything,
    choices: listOf(object({ value: text, label: text })),
    reference: object({ entity: text, url: text, route: text, lookup: text, viewable: flag }),
    max_length: integer,
    unique: flag,
    custom: flag,
    write_only: flag,
    sortable: flag,
    filterable: flag,
    lookups: listOf(text),
    measures: means(listOf(text), 'Aggregates available for the field.'),
    measure: means(orNull('string'), 'Default aggregate below the column.'),
    width: means(integer, 'Pixels.'),
    align: { ...text, enum: ['left', 'right'] },
    section: { ...text, enum: ['key', 'main', 'plan', 'system'] },
    hidden: means(flag, 'Hidden in grids by default.'),
    followed: means(flag, 'Of the record referred to; lists give it out when `fields` names it.'),
  },
  ['default', 'choices', 'reference', 'max_length', 'custom', 'write_only', 'followed'],
)

const meta = object({
  ...summary,
  key: text,
  natural_key: listOf(text),
  natural_key_unique: flag,
  tree: means(orNull('string'), 'Field with the parent, where records form a tree.'),
  required_for_put: listOf(text),
  columns: means(listOf(text), 'Default columns of lists.'),
  list_fields: means(
    listOf(text),
    'What grids read of a record that carries lists: all but these. Else none.',
  ),
  fields: listOf(field),
  actions: listOf(
    object({ name: text, label: text, field: text, field_label: text, value: text, from: listOf(text) }),
  ),
  related: listOf(
    object({
      entity: text,
      label: text,
      field: text,
      field_label: text,
      filter: text,
      url: text,
      route: text,
      on_delete: { ...text, enum: ['delete', 'clear'] },
    }),
  ),
  import: {
    ...object({ headers: listOf(object({ field: text, header: text })), file_names: listOf(text) }),
    type: ['object', 'null'],
  },
  lastmodified: flag,
  history: flag,
  comments: flag,
})

const record: Schema = { type: 'object' }
const place = { list: { ...text, enum: ['create', 'update', 'delete'] }, row: integer }
const anyKey: Schema = { type: ['string', 'integer', 'null'] }
const editFault = object({ ...place, key: anyKey, field: text, code: text, message: text })
const conflict = object({
  ...place,
  key: text,
  lastmodified: orNull('string'),
  deleted: flag,
  fields: mapOf(object({ yours: anything, theirs: anything })),
})

const get = readsOf(screensTag)

export const screenPaths: Readonly<Record<string, Schema>> = {
  '/api/menu/': get('menu', 'Get the menu, including items of extension modules', {
    responses: {
      '200': answers(
        'Groups with their items.',
        listOf(object({ id: text, group: text, items: listOf(menuItem) })),
      ),
      ...problems('404'),
    },
  }),
  '/api/scenarios/': get('scenarios', 'List scenarios with their origin, size, users and latest plan', {
    responses: {
      '200': answers(
        'Those that the user may open; free ones for those who may copy.',
        listOf(
          object({
            name: text,
            label: text,
            status: { ...text, enum: ['Free', 'In use', 'Busy'] },
            open: flag,
            production: flag,
            rights: object({ superuser: flag, label: flag, copy: flag, release: flag, promote: flag }),
            size: means(orNull('integer'), 'Bytes on the disk.'),
            origin: {
              ...object({ task: integer, source: orNull('string'), by: orNull('string'), at: text }),
              type: ['object', 'null'],
            },
            last_plan: {
              ...object({ task: integer, status: text, at: text, message: orNull('string') }),
              type: ['object', 'null'],
            },
            users: {
              ...listOf(object({ username: text, superuser: flag })),
              type: ['array', 'null'],
              description: 'For those who administer users there.',
            },
          }),
        ),
      ),
      ...problems(),
    },
  }),
  '/api/meta/': get('meta_index', 'List the entities that the user may view', {
    parameters: [query('counts', '1 = with the numbers of their records.', flag)],
    responses: {
      '200': answers(
        'Entities. Large tables are estimated.',
        listOf(object({ ...summary, count: integer, estimated: flag }, ['count', 'estimated'])),
      ),
      ...problems('400', '404'),
    },
  }),
  '/api/meta/{app}/{entity}/': {
    parameters: appAndEntity,
    ...get('meta', 'Get the metadata of an entity for grids and forms', {
      responses: { '200': answers('The entity.', meta), ...problems('403', '404') },
    }),
  },
  '/api/mentions/{app}/{entity}/': {
    parameters: appAndEntity,
    ...get('mentions', 'List users who can be mentioned in a comment on a record of the entity', {
      parameters: [query('q', 'Part of the name. Default: the first users by name.')],
      responses: {
        '200': answers(
          'Users who may view the entity, by name; at most 8.',
          listOf(object({ username: text, name: means(text, 'First and last name.') })),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/lookup/{app}/{entity}/': {
    parameters: appAndEntity,
    ...get('lookup', 'Find records by their names, for fields that refer to them', {
      parameters: [
        query('q', 'Search text. Default: the first records by name.'),
        query('limit', 'Maximum number of records.', { ...integer, minimum: 1, maximum: 100, default: 20 }),
      ],
      responses: {
        '200': answers(
          'Records, the best first.',
          listOf(
            object({
              key: { type: ['string', 'integer'] },
              label: text,
              description: orNull('string'),
              rank: means(integer, '0 = equals the text, 1 = begins with it, 2 = contains it.'),
            }),
          ),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/distinct/{app}/{entity}/': {
    parameters: appAndEntity,
    ...get('distinct', 'List the values of a field in a list, most frequent first', {
      description: 'Accepts the filters of the list too.',
      parameters: [
        query('field', 'Name of the field.', text, true),
        query('q', 'Text that the values contain.'),
        query('limit', 'Maximum number of values.', { ...integer, minimum: 1, maximum: 1000, default: 100 }),
        query('filter', 'Filters joined by and, or and not, as JSON.'),
      ],
      responses: {
        '200': answers(
          'The values.',
          object({ values: listOf(object({ value: anything, count: integer })), more: flag }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/aggregate/{app}/{entity}/': {
    parameters: appAndEntity,
    ...get('aggregate', 'Compute counts, sums and averages over a list, in total or by group', {
      description:
        'Takes the filters of the list as well, and computes over all records that match, of which the user may see some ' +
        'or all. Without group there is one row. The filter of a row finds its records in the list.',
      parameters: [
        query(
          'group',
          'Names of at most two fields; of dates also with __day, __week or __month, such as due__month.',
        ),
        query(
          'measure',
          'What is computed, such as quantity__sum,due__min: __sum, __avg, __min and __max of numbers and durations, ' +
            '__min and __max of dates. At most 40.',
        ),
        query('ordering', 'Names of groups and measures, or count; with a leading "-" for descending order.'),
        query('limit', 'Maximum number of rows.', { ...integer, minimum: 1, maximum: 500, default: 100 }),
        query('offset', 'Number of rows to skip.', { ...integer, minimum: 0, default: 0 }),
        query('search', 'Words that the text fields contain.'),
        query('filter', 'Filters joined by and, or and not, as JSON.'),
      ],
      responses: {
        '200': answers(
          'The rows.',
          object({
            groups: means(integer, 'Groups on all pages.'),
            rows: listOf(
              object({
                values: means(listOf(anything), 'Of the fields of group; of a period its first moment.'),
                count: means(integer, 'Records.'),
                measures: mapOf(anything),
                filter: mapOf(text),
              }),
            ),
          }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/orderdates/{app}/{entity}/': {
    parameters: appAndEntity,
    post: operation(
      'order_dates',
      'Compute the other date of an order when one is moved; nothing is stored',
      {
        description:
          'Takes the reference and one of startdate and enddate, and the quantity if it is another one. The other date is ' +
          'computed as a write that gives only one of them does it: by lead time or duration, in working time.',
        requestBody: takes(record),
        responses: {
          '200': answers(
            'Both dates; null for one that cannot be computed.',
            object({ startdate: orNull('string'), enddate: orNull('string') }),
          ),
          ...problems('400', '403', '404'),
        },
      },
    ),
  },
  '/api/batch/{app}/{entity}/': {
    parameters: appAndEntity,
    post: operation('save_edits', 'Save staged edits in one transaction: new, changed and deleted records', {
      description:
        'A changed or deleted record may say when it was last changed as it was read (`lastmodified`), and a changed ' +
        'one what its values were then (`original`). Values that others have changed meanwhile are not overwritten.',
      parameters: [query('dryrun', '1 = validates and counts, and changes nothing.', flag)],
      requestBody: takes(
        object({ create: listOf(record), update: listOf(record), delete: listOf(record) }, [
          'create',
          'update',
          'delete',
        ]),
      ),
      responses: {
        '200': answers(
          'Saved.',
          object(
            {
              changeset: means(orNull('integer'), 'What was stored, in the audit; null for nothing.'),
              created: integer,
              updated: integer,
              unchanged: integer,
              deleted: integer,
              cascaded: means(mapOf(integer), 'Deleted dependent records of other entities.'),
              records: object({ create: listOf(record), update: listOf(record) }),
            },
            ['records'],
          ),
        ),
        ...problems('403', '404'),
        '400': answers('Nothing was saved: values are invalid.', object({ errors: listOf(editFault) })),
        '409': answers(
          'Nothing was saved: the same values have changed since.',
          object({ detail: text, conflicts: listOf(conflict) }),
        ),
      },
    }),
  },
  '/api/position/{app}/{entity}/': {
    parameters: appAndEntity,
    ...get('position', 'Get the position of a record in a list', {
      description: 'Accepts the filters and the ordering of the list too.',
      parameters: [
        query('key', 'Key of the record.', text, true),
        query('ordering', 'As in the list.'),
        query('filter', 'Filters joined by and, or and not, as JSON.'),
      ],
      responses: {
        '200': answers('Its position, from 0.', object({ position: integer, total: integer })),
        ...problems('400', '403', '404'),
      },
    }),
  },
}
