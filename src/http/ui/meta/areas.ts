/** Assigns each entity to an area of planning: the groups of the menu and of lists of entities. */
import type { Entity } from '../../../model/entity.ts'

export const areas = [
  'sales',
  'inventory',
  'purchasing',
  'distribution',
  'manufacturing',
  'capacity',
  'plan',
  'execute',
  'admin',
] as const
export type Area = (typeof areas)[number]

/** Entities in the order of the menu. */
export const entitiesOfArea: Readonly<Record<Area, readonly string[]>> = {
  sales: ['input.demand', 'input.item', 'input.location', 'input.customer', 'input.deliveryorder'],
  inventory: ['input.buffer', 'input.operationplanmaterial'],
  purchasing: ['input.supplier', 'input.itemsupplier', 'input.purchaseorder'],
  distribution: ['input.itemdistribution', 'input.distributionorder'],
  manufacturing: [
    'input.operation',
    'input.operationmaterial',
    'input.operationresource',
    'input.operationdependency',
    'input.suboperation',
    'input.manufacturingorder',
    'input.workorder',
  ],
  capacity: [
    'input.resource',
    'input.skill',
    'input.resourceskill',
    'input.setupmatrix',
    'input.setuprule',
    'input.operationplanresource',
    'input.calendar',
    'input.calendarbucket',
  ],
  plan: ['output.problem', 'output.constraint', 'output.resourcesummary', 'input.operationplan'],
  execute: ['execute.task', 'execute.scheduledtask', 'execute.dataexport'],
  admin: [
    'common.scenario',
    'common.user',
    'auth.group',
    'common.apikey',
    'common.parameter',
    'common.attribute',
    'common.bucket',
    'common.bucketdetail',
    'common.comment',
    'common.follower',
    'common.notification',
    'common.userpreference',
  ],
}

const byEntity: ReadonlyMap<string, Area> = new Map(
  areas.flatMap((area) => entitiesOfArea[area].map((name): [string, Area] => [name, area])),
)

/**
 * Returns the area of an entity; entities of a module have the name of the module, and reports on the plan belong to
 * the plan.
 */
export const areaOf = ({ name, app }: Pick<Entity, 'name' | 'app'>): string =>
  byEntity.get(name) ?? (app === 'output' ? 'plan' : app)
