/** The tables that are passed to the planner unchanged: their columns and the order of their rows. */
import type {
  BufferRow,
  DemandRow,
  ItemDistributionRow,
  ItemRow,
  ItemSupplierRow,
  LocationRow,
  OperationDependencyRow,
  OperationMaterialRow,
  OperationResourceRow,
  OperationRow,
  OrderResourceRow,
  OrderRow,
  ResourceRow,
  ResourceSkillRow,
  SetupRuleRow,
  SubOperationRow,
  SupplierRow,
} from '../../planner/input.ts'
import type { Columns } from './columns.ts'

/** A table with the key that sorts its rows: a plan must not depend on the physical order of rows in the database. */
export interface Table<Row> {
  readonly entity: string
  readonly key: string
  readonly columns: Columns<Row>
}

const effective = { effective_start: 'begin', effective_end: 'finish' } as const
const sized = { sizeminimum: 'number', sizemultiple: 'number', sizemaximum: 'number' } as const

const replenishment = {
  ...sized,
  ...effective,
  item: 'text',
  location: 'text',
  leadtime: 'duration',
  batchwindow: 'duration',
  cost: 'number',
  priority: 'number',
  resource: 'text',
  resource_qty: 'number',
  fence: 'duration',
} as const

export const locations: Table<LocationRow> = {
  entity: 'input.location',
  key: 'name',
  columns: { name: 'text', owner: 'text', available: 'text' },
}

export const items: Table<ItemRow> = {
  entity: 'input.item',
  key: 'name',
  columns: { name: 'text', owner: 'text', type: 'text', cost: 'number' },
}

export const suppliers: Table<SupplierRow> = {
  entity: 'input.supplier',
  key: 'name',
  columns: { name: 'text', available: 'text' },
}

export const operations: Table<OperationRow> = {
  entity: 'input.operation',
  key: 'name',
  columns: {
    ...sized,
    ...effective,
    name: 'text',
    type: 'text',
    item: 'text',
    location: 'text',
    owner: 'text',
    priority: 'number',
    fence: 'duration',
    posttime: 'duration',
    cost: 'number',
    duration: 'duration',
    duration_per: 'duration',
    search: 'text',
    available: 'text',
    batchwindow: 'duration',
  },
}

export const suboperations: Table<SubOperationRow> = {
  entity: 'input.suboperation',
  key: 'id',
  columns: { ...effective, operation: 'text', suboperation: 'text', priority: 'number' },
}

export const dependencies: Table<OperationDependencyRow> = {
  entity: 'input.operationdependency',
  key: 'id',
  columns: {
    operation: 'text',
    blockedby: 'text',
    quantity: 'number',
    safety_leadtime: 'duration',
    hard_safety_leadtime: 'duration',
  },
}

export const materials: Table<OperationMaterialRow> = {
  entity: 'input.operationmaterial',
  key: 'id',
  columns: {
    ...effective,
    operation: 'text',
    item: 'text',
    location: 'text',
    quantity: 'number',
    quantity_fixed: 'number',
    type: 'text',
    name: 'text',
    priority: 'number',
    search: 'text',
    transferbatch: 'number',
    offset: 'duration',
  },
}

export const resources: Table<ResourceRow> = {
  entity: 'input.resource',
  key: 'name',
  columns: {
    name: 'text',
    owner: 'text',
    type: 'text',
    constrained: 'flag',
    maximum: 'number',
    maximum_calendar: 'text',
    available: 'text',
    location: 'text',
    cost: 'number',
    maxearly: 'duration',
    setupmatrix: 'text',
    setup: 'text',
    efficiency: 'number',
    efficiency_calendar: 'text',
  },
}

export const loads: Table<OperationResourceRow> = {
  entity: 'input.operationresource',
  key: 'id',
  columns: {
    ...effective,
    operation: 'text',
    resource: 'text',
    skill: 'text',
    quantity: 'number',
    quantity_fixed: 'number',
    name: 'text',
    priority: 'number',
    setup: 'text',
    search: 'text',
  },
}

export const setupRules: Table<SetupRuleRow> = {
  entity: 'input.setuprule',
  key: 'id',
  columns: {
    setupmatrix: 'text',
    priority: 'number',
    fromsetup: 'text',
    tosetup: 'text',
    duration: 'duration',
    cost: 'number',
    resource: 'text',
  },
}

export const skills: Table<ResourceSkillRow> = {
  entity: 'input.resourceskill',
  key: 'id',
  columns: { ...effective, resource: 'text', skill: 'text', priority: 'number' },
}

export const buffers: Table<BufferRow> = {
  entity: 'input.buffer',
  key: 'id',
  columns: {
    item: 'text',
    location: 'text',
    batch: 'text',
    type: 'text',
    onhand: 'number',
    minimum: 'number',
    minimum_calendar: 'text',
    min_interval: 'duration',
    maximum: 'number',
    maximum_calendar: 'text',
  },
}

export const itemSuppliers: Table<ItemSupplierRow> = {
  entity: 'input.itemsupplier',
  key: 'id',
  columns: {
    ...replenishment,
    supplier: 'text',
    extra_safety_leadtime: 'duration',
    hard_safety_leadtime: 'duration',
  },
}

export const itemDistributions: Table<ItemDistributionRow> = {
  entity: 'input.itemdistribution',
  key: 'id',
  columns: { ...replenishment, origin: 'text' },
}

/** A demand as stored: fields that the planner requires may be missing. */
export type StoredDemand = Omit<DemandRow, 'item' | 'quantity' | 'due'> & {
  readonly [Name in 'item' | 'quantity' | 'due']: DemandRow[Name] | null
}

export const demands: Table<StoredDemand> = {
  entity: 'input.demand',
  key: 'name',
  columns: {
    name: 'text',
    item: 'text',
    location: 'text',
    customer: 'text',
    owner: 'text',
    quantity: 'number',
    due: 'moment',
    priority: 'number',
    status: 'text',
    operation: 'text',
    minshipment: 'number',
    maxlateness: 'duration',
    policy: 'text',
    batch: 'text',
  },
}

export const orders: Table<OrderRow> = {
  entity: 'input.operationplan',
  key: 'reference',
  columns: {
    reference: 'text',
    type: 'text',
    status: 'text',
    quantity: 'number',
    quantity_completed: 'number',
    startdate: 'moment',
    enddate: 'moment',
    operation: 'text',
    owner: 'text',
    batch: 'text',
    item: 'text',
    location: 'text',
    origin: 'text',
    destination: 'text',
    supplier: 'text',
    demand: 'text',
  },
}

/** Resources assigned to orders by users or by an earlier plan. */
export const orderResources: Table<OrderResourceRow> = {
  entity: 'input.operationplanresource',
  key: 'id',
  columns: { operationplan: 'text', resource: 'text' },
}
