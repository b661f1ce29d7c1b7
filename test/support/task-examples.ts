/**
 * How each task is launched over the web: what the suites over all tasks send. A task that needs nothing is
 * launched without parameters; one that does stands here, else the suites fail and name it.
 */
import { goodPassword } from './users.ts'

export interface TaskExample {
  /** Parameters of a launch that is accepted. */
  readonly args: Readonly<Record<string, string>>
  /** Scenario in which it is launched, `default` unless given. */
  readonly scenario?: 'default' | 'scenario1'
  /** It takes the right in two scenarios. */
  readonly both?: boolean
  /** Status for whoever may, where the installation of the tests lacks something. */
  readonly granted?: number
  /** Name of the user who alone of all superusers may. */
  readonly only?: string
}

const secret = { password: goodPassword }

export const taskExamples: Readonly<Record<string, TaskExample>> = {
  createsuperuser: { args: { name: 'newcomer', ...secret } },
  changepassword: { args: { name: 'stranger', ...secret } },
  loaddata: { args: { fixture: 'jobshop_demo' } },
  createbuckets: { args: { start: '2026-01-01', end: '2026-12-31', weekstart: '1' } },
  empty: { args: { models: 'input.demand,input.operationplan' } },
  // No change set has this number.
  undo: { args: { changeset: '999999999' }, granted: 400 },
  // No proposal has this number.
  proposal_apply: { args: { proposal: '999999999' }, granted: 400 },
  scenario_copy: { args: { copy: '1', source: 'default', destination: 'scenario2' } },
  scenario_release: { args: {}, scenario: 'scenario1' },
  scenario_create: { args: { name: 'one_more' } },
  scenario_delete: { args: { name: 'scenario3' } },
  scenario_compare: { args: { a: 'default', b: 'scenario1' }, both: true },
  backup: { args: {}, only: 'support' },
  // Workbooks are uploaded to another address; this one is not there.
  importworkbook: { args: { file: 'plan.xlsx' }, granted: 400 },
  // There is no such schedule.
  scheduletasks: { args: { schedule: 'night' }, granted: 400 },
  // No mail server is set.
  emailreport: { args: { recipient: 'ann@example.com', report: 'demand.csv' }, granted: 409 },
}

/** The example of a task; without parameters for one that is not listed. */
export const exampleOf = (name: string): TaskExample => taskExamples[name] ?? { args: {} }
