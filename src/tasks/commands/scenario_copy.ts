/** Copies, promotes, refreshes and releases scenarios, and reverts and redoes a promotion. */
import { longestLabel, oneLinePattern } from '../../model/values/one-line.ts'
import { Type } from '../../contract/type.ts'
import { holds, isSuperuser } from '../../auth/principal.ts'
import { type Message, joinSentences } from '../../errors/messages.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { addRight } from '../../proposals/rights.ts'
import {
  copyScenario,
  homeFor,
  rejectCopyInto,
  refused,
  rejectSame,
  requireCopyable,
  requireInUse,
} from '../../scenarios/copy-scenario.ts'
import {
  promoteScenario,
  redoPromote,
  rejectPromoteInto,
  revertPromote,
} from '../../scenarios/promote-scenario.ts'
import { keptData, requireKept } from '../../scenarios/kept-data.ts'
import { requireServer } from '../../scenarios/aside/further-servers.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { rejectProduction, releaseScenario } from '../../scenarios/scenario-lifecycle.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import { productionScenario } from '../../model/production.ts'
import type { Service } from '../../service/service.ts'
import { defineTask, type TaskCaller, type TaskContext } from '../definition.ts'
import { deleteFilesAfter } from '../delete-scenario-files.ts'
import { logChangedDeliveries } from '../log-changed-deliveries.ts'
import { mergeScenario } from '../merge-scenario.ts'
import { overwrittenSentence, setAsideSentence } from '../overwritten-sentence.ts'
import { scenarioWork } from '../scenario-work.ts'

const flag = (title: string, description: string) => Type.Optional(Type.Boolean({ title, description }))

interface Arguments {
  readonly copy?: boolean
  readonly promote?: boolean
  readonly merge?: boolean
  readonly refresh?: boolean
  readonly release?: boolean
  readonly 'revert-promote'?: boolean
  readonly 'redo-promote'?: boolean
  readonly force: boolean
  readonly description?: string
  readonly home?: string
  readonly source?: string
  readonly destination?: string
}

interface Action {
  readonly source: string
  readonly destination: string
}

interface Kind {
  /** Throws for pairs of scenarios for which the action is never possible. */
  readonly refuse: (action: Action) => void
  /** Throws if the present states of the scenarios do not allow the action. */
  readonly check: (
    service: Service,
    states: { readonly source: Scenario; readonly destination: Scenario; readonly args: Arguments },
  ) => void | Promise<void>
  /** Rights that the action requires in the source and in the destination. */
  readonly rights: (action: Action) => readonly (readonly [scenario: string, right: string])[]
  run(context: TaskContext, action: Action, args: Arguments): Promise<Message>
}

