/** Endpoints of the menu and of the metadata of entities, in the language of the user. */
import { fieldTypes } from '../model/field.ts'
import { measures } from '../model/measures.ts'
import { answers, defineEndpoints, entityPath as path, otherwise } from './endpoint.ts'
import {
  anything,
  flag,
  integer,
  listOf,
  means,
  nullable,
  number,
  object,
  oneOf,
  text,
  type ValueOf,
} from './schemas.ts'
import { screensTag as tag } from './tags.ts'

const summaryFields = {
  entity: text,
  app: text,
  model: text,
  label: means(text, 'In the language of the user.'),
  label_plural: text,
  about: text,
  group: means(text, 'Area of planning, or the module that brings the entity.'),
  url: text,
  route: means(text, 'Below the scenario, in the web UI.'),
  permissions: object({ view: flag, add: flag, change: flag, delete: flag }),
  readonly: flag,
  imports: means(flag, 'Whether files may bring records.'),
  workbook: means(flag, 'Whether a workbook of all planning data has a sheet of it.'),
}
const summary = object(summaryFields)
export type EntitySummary = ValueOf<typeof summary>

const menuItem = object(
  {
    id: text,
    label: means(text, 'In the language of the user.'),
    kind: oneOf(['entity', 'task', 'page', 'report', 'link']),
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
export type MenuItem = ValueOf<typeof menuItem>

const reference = object({ entity: text, url: text, route: text, lookup: text, viewable: flag })
const field = object(
  {
    name: text,
    type: oneOf(fieldTypes),
    label: text,
    help: text,
    required: flag,
    read_only: flag,
    nullable: flag,
    default: anything,
    choices: listOf(object({ value: text, label: text })),
    max_length: integer,
    minimum: means(number, 'Smallest value that is accepted when written; 0 for durations.'),
    custom: flag,
    write_only: flag,
    editable: flag,
    computed: flag,
    reference,
    unique: flag,
    sortable: flag,
    filterable: flag,
    lookups: listOf(text),
    measures: means(listOf(oneOf(measures)), 'Aggregates available for the field.'),
    measure: means(nullable(oneOf(measures)), 'Default aggregate below the column.'),
    width: means(integer, 'Pixels.'),
    align: oneOf(['left', 'right']),
    section: oneOf(['key', 'main', 'plan', 'system']),
    hidden: means(flag, 'Hidden in grids by default.'),
    followed: means(flag, 'Of the record referred to; lists give it out when `fields` names it.'),
  },
  ['default', 'choices', 'reference', 'max_length', 'minimum', 'custom', 'write_only', 'followed'],
)
export type FieldMeta = ValueOf<typeof field>

const meta = object({
  ...summaryFields,
  key: text,
  natural_key: listOf(text),
  natural_key_unique: flag,
  tree: means(nullable(text), 'Field with the parent, where records form a tree.'),
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
      on_delete: oneOf(['delete', 'clear']),
    }),
  ),
  import: nullable(
    object({ headers: listOf(object({ field: text, header: text })), file_names: listOf(text) }),
  ),
  lastmodified: flag,
  history: flag,
  comments: flag,
})
export type EntityMeta = ValueOf<typeof meta>

export const metaEndpoints = defineEndpoints({
  'GET /api/menu/': {
    id: 'menu',
    tag,
    summary: 'Get the menu, including items of extension modules',
    answers: {
      200: answers(
        'Groups with their items.',
        listOf(object({ id: text, group: text, items: listOf(menuItem) })),
      ),
    },
  },
  'GET /api/meta/': {
    id: 'meta_index',
    tag,
    summary: 'List the entities that the user may view',
    query: { counts: otherwise('1 = with the numbers of their records.', flag, false) },
    answers: {
      200: answers(
        'Entities. Large tables are estimated.',
        listOf(object({ ...summaryFields, count: integer, estimated: flag }, ['count', 'estimated'])),
      ),
    },
  },
  'GET /api/meta/{app}/{entity}/': {
    id: 'meta',
    tag,
    summary: 'Get the metadata of an entity for grids and forms',
    path,
    answers: { 200: answers('The entity.', meta) },
  },
})
