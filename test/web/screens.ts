/**
 * All screens. Tests require of each that it is accessible in both schemes, logs nothing to the console and is no
 * wider than a phone; `npm run screenshots` photographs them. Pages of the menu are tested without a row here; a row
 * gives a page another case, or says when it is complete.
 */
import { coreMenu } from '../../src/http/ui/menu/items.ts'
import { reportWords } from '../../web/src/screens/reports/reports.ts'

export interface ScreenCase {
  /** Name of its picture. */
  readonly name: string
  readonly path: string
  /** User of the screen; null if nobody is signed in. The superuser `admin` by default. */
  readonly as?: string | null
  /** Whether it differs from another screen of its route only by its state, its user or its tab. */
  readonly variant?: boolean
  /** CSS selector of an element that appears when the screen is complete. */
  readonly ready?: string
  /** Whether it has colors that other screens of its route do not have. */
  readonly coloured?: boolean
  /** Whether even moderate accessibility issues are errors. */
  readonly strict?: boolean
  /** Console messages that belong to the screen. */
  readonly expected?: readonly RegExp[]
}

const rows: readonly ScreenCase[] = [
  { name: 'login', path: '/login/', as: null, strict: true },
  { name: 'home', path: '/app/default/', strict: true },
  { name: 'what-if', coloured: true, path: '/app/scenario1/', strict: true },
  { name: 'shortcuts', path: '/app/help/shortcuts', strict: true },
  { name: 'about', path: '/app/help/about', strict: true },
  { name: 'not-found', path: '/app/default/nowhere', strict: true },
  { name: 'closed-scenario', path: '/app/scenario9/', strict: true },
  { name: 'no-scenario', path: '/app/', as: 'stranger', strict: true },
  { name: 'grid', path: '/app/default/data/demand', ready: '.ag-row .g-value', strict: true },
  {
    name: 'grid-filtered',
    variant: true,
    path: '/app/default/data/demand?status__in=open,quote&ordering=-due',
    ready: '.ag-row .g-value',
    strict: true,
  },
  {
    name: 'grid-read-only',
    path: '/app/default/data/item',
    as: 'viewer',
    ready: '.ag-row .g-value',
    strict: true,
  },
  { name: 'grid-empty', variant: true, path: '/app/scenario1/data/demand', ready: 'h2', strict: true },
  { name: 'record', path: '/app/default/data/demand/SO-10701', ready: '#field-quantity', strict: true },
  {
    name: 'record-related',
    variant: true,
    path: '/app/default/data/location/Utrecht%20plant?tab=related',
    ready: '[role="grid"]',
    strict: true,
  },
  {
    name: 'record-history',
    variant: true,
    path: '/app/default/data/demand/SO-10701?tab=history',
    ready: '[role="tabpanel"]:visible',
    strict: true,
  },
  { name: 'record-new', path: '/app/default/data/demand/new', ready: '#field-name', strict: true },
  { name: 'execute', path: '/app/default/execute', ready: 'ol li', strict: true },
  { name: 'execute-viewer', variant: true, path: '/app/default/execute', as: 'viewer', strict: true },
  { name: 'execute-empty', variant: true, path: '/app/scenario1/execute', ready: '#tasks', strict: true },
  {
    name: 'task-form',
    variant: true,
    path: '/app/default/execute?task=runplan',
    ready: '[role="dialog"] form',
    strict: true,
  },
  {
    name: 'task-form-destructive',
    coloured: true,
    path: '/app/default/execute?task=empty',
    ready: '[role="dialog"] form',
    strict: true,
  },
  { name: 'run', path: '/app/default/execute/runs/2', ready: '[role="log"] li', strict: true },
  {
    name: 'run-unknown',
    variant: true,
    path: '/app/default/execute/runs/999999',
    expected: [/status of 404/],
  },
  { name: 'groups', path: '/app/default/execute/groups', ready: 'table, main h2' },
  { name: 'group', path: '/app/default/execute/groups/Night' },
  { name: 'group-new', path: '/app/default/execute/new-group', ready: 'main form' },
  { name: 'files', path: '/app/default/execute/files' },
  { name: 'files-look', path: '/app/default/execute/files?look=demand.csv', ready: '[role="dialog"] h2' },
  { name: 'files-export', variant: true, path: '/app/default/execute/files?folder=export' },
  { name: 'files-errors', variant: true, path: '/app/default/execute/files?folder=errors' },
  { name: 'scenarios', path: '/app/admin/scenarios', ready: 'main ul li' },
  { name: 'report-demand', variant: true, path: '/app/default/reports/demand', ready: '[role="grid"]' },
  { name: 'report-inventory', path: '/app/default/reports/inventory', ready: '[role="grid"]' },
  {
    name: 'report-key',
    path: '/app/default/reports/resource/Tube%20saw',
    ready: 'main canvas',
    strict: true,
  },
  {
    name: 'report-capacity-orders',
    path: '/app/default/reports/resource/Tube%20saw/orders?start=2026-01-01&end=2028-01-01&ordering=-load',
    ready: 'main table',
    strict: true,
  },
  {
    name: 'report-key-inventory',
    variant: true,
    path: '/app/default/reports/inventory/City%207%20black~Utrecht%20plant?bucket=month',
    ready: 'main canvas',
    strict: true,
  },
  {
    name: 'report-key-unknown',
    variant: true,
    path: '/app/default/reports/mo/nobody',
    ready: 'main h2',
    strict: true,
  },
  {
    name: 'report-heat',
    coloured: true,
    path: '/app/default/reports/resource?show=heat',
    ready: '[role="grid"]',
  },
  { name: 'report-mo', variant: true, path: '/app/default/reports/mo', ready: '[role="grid"]' },
  { name: 'plan-comparison', path: '/app/default/reports/comparison', ready: 'main h2', strict: true },
  { name: 'report-empty', variant: true, path: '/app/scenario1/reports/po', ready: 'main h2' },
  { name: 'problems', path: '/app/default/reports/problems', ready: '.ag-row' },
  { name: 'constraints', path: '/app/default/reports/constraints', ready: '.ag-row' },
  { name: 'exceptions', path: '/app/default/exceptions', ready: 'main ol li', strict: true, coloured: true },
  {
    name: 'exceptions-bottleneck',
    variant: true,
    path: '/app/default/exceptions?by=bottleneck&group=late',
    ready: 'main ol li',
    strict: true,
  },
  {
    name: 'release',
    path: '/app/default/release?span=28',
    ready: 'main table',
    strict: true,
    coloured: true,
  },
  { name: 'safety-stock', path: '/app/default/safetystock', ready: 'main table', strict: true },
  {
    name: 'release-receipts',
    variant: true,
    path: '/app/default/release?type=receipts',
    ready: 'main h2',
    strict: true,
  },
  { name: 'gantt', path: '/app/default/gantt', ready: 'main canvas', strict: true },
  {
    name: 'calendars',
    path: '/app/default/calendars?calendar=Two%20shifts',
    ready: '[role="application"] [data-open]',
    strict: true,
    coloured: true,
  },
  {
    name: 'calendars-month',
    variant: true,
    path: '/app/default/calendars?calendar=Two%20shifts&view=month&resource=Paint%20line',
    ready: '[role="gridcell"]',
    strict: true,
  },
  { name: 'gantt-table', path: '/app/default/gantt?show=table&days=7', ready: 'main table, [role="grid"]' },
  {
    name: 'pegging',
    path: '/app/default/data/demand/SO-10701/plan',
    ready: '[role="treegrid"] [role="row"]',
  },
  {
    name: 'try-order',
    variant: true,
    path: '/app/default/data/demand/SO-10701/plan?show=try',
    ready: '#field-quantity',
    strict: true,
  },
  { name: 'promise', path: '/app/default/promise', ready: '#field-quantity', strict: true },
  {
    name: 'supply-graph',
    path: '/app/default/supplypath/item/City%207%20black?show=graph&demand=SO-10902',
    ready: '[role="application"] text',
    strict: true,
    coloured: true,
  },
  {
    name: 'supply-path',
    variant: true,
    path: '/app/default/supplypath/item/City%207%20black',
    ready: '[role="treegrid"]',
  },
  { name: 'users', path: '/app/admin/users', ready: 'main table', strict: true },
  { name: 'new-user', path: '/app/admin/users/new', strict: true },
  { name: 'user', path: '/app/admin/users/1', ready: 'main h3', strict: true },
  { name: 'new-user-group', path: '/app/admin/groups/new', ready: 'main table', strict: true },
  { name: 'preferences', path: '/app/preferences', ready: '#keys form', strict: true },
  { name: 'proposals', path: '/app/default/proposals', ready: 'main [role="search"]', strict: true },
  { name: 'proposal', path: '/app/default/proposals/1', ready: 'main dl', strict: true },
  { name: 'webhooks', path: '/app/admin/webhooks', ready: 'main table', strict: true },
  { name: 'webhook-new', path: '/app/admin/webhooks/new', ready: 'main form', strict: true },
  { name: 'webhook', path: '/app/admin/webhooks/1', ready: 'main ol li', strict: true, coloured: true },
  { name: 'account-log', path: '/app/admin/accounts', ready: 'main table', strict: true },
  { name: 'workers', path: '/app/admin/workers', ready: 'main table', strict: true },
  { name: 'checks', path: '/app/admin/checks', ready: 'main table', strict: true },
  { name: 'audit', path: '/app/audit', ready: 'main ol', strict: true },
  { name: 'api', path: '/app/api', ready: 'main h2', strict: true },
  { name: 'import', path: '/app/default/data/item/import', ready: '#import-file' },
]

const reportRoute = new RegExp(`/reports/(?:${reportWords.join('|')})(/.+)?$`)

/** Returns the route of a path: all lists of entities have one route, and so have reports and keys of reports. */
export const routeOf = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .replace(/^\/app\/(default|scenario\d)\//, '/app/:scenario/')
    .replace(/\/data\/[^/]+/, '/data/:entity')
    .replace(reportRoute, (_, key?: string) =>
      key === undefined ? '/reports/:report' : '/reports/:report/:key',
    )

/** Pages of the menu whose route has no row. */
const pages: readonly ScreenCase[] = coreMenu
  .flatMap(({ items }) => items)
  .flatMap(({ id, route }) => {
    if (route === undefined) return []
    const path = route.startsWith('/app/') ? route : `/app/default${route}`
    return [{ name: id.replaceAll('_', '-'), path, strict: true }]
  })
  .filter((page) => rows.every((row) => routeOf(row.path) !== routeOf(page.path)))

export const screens: readonly ScreenCase[] = [...rows, ...pages]