const kinds = {
  copy: {
    refuse: ({ source, destination }) => rejectCopyInto(source, destination),
    check: ({ control }, { source, destination, args: { force, home } }) => {
      requireCopyable(source, destination, force)
      if (home !== undefined) requireServer(control, home)
      homeFor(destination, home)
    },
    rights: ({ source }) => [[source, 'common.copy_scenario']],
    run: async (context, action, { force, description, home }) => {
      const user = context.actor.userId
      const request = { ...action, force, description, user, home }
      const { rows } = await copyScenario(scenarioWork(context), request)
      return { code: 'scenario_copied', params: { ...action, rows } }
    },
  },
  promote: {
    refuse: ({ source, destination }) => rejectPromoteInto(source, destination),
    check: (_service, { source, destination }) => {
      requireInUse(source)
      requireInUse(destination)
    },
    rights: ({ source, destination }) => [
      [source, 'common.promote_scenario'],
      [destination, 'common.promote_scenario'],
    ],
    run: async (context, action, { merge }) => {
      if (merge === true) return mergeScenario(context, action)
      await logChangedDeliveries(context, action)
      const { rows, kept } = await promoteScenario(scenarioWork(context), {
        ...action,
        user: context.actor.userId,
      })
      const overwritten = await overwrittenSentence(context, { ...action, schema: kept })
      return joinSentences({ code: 'scenario_promoted', params: { ...action, rows } }, ...overwritten)
    },
  },
  refresh: {
    refuse: ({ source, destination }) => rejectRefresh(source, destination),
    check: (_service, { source, destination }) => {
      requireInUse(source)
      requireInUse(destination)
    },
    rights: ({ source, destination }) => [
      [source, 'common.copy_scenario'],
      [destination, addRight],
    ],
    run: (context, action) => mergeScenario(context, action),
  },
  'revert-promote': {
    refuse: () => undefined,
    check: async ({ control }, { destination }) =>
      void (await requireKept(control, destination.name, 'undo')),
    rights: ({ destination }) => [[destination, 'common.promote_scenario']],
    run: async (context, { destination }) => {
      const before = await keptData(context.service.control, destination)
      await revertPromote(scenarioWork(context), { destination, user: context.actor.userId })
      const setAside = await setAsideSentence(context, destination, before)
      return joinSentences({ code: 'promotion_undone', params: { destination } }, ...setAside)
    },
  },
  'redo-promote': {
    refuse: () => undefined,
    check: async ({ control }, { destination }) =>
      void (await requireKept(control, destination.name, 'redo')),
    rights: ({ destination }) => [[destination, 'common.promote_scenario']],
    run: async (context, { destination }) => {
      const before = await keptData(context.service.control, destination)
      await redoPromote(scenarioWork(context), { destination, user: context.actor.userId })
      const setAside = await setAsideSentence(context, destination, before)
      return joinSentences({ code: 'promotion_redone', params: { destination } }, ...setAside)
    },
  },
  release: {
    refuse: ({ source }) => rejectProduction(source, 'released'),
    check: (_service, { source }) => requireInUse(source),
    rights: ({ source }) => [[source, 'common.release_scenario']],
    run: async (context, { source }) => {
      await releaseScenario(scenarioWork(context), source)
      await deleteFilesAfter(context, source)
      return { code: 'scenario_released', params: { scenario: source } }
    },
  },
} as const satisfies Readonly<Record<string, Kind>>

type KindName = keyof typeof kinds
const kindNames: readonly KindName[] = [
  'copy',
  'promote',
  'refresh',
  'revert-promote',
  'redo-promote',
  'release',
]

/** Returns the action that the arguments select; copy by default. Throws `invalid_parameter`. */
function kindOf(args: Arguments): KindName {
  const asked = kindNames.filter((name) => args[name] === true)
  if (asked.length > 1)
    throw invalidParameter(asked[1]!, { code: 'not_combined', params: { other: asked[0]! } })
  const [kind] = asked
  if (args.merge === true && kind !== 'promote')
    throw invalidParameter('merge', { code: 'merge_with_promote' })
  if (args.home !== undefined && kind !== undefined && kind !== 'copy')
    throw invalidParameter('home', { code: 'server_of_copy' })
  if (kind === undefined && args.copy === false)
    throw invalidParameter('copy', { code: 'nothing_else_asked' })
  return kind ?? 'copy'
}

function actionOf(args: Arguments, scenario: string): Action {
  const kind = kindOf(args)
  if (kind === 'revert-promote' || kind === 'redo-promote') {
    if (args.source !== undefined) throw invalidParameter('source', { code: 'replaced_without_source' })
    return { source: scenario, destination: args.destination ?? productionScenario }
  }
  if (kind === 'release') {
    // Only the scenario of the request can be released, because the rights were checked for it.
    const other = (['source', 'destination'] as const).find((name) => (args[name] ?? scenario) !== scenario)
    if (other !== undefined)
      throw invalidParameter(other, { code: 'addressed_released', params: { scenario } })
    return { source: scenario, destination: scenario }
  }
  if (kind === 'refresh')
    return { source: args.source ?? productionScenario, destination: args.destination ?? scenario }
  if (kind === 'copy' && args.destination === undefined)
    throw invalidParameter('destination', { code: 'is_missing' })
  return { source: args.source ?? scenario, destination: args.destination ?? productionScenario }
}

/** Throws `scenario_refused` for scenarios between which a refresh is never possible. */
function rejectRefresh(source: string, destination: string): void {
  rejectSame(source, destination)
  if (destination === productionScenario)
    throw refused({ code: 'production_not_refreshed', params: { source } })
}

