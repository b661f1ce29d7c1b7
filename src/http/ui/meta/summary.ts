/** Summary of an entity for screens: names, URLs, and permissions of the user. */
import { decide } from '../../../auth/rights/policies.ts'
import type { EntitySummary } from '../../../contract/meta.ts'
import { isLoadable } from '../../../files/fixtures/load-fixture.ts'
import type { Action, Entity } from '../../../model/entity.ts'
import { entityLabel, type Labels } from '../../../model/labels/labels.ts'
import { dataPath } from '../../request-target.ts'
import type { WordCall } from '../word-call.ts'
import { areaOf } from './areas.ts'

/**
 * Returns the route of the list of an entity in the web UI, relative to the scenario. The second part of an entity
 * name is unique.
 */
export const routeOf = ({ model }: Entity): string => `/data/${model}`

export function summaryOf(
  { principal, scenario }: Pick<WordCall, 'principal' | 'scenario'>,
  entity: Entity,
  labels: Labels,
): EntitySummary {
  const may = (action: Action): boolean => decide(principal, scenario, entity, action) !== 'none'
  return {
    entity: entity.name,
    app: entity.app,
    model: entity.model,
    label: entityLabel(entity, labels),
    label_plural: entityLabel(entity, labels, { plural: true }),
    about: entity.about,
    group: areaOf(entity),
    url: dataPath(scenario, entity.app, entity.model),
    route: routeOf(entity),
    permissions: { view: may('view'), add: may('add'), change: may('change'), delete: may('delete') },
    readonly: entity.readOnly,
    imports: entity.imports && !entity.readOnly,
    workbook: isLoadable(entity) && entity.view === undefined,
  }
}
