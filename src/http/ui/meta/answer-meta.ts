/**
 * `GET /api/meta/`: returns the entities that the user may see; `GET /api/meta/<app>/<entity>/`: returns the metadata
 * of an entity for grids and forms, in the language of the user.
 */
import { authorize, decide } from '../../../auth/rights/policies.ts'
import type { EntityMeta, FieldMeta, metaEndpoints } from '../../../contract/meta.ts'
import { allows } from '../../../data/read/condition.ts'
import { lookups } from '../../../data/read/lookups.ts'
import { visibleFields } from '../../../data/record-sql.ts'
import type { Entity } from '../../../model/entity.ts'
import { type Field } from '../../../model/field.ts'
import { followedField } from '../../../model/followed-field.ts'
import { fieldHeaders } from '../../../model/headers.ts'
import { choiceLabel, entityLabel, fieldLabel, type Labels } from '../../../model/labels/labels.ts'
import { followedLabel } from '../../../model/labels/followed-label.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { measuresOf, usualMeasure } from '../../../model/measures.ts'
import { requireEntity } from '../../../model/model.ts'
import { shownLists } from '../../../model/nested-lists.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { describeField } from '../../data/describe.ts'
import { dataPath } from '../../request-target.ts'
import { entityOf, maySeeSome, type WordCall } from '../word-call.ts'
import { followedColumns, isHidden, isShown, leadingColumns } from './columns.ts'
import { countEntities } from '../../../data/read/count-entities.ts'
import { alignOf, sectionOf, widthOf } from './field-hints.ts'
import { routeOf, summaryOf } from './summary.ts'

type Endpoints = typeof metaEndpoints

const labelsOf = ({ exchange }: WordCall): Promise<Labels> =>
  loadLabels(exchange.language, exchange.service.extensions.translations)

/**
 * Returns the entities. With `counts=1` also the number of records, except for entities of which the user may see
 * only some records.
 */
export const answerMetaIndex: EndpointHandler<Endpoints['GET /api/meta/']> = async (call, { query }) => {
  const { context, principal, scenario } = call
  const labels = await labelsOf(call)
  const visible = context.model.entities.filter((entity) => maySeeSome(call, entity))
  const whole = visible.filter((entity) => decide(principal, scenario, entity, 'view') === 'all')
  const counts = query.counts ? await countEntities(context, whole) : undefined
  return visible.map((entity) => Object.assign(summaryOf(call, entity, labels), counts?.get(entity.name)))
}

/** Returns the metadata of an entity. Throws `not_found` and `permission_denied`. */
export const answerMeta: EndpointHandler<Endpoints['GET /api/meta/{app}/{entity}/']> = async (call) => {
  const entity = entityOf(call)
  const { context, principal, scenario } = call
  authorize(principal, scenario, entity, 'GET')
  const labels = await labelsOf(call)
  const known = [...visibleFields(entity), ...entity.fields.filter(({ writeOnly }) => writeOnly)]
  const fields = known.filter((field) => isShown(entity, field))
  const followed = followedFields(call, entity)
  const logged = entity.query === undefined && entity.schema === 'scenario'
  return {
    ...summaryOf(call, entity, labels),
    key: entity.key,
    natural_key: entity.naturalKey,
    natural_key_unique: entity.naturalKeyUnique,
    tree: entity.tree ?? null,
    required_for_put: entity.coreFields,
    columns: leadingColumns(entity),
    list_fields: listFields(entity, followed),
    fields: [...fields, ...followed].map((field) => metaField(call, entity, field, labels)),
    actions: actionsOf(call, entity, labels),
    related: relatedOf(call, entity, labels),
    import: entity.imports && !entity.readOnly ? importOf(entity, labels) : null,
    lastmodified: entity.fieldByName.has('lastmodified'),
    history: logged && context.model.byName.has('common.comment'),
    comments: logged,
  }
}

/**
 * Returns the fields that screens request from a list, if these are not simply all fields: without nested lists, but
 * with fields of referenced records.
 */