async function authorize({ service, principal, scenario }: TaskCaller, args: Arguments): Promise<void> {
  const kind = kindOf(args)
  const action = actionOf(args, scenario)
  const scenarios = await listScenarios(service.control)
  const requireSound = (): void => rejectUnsound(kind, action, scenarios)
  if (principal.via === 'operator') return requireSound()
  // Other users do not learn whether a scenario is missing or closed to them.
  if (isSuperuser(principal, productionScenario)) requireSound()
  const missing = kinds[kind].rights(action).filter(([name, right]) => !holds(principal, name, right))
  if (missing.length > 0) {
    // Users have no rights in a free scenario: a superuser of production gets the message that it is free.
    const free = scenarios.find(
      ({ name, status }) => status === 'Free' && missing.some(([one]) => one === name),
    )
    if (free !== undefined && isSuperuser(principal, productionScenario)) requireInUse(free)
    throw new ServiceError('permission_denied')
  }
  requireSound()
  if (kind !== 'copy') return
  const overwrites = scenarios.some(({ name, status }) => name === action.destination && status !== 'Free')
  // Overwriting another user's scenario requires the right to release it. Without `force` the copy itself refuses.
  if (overwrites && args.force && !holds(principal, action.destination, 'common.release_scenario')) {
    throw new ServiceError('permission_denied')
  }
}

/** Checks the states of the scenarios. Skips scenarios that are Busy: their state is only known later. */
async function check({ service, scenario }: TaskCaller, args: Arguments): Promise<void> {
  const { source, destination } = actionOf(args, scenario)
  const byName = new Map((await listScenarios(service.control)).map((one) => [one.name, one]))
  const states = { source: byName.get(source), destination: byName.get(destination) }
  if (states.source === undefined || states.destination === undefined) return
  if (states.source.status === 'Busy' || states.destination.status === 'Busy') return
  await kinds[kindOf(args)].check(service, {
    source: states.source,
    destination: states.destination,
    args,
  })
}

const namesWith = (scenarios: readonly Scenario[], wanted: Scenario['status']): string =>
  scenarios
    .filter(({ status }) => status === wanted)
    .map(({ name }) => name)
    .join(', ')

const possibleSources = (scenarios: readonly Scenario[]): Message => ({
  code: 'scenarios_in_use',
  params: { names: namesWith(scenarios, 'In use') },
})

function possibleDestinations(scenarios: readonly Scenario[]): Message {
  const free = namesWith(scenarios, 'Free')
  return free === '' ? { code: 'no_free_scenario' } : { code: 'free_scenarios', params: { free } }
}

/** Throws for scenarios that do not exist, and if source and destination are the same. */
function rejectUnsound(kind: KindName, action: Action, scenarios: readonly Scenario[]): void {
  for (const place of ['source', 'destination'] as const) {
    if (scenarios.some(({ name }) => name === action[place])) continue
    const remedy = place === 'source' ? possibleSources(scenarios) : possibleDestinations(scenarios)
    const missing: Message = { code: 'no_scenario', params: { name: action[place].slice(0, 100) } }
    throw invalidParameter(place, joinSentences(missing, remedy))
  }
  if ((kind === 'copy' || kind === 'promote' || kind === 'refresh') && action.source === action.destination) {
    throw invalidParameter('destination', { code: 'same_as_source', params: { source: action.source } })
  }
  kinds[kind].refuse(action)
}

