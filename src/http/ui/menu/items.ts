/** The menu of the web UI: groups with their items, in order. Lists of entities come from their areas. */
import { type Area, areas, entitiesOfArea } from '../meta/areas.ts'
import type { MenuWord } from './words.ts'

export interface CoreItem {
  readonly id: string
  /** Full name of an entity whose list the item opens. */
  readonly entity?: string
  /** Page of the UI, with its title. */
  readonly page?: MenuWord
  /** Route relative to the scenario; absolute if it starts with `/app/`. */
  readonly route?: string
  readonly kind: 'entity' | 'report' | 'page'
  /** Permissions of which one is sufficient; the item of an entity requires the permission to view the entity. */
  readonly rights?: readonly string[]
  /** Entity that the user must be allowed to see. */
  readonly sees?: string
  /** If true, only for superusers of production, and users who may run `task`. */
  readonly superuser?: boolean
  /** Task of which whoever may run it in the scenario needs not be a superuser of production. */
  readonly task?: string
  /** Entities that must have records; otherwise the item is disabled. */
  readonly needs?: readonly string[]
}

export interface CoreGroup {
  readonly id: Area
  readonly items: readonly CoreItem[]
}

const report = (id: MenuWord, route: string, sees: string, needs: readonly string[] = [sees]): CoreItem => ({
  id,
  page: id,
  route,
  kind: 'report',
  sees,
  needs,
})

const page = (id: MenuWord, route: string, more: Partial<CoreItem> = {}): CoreItem => ({
  id,
  page: id,
  route,
  kind: 'page',
  ...more,
})

/** Entities that must have records before the entity can have any, because its records only connect others. */
const needs: Readonly<Record<string, readonly string[]>> = {
  'input.buffer': ['input.item', 'input.location'],
  'input.itemsupplier': ['input.item', 'input.supplier'],
  'input.itemdistribution': ['input.item', 'input.location'],
  'input.operationmaterial': ['input.operation', 'input.item'],
  'input.operationresource': ['input.operation', 'input.resource'],
  'input.operationdependency': ['input.operation'],
  'input.suboperation': ['input.operation'],
  'input.resourceskill': ['input.resource', 'input.skill'],
  'input.setuprule': ['input.setupmatrix'],
  'input.calendarbucket': ['input.calendar'],
  'common.bucketdetail': ['common.bucket'],
}

/** Entities with screens of their own: the menu does not contain their lists. */
const unlisted: ReadonlySet<string> = new Set([
  'output.problem',
  'output.constraint',
  'input.operationplan',
  'execute.task',
  'execute.scheduledtask',
  'common.scenario',
  'common.user',
  'auth.group',
  'common.apikey',
  'common.comment',
  'common.follower',
  'common.notification',
  'common.userpreference',
])

/** Items of a group before and after the lists of its area. */
const around: Readonly<
  Partial<Record<Area, readonly [before: readonly CoreItem[], after: readonly CoreItem[]]>>
> = {
  sales: [
    [],
    [
      page('promise', '/promise', { rights: ['input.try_plan'], needs: ['input.item'] }),
      report('demand_report', '/reports/demand', 'input.demand'),
    ],
  ],
  inventory: [[], [report('inventory_report', '/reports/inventory', 'input.operationplanmaterial')]],
  purchasing: [[], [report('po_report', '/reports/po', 'input.purchaseorder')]],
  distribution: [[], [report('do_report', '/reports/do', 'input.distributionorder')]],
  manufacturing: [[], [report('mo_report', '/reports/mo', 'input.manufacturingorder')]],
  capacity: [
    [],
    [
      report('resource_report', '/reports/resource', 'output.resourcesummary'),
      report('gantt', '/gantt', 'input.operationplanresource'),
      page('calendars', '/calendars', { sees: 'input.calendarbucket', needs: ['input.calendar'] }),
    ],
  ],
  plan: [
    [
      page('home', '/'),
      report('exceptions', '/exceptions', 'output.problem', []),
      page('proposals', '/proposals', { rights: ['common.view_proposal', 'common.add_proposal'] }),
      report('release', '/release', 'input.operationplan', []),
      page('safety_stock', '/safetystock', { sees: 'input.buffer', needs: ['input.buffer'] }),
      report('problems', '/reports/problems', 'output.problem', []),
      report('constraints', '/reports/constraints', 'output.constraint', []),
      report('comparison', '/reports/comparison', 'input.demand'),
    ],
    [],
  ],
  execute: [
    [
      page('execute', '/execute'),
      page('groups', '/execute/groups', { rights: ['execute.view_scheduledtask'] }),
      page('files', '/execute/files?folder=import', { rights: ['execute.manage_files'] }),
      page('spreadsheet', '/execute/spreadsheet', {
        rights: ['execute.run_exportworkbook', 'execute.run_importworkbook'],
      }),
    ],
    [],
  ],
  admin: [
    [
      page('scenarios', '/app/admin/scenarios'),
      page('backups', '/app/admin/backups', { superuser: true, task: 'backup' }),
      page('users', '/app/admin/users', { rights: ['common.manage_users', 'common.view_user'] }),
      page('user_groups', '/app/admin/groups', { rights: ['common.manage_users', 'auth.view_group'] }),
      page('webhooks', '/app/admin/webhooks', { superuser: true }),
      page('audit', '/app/audit', { sees: 'common.comment' }),
      page('account_log', '/app/admin/accounts', { superuser: true }),
      page('workers', '/app/admin/workers', { superuser: true }),
      page('checks', '/app/admin/checks', { superuser: true }),
    ],
    [page('inbox', '/app/inbox'), page('preferences', '/app/preferences'), page('api', '/app/api')],
  ],
}

export const coreMenu: readonly CoreGroup[] = areas.map((id) => {
  const [before, after] = around[id] ?? [[], []]
  const lists = entitiesOfArea[id]
    .filter((name) => !unlisted.has(name))
    .map((name): CoreItem => ({ id: name, kind: 'entity', entity: name, needs: needs[name] ?? [] }))
  return { id, items: [...before, ...lists, ...after] }
})
