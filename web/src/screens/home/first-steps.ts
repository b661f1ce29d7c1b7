/** The tasks of the first hour that the user may do, and where each begins on the data of the scenario. */
import { useQuery } from '@tanstack/react-query'
import { type FirstTask, firstTasks } from '../../platform/first-tasks.ts'
import { lateOrdersQuery, planSummaryQuery } from '../../platform/api/home.ts'
import { mayTryPlan } from '../../platform/api/plan-trials.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { keyHref, reportHref } from '../reports/report-address.ts'

export interface FirstStep {
  readonly task: FirstTask
  /** Path of the screen. */
  readonly to: string
}

const viewOrders = 'input.view_operationplanresource'

/** Permissions of the tasks in addition to those of the start page; one of each list is sufficient. */
const needs: Readonly<Record<FirstTask, readonly (readonly string[])[]>> = {
  exceptions: [[viewOrders]],
  'why-late': [[viewOrders]],
  remedies: [[viewOrders], [mayTryPlan]],
  'rush-order': [[viewOrders], [mayTryPlan]],
  promise: [[viewOrders], [mayTryPlan]],
  'machine-down': [[viewOrders], [mayTryPlan]],
  overtime: [[viewOrders], [mayTryPlan]],
  'plan-board': [[viewOrders], [mayTryPlan]],
  release: [
    ['input.change_purchaseorder', 'input.change_distributionorder', 'input.change_manufacturingorder'],
  ],
  expedite: [[viewOrders]],
  'excess-stock': [[viewOrders]],
  'safety-stock': [[viewOrders], [mayTryPlan], ['input.change_buffer']],
  comparison: [],
  changes: [['common.view_comment']],
}

/** Returns the tasks in order. Those about a late order or a resource begin at the worst one of the plan. */
export function useFirstSteps(): readonly FirstStep[] {
  const { name, may } = useScenario()
  const { data: orders } = useQuery(lateOrdersQuery(name))
  const { data: figures } = useQuery(planSummaryQuery(name))
  if (orders === undefined || figures === undefined) return []
  const base = `/app/${encodeURIComponent(name)}`
  const [order] = orders
  const late =
    order === undefined
      ? `${base}/exceptions?group=late`
      : `${recordHref(name, 'input.demand', order.name)}/plan`
  const tried = (show: string): string => (order === undefined ? late : `${late}?show=${show}`)
  const busiest = figures.find(({ section }) => section === 'capacity')?.name
  const resource = busiest === undefined ? reportHref(name, 'resource') : keyHref(name, 'resource', [busiest])
  const places: Readonly<Record<FirstTask, string>> = {
    exceptions: `${base}/exceptions`,
    'why-late': late,
    remedies: tried('remedies'),
    'rush-order': tried('try'),
    promise: `${base}/promise`,
    'machine-down': resource,
    overtime: resource,
    'plan-board': `${base}/gantt`,
    release: `${base}/release`,
    expedite: `${base}/exceptions?group=expedite`,
    'excess-stock': `${base}/exceptions?group=excess`,
    'safety-stock': `${base}/safetystock`,
    comparison: `${base}/reports/comparison`,
    changes: withQuery('/app/audit', { scenario: name }),
  }
  return firstTasks
    .filter((task) => needs[task].every((permissions) => permissions.some(may)))
    .map((task) => ({ task, to: places[task] }))
}
