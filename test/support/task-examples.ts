/**
 * Example launches of each task over HTTP, used by the suites over all tasks. A task without a row is launched with the
 * parameters of the first example in its help.
 */
import type { TaskDefinition } from '../../src/tasks/definition.ts'
import { goodPassword } from './users.ts'

export interface TaskExample {
  /** Parameters of an accepted launch. */
  readonly args: Readonly<Record<string, string>>
  /** Scenario of the launch; by default `default`. */
  readonly scenario?: 'default' | 'scenario1'
  /** Whether the task requires the permission in two scenarios. */
  readonly both?: boolean
  /** Status for permitted users, if the test installation lacks something that the task needs. */
  readonly granted?: number
  /** Name of the only superuser who may launch the task. */
  readonly only?: string
}

const secret = { password: goodPassword }

const taskExamples: Readonly<Record<string, TaskExample>> = {
  createsuperuser: { args: { name: 'newcomer', ...secret } },
  changepassword: { args: { name: 'stranger', ...secret } },
  loaddata: { args: { fixture: 'jobshop_demo' } },
  createbuckets: { args: { start: '2026-01-01', end: '2026-12-31', weekstart: '1' } },
  // No change set has this id.
  undo: { args: { changeset: '999999999' }, granted: 400 },
  // No proposal has this id.
  proposal_apply: { args: { proposal: '999999999' }, granted: 400 },
  scenario_copy: { args: { copy: '1', source: 'default', destination: 'scenario2' } },
  scenario_release: { args: {}, scenario: 'scenario1' },
  scenario_delete: { args: { name: 'scenario3' } },
  scenario_compare: { args: { a: 'default', b: 'scenario1' }, both: true },
  backup: { args: {}, only: 'support' },
  // Workbooks are uploaded with another endpoint; this one does not exist.
  importworkbook: { args: { file: 'plan.xlsx' }, granted: 400 },
  // No such schedule exists.
  scheduletasks: { args: { schedule: 'night' }, granted: 400 },
  // No mail server is configured.
  emailreport: { args: { recipient: 'ann@example.com', report: 'demand.csv' }, granted: 409 },
}

export const exampleOf = (name: string, definition: TaskDefinition): TaskExample =>
  taskExamples[name] ?? { args: argumentsOf(definition) }

const isOption = (word: string): boolean => word.startsWith('--')

/** Returns the parameters of the first example, such as `planctl empty --models=input.item --dryrun`. */
function argumentsOf({ examples, positional }: TaskDefinition): Readonly<Record<string, string>> {
  const [line = ''] = examples[0] ?? []
  const [, , ...words] = line.match(/(?:[^\s"]|"[^"]*")+/g) ?? []
  const named = words.filter(isOption).map((word): readonly [string, string] => {
    const [, name = '', value = 'true'] = /^--([\w-]+)(?:=(.*))?$/.exec(word.replaceAll('"', '')) ?? []
    return [name, value]
  })
  const placed = words
    .filter((word) => !isOption(word))
    .map((word, index): readonly [string, string] => [positional[index] ?? word, word])
  return Object.fromEntries([...named, ...placed])
}
