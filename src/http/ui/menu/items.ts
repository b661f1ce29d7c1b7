/** The menu of the web UI: groups with their items, in order. Lists of entities come from their areas. */
import { type Area, areas, entitiesOfArea } from '../meta/areas.ts'

/** A text of `words/<language>/<area>.json`, such as `promise:title`. */
export type TitleId = `${string}:${string}`

export interface CoreItem {
  readonly id: string
  /** Full name of an entity whose list the item opens. */
  readonly entity?: string
  /** Title of the page that the item opens: that of the screen. */
  readonly title?: TitleId
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

const page = (id: string, route: string, title: TitleId, more: Partial<CoreItem> = {}): CoreItem => ({
  id,
  title,
  route,
  kind: 'page',
  ...more,
})

const report = (
  id: string,
  route: string,
  title: TitleId,
  { sees, needs = [sees] }: { readonly sees: string; readonly needs?: readonly string[] },
): CoreItem => page(id, route, title, { kind: 'report', sees, needs })

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
      page('promise', '/promise', 'promise:title', { rights: ['input.try_plan'], needs: ['input.item'] }),
      report('demand_report', '/reports/demand', 'reports:report.demand', { sees: 'input.demand' }),
    ],
  ],
  inventory: [
    [],
    [
      report('inventory_report', '/reports/inventory', 'reports:report.inventory', {
        sees: 'input.operationplanmaterial',
      }),
    ],
  ],
  purchasing: [
    [],
    [report('po_report', '/reports/po', 'reports:report.po', { sees: 'input.purchaseorder' })],
  ],
  distribution: [
    [],
    [report('do_report', '/reports/do', 'reports:report.do', { sees: 'input.distributionorder' })],
  ],
  manufacturing: [
    [],
    [report('mo_report', '/reports/mo', 'reports:report.mo', { sees: 'input.manufacturingorder' })],
  ],
  capacity: [
    [],
    [
      report('resource_report', '/reports/resource', 'reports:report.resource', {
        sees: 'output.resourcesummary',
      }),
      report('gantt', '/gantt', 'gantt:title', { sees: 'input.operationplanresource' }),
      page('calendars', '/calendars', 'calendars:title', {
        sees: 'input.calendarbucket',
        needs: ['input.calendar'],
      }),
    ],
  ],
  plan: [
    [
      page('home', '/', 'home:title'),
      report('exceptions', '/exceptions', 'exceptions:title', { sees: 'output.problem', needs: [] }),
      page('proposals', '/proposals', 'proposals:title', {
        rights: ['common.view_proposal', 'common.add_proposal'],
      }),
      report('release', '/release', 'release:title', { sees: 'input.operationplan', needs: [] }),
      page('safety_stock', '/safetystock', 'common:safetyStock', {
        sees: 'input.buffer',
        needs: ['input.buffer'],
      }),
      report('problems', '/reports/problems', 'reports:findings.problem', {
        sees: 'output.problem',
        needs: [],
      }),
      report('constraints', '/reports/constraints', 'reports:findings.constraint', {
        sees: 'output.constraint',
        needs: [],
      }),
      report('comparison', '/reports/comparison', 'comparison:title', { sees: 'input.demand' }),
    ],
    [],
  ],
  execute: [
    [
      page('execute', '/execute', 'execute:title'),
      page('groups', '/execute/groups', 'schedules:title', { rights: ['execute.view_scheduledtask'] }),
      page('files', '/execute/files?folder=import', 'files:title', { rights: ['execute.manage_files'] }),
      page('spreadsheet', '/execute/spreadsheet', 'files:spreadsheet.title', {
        rights: ['execute.run_exportworkbook', 'execute.run_importworkbook'],
      }),
    ],
    [],
  ],
  admin: [
    [
      page('scenarios', '/app/admin/scenarios', 'scenarios:title'),
      page('backups', '/app/admin/backups', 'scenarios:backups.title', { superuser: true, task: 'backup' }),
      page('users', '/app/admin/users', 'users:title', {
        rights: ['common.manage_users', 'common.view_user'],
      }),
      page('user_groups', '/app/admin/groups', 'menu:user_groups', {
        rights: ['common.manage_users', 'auth.view_group'],
      }),
      page('webhooks', '/app/admin/webhooks', 'webhooks:title', { superuser: true }),
      page('audit', '/app/audit', 'audit:title', { sees: 'common.comment' }),
      page('account_log', '/app/admin/accounts', 'audit:accounts.title', { superuser: true }),
      page('workers', '/app/admin/workers', 'execute:workers.title', { superuser: true }),
      page('checks', '/app/admin/checks', 'checks:title', { superuser: true }),
    ],
    [
      page('inbox', '/app/inbox', 'home:inbox.title'),
      page('preferences', '/app/preferences', 'preferences:title'),
      page('api', '/app/api', 'apipage:title'),
    ],
  ],
}

export const coreMenu: readonly CoreGroup[] = areas.map((id) => {
  const [before, after] = around[id] ?? [[], []]
  const lists = entitiesOfArea[id]
    .filter((name) => !unlisted.has(name))
    .map((name): CoreItem => ({ id: name, kind: 'entity', entity: name, needs: needs[name] ?? [] }))
  return { id, items: [...before, ...lists, ...after] }
})