export const scenario_copy = defineTask({
  about:
    'Copies all planning data of a scenario into a free one. Promoting replaces the data of production with that of a scenario and can be reverted for 30 days; merging applies only the changes made in the scenario. Refreshing applies later changes of production to a scenario.',
  help: `Copies all planning data of a scenario into a free one without blocking other users. The copy is one consistent
snapshot of the source, including its change log. The user who made it and the superusers of the source have access.
Files that former users left in the default folder of the free scenario are deleted for good. With --force a scenario in
use is overwritten: access is the same as to any copy, so its other users lose it, and its groups of tasks stay. Its files
stay too, and those who can open the copy can read them; release the scenario first to delete them. --home puts the data
of a free destination on a further database server (setting SCENARIO_DATABASES).

--promote replaces the data of production with that of the scenario. Users, rights, schedules and preferences stay. The
replaced data is kept until the next promote, for 30 days at most; --revert-promote restores it,
and keeps the promoted data with its later changes instead, which --redo-promote restores.
With --merge only the changes made in the scenario since the copy are applied to production, as one change set that can
be undone. If production has changed the same values, nothing is changed: the conflicts are listed, and the changes are
kept as a proposal in which you can resolve them.
--refresh applies the changes made in production since the copy to the scenario, in the same way.
--release frees the scenario named by --database: its data, its files and its groups of tasks are deleted for good,
and the access to it.`,
  examples: [
    ['planctl scenario_copy default scenario1 --description="More capacity"', 'a what-if scenario'],
    ['planctl scenario_copy --force default scenario1', 'replace the previous copy'],
    ['planctl scenario_copy --home=second default scenario1', 'on a further database server'],
    ['planctl scenario_copy --promote scenario1 default', 'make it production'],
    ['planctl scenario_copy --revert-promote', 'revert the promotion'],
    ['planctl scenario_copy --redo-promote', 'redo the promotion that was reverted'],
    ['planctl scenario_copy --promote --merge scenario1 default', 'only the changes made in the scenario'],
    [
      'planctl scenario_copy --refresh default scenario1',
      'apply later changes of production to the scenario',
    ],
  ],
  parameters: Type.Object(
    {
      source: Type.Optional(
        Type.String({
          minLength: 1,
          'x-options': 'scenarios',
          title: 'Source',
          description: 'Scenario to copy from.',
        }),
      ),
      destination: Type.Optional(
        Type.String({
          minLength: 1,
          'x-options': 'allscenarios',
          title: 'Destination',
          description: 'Scenario to copy to.',
        }),
      ),
      copy: flag('Copy', 'Copy the source to the destination. This is the default.'),
      promote: flag('Promote', 'Replace the data of production.'),
      merge: flag(
        'Only the changes (merge)',
        'With a promotion: apply only the changes made in the source since the copy, instead of replacing all data.',
      ),
      refresh: flag(
        'Refresh',
        'Apply the changes made in the source since the copy to the destination, which keeps its own changes.',
      ),
      'revert-promote': flag(
        'Revert the last promotion',
        'Restore the data that the last promotion replaced.',
      ),
      'redo-promote': flag(
        'Redo the reverted promotion',
        'Restore the data that the last revert of a promotion replaced.',
      ),
      release: flag('Release', 'Free the scenario: its data and its files are deleted for good.'),
      force: Type.Boolean({
        default: false,
        title: 'Overwrite',
        description:
          'Overwrite a destination that is in use. Afterwards only those who can open a copy have access; its files stay, and they can read them.',
      }),
      home: Type.Optional(
        Type.String({
          minLength: 1,
          title: 'Database server',
          description:
            'Server for the data of a free destination: a name in SCENARIO_DATABASES, or main, the default.',
        }),
      ),
      description: Type.Optional(
        Type.String({
          maxLength: longestLabel,
          pattern: oneLinePattern,
          title: 'Label',
          description: 'New label of the destination.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  positional: ['source', 'destination'],
  right: 'common.copy_scenario',
  otherRights: ['common.promote_scenario', 'common.release_scenario'],
  authorize,
  check,
  scenarios: (args, scenario) => {
    const { source, destination } = actionOf(args, scenario)
    return [...new Set([source, destination])]
  },
  onFree: true,
  secrets: [],
  destroys: [
    { with: 'promote', names: 'destination', otherwise: productionScenario },
    { with: 'revert-promote', names: 'destination', otherwise: productionScenario },
    { with: 'redo-promote', names: 'destination', otherwise: productionScenario },
    { with: 'release' },
    { with: 'force', names: 'destination' },
  ],
  run: (context, args) => kinds[kindOf(args)].run(context, actionOf(args, context.scenario), args),
})