function listFields(entity: Entity, followed: readonly Field[]): readonly string[] {
  if (shownLists(entity).length === 0 && followed.length === 0) return []
  return [...visibleFields(entity), ...followed].map(({ name }) => name)
}

/** Returns the fields of referenced records in a list, if the user may see these records. */
const followedFields = ({ context, principal, scenario }: WordCall, entity: Entity): readonly Field[] =>
  followedColumns(entity)
    .flatMap((name) => followedField(context.model, entity, name) ?? [])
    .filter(({ via }) => {
      const target = requireEntity(context.model, via!.entity)
      return decide(principal, scenario, target, 'view') === 'all'
    })

function metaField(call: WordCall, entity: Entity, field: Field, labels: Labels): FieldMeta {
  const { model } = call.context
  const { reference: _reference, ...described } = describeField(entity, field, labels)
  const comparable = field.type !== 'json' && !field.writeOnly
  return {
    name: field.name,
    ...described,
    label: followedLabel(model, entity, field, labels),
    ...(field.via === undefined ? {} : { followed: true }),
    editable: field.access === 'write' && !entity.readOnly,
    computed: field.access === 'computed',
    unique: field.unique || field.name === entity.key,
    ...(field.reference === undefined ? {} : { reference: referenceOf(call, field.reference.entity) }),
    sortable: comparable,
    filterable: comparable,
    lookups: comparable
      ? lookups.filter((lookup) => allows(model, entity, field, lookup)).map(({ name }) => name)
      : [],
    measures: measuresOf(field),
    measure: usualMeasure(entity, field) ?? null,
    width: widthOf(entity, field, labels),
    align: alignOf(field),
    section: sectionOf(entity, field),
    hidden: isHidden(entity, field),
  }
}

function referenceOf(call: WordCall, name: string): FieldMeta['reference'] {
  const target = requireEntity(call.context.model, name)
  const { scenario } = call
  const prefix = dataPath(scenario, 'lookup', target.app)
  return {
    entity: name,
    url: dataPath(scenario, target.app, target.model),
    route: routeOf(target),
    lookup: `${prefix}${target.model}/`,
    viewable: maySeeSome(call, target),
  }
}

/** Returns the actions on records without editing: setting their status. */
function actionsOf(call: WordCall, entity: Entity, labels: Labels): EntityMeta['actions'] {
  const status = entity.fieldByName.get('status')
  const { principal, scenario } = call
  if (status?.choices === undefined || status.access !== 'write' || entity.readOnly) return []
  if (decide(principal, scenario, entity, 'change') === 'none') return []
  return status.choices.map((value) => ({
    name: `status:${value}`,
    label: choiceLabel(entity, status, value, labels),
    field: 'status',
    field_label: fieldLabel(entity, status, labels),
    value,
    from: (status.choices ?? []).filter((other) => other !== value),
  }))
}

/** Returns references from other entities to this entity, each with the filter that finds the referencing records. */
function relatedOf(call: WordCall, entity: Entity, labels: Labels): EntityMeta['related'] {
  const { model } = call.context
  return model.entities.flatMap((other) =>
    maySeeSome(call, other)
      ? other.fields
          .filter((field) => field.reference?.entity === entity.name && isShown(other, field))
          .map((field) => ({
            entity: other.name,
            label: entityLabel(other, labels, { plural: true }),
            field: field.name,
            field_label: fieldLabel(other, field, labels),
            filter: field.name,
            url: dataPath(call.scenario, other.app, other.model),
            route: routeOf(other),
            on_delete: field.reference?.onDelete === 'cascade' ? 'delete' : 'clear',
          }))
      : [],
  )
}

/** Returns the column headers of import files in the language of the user; field names are always accepted too. */
function importOf(entity: Entity, labels: Labels): EntityMeta['import'] {
  const headers = [...fieldHeaders(entity, labels)].filter(([{ access }]) => access === 'write')
  return {
    headers: headers.map(([field, header]) => ({ field: field.name, header })),
    file_names: [entity.model, entityLabel(entity, labels), entityLabel(entity, labels, { plural: true })],
  }
}
