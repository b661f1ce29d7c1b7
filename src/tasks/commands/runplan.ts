/** Makes a plan of the scenario and replaces the previous plan. */
import { type Static, Type } from '../../contract/type.ts'
import { wallClock } from '../../data/time-zone.ts'
import { homeOf } from '../../database/homes.ts'
import { literal, qualified } from '../../database/identifiers.ts'
import { joinSentences } from '../../errors/messages.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { parameterKinds } from '../../model/parameters.ts'
import type { Constraints } from '../../planner/input.ts'
import { parameterFaults, readCurrent } from '../../planning/parameters/plan-parameters.ts'
import { constraintText, parseConstraints } from '../../planning/run/constraints.ts'
import { planMessage, planSummary } from '../../planning/run/plan-summary.ts'
import { runPlan } from '../../planning/run/run-plan.ts'
import type { Settings } from '../../settings/settings.ts'
import { recordMemory } from '../queue/queue.ts'
import type { Service } from '../../service/service.ts'
import { defineTask } from '../definition.ts'

const allConstraints = 'capa,mfg_lt,po_lt'

const parameters = Type.Object(
  {
    constraints: Type.Optional(
      Type.String({
        maxLength: 100,
        title: 'Constraints',
        'x-hint': 'Limits that proposed orders respect.',
        'x-labels': {
          capa: 'Capacity',
          mfg_lt: 'Manufacturing lead time',
          po_lt: 'Purchasing lead time',
        },
        'x-set': true,
        description: `Constraints on proposed orders: a list of capa (capacity), mfg_lt (manufacturing lead time) and po_lt (purchasing lead time), none, or the sum of 4, 16 and 32. Default: ${allConstraints}.`,
      }),
    ),
    constraint: Type.Optional(
      Type.String({
        maxLength: 100,
        title: 'Constraints (deprecated name)',
        deprecated: true,
        description: 'Older name of constraints.',
      }),
    ),
    plantype: Type.Integer({
      minimum: 1,
      maximum: 2,
      default: 1,
      title: 'Kind of plan',
      'x-hint':
        'Whether orders are delayed until material and capacity are available, or planned on time with shortages shown.',
      'x-labels': {
        1: 'Constrained: orders may be late',
        2: 'Unconstrained: on time, with shortages and overloads',
      },
      description:
        'Kind of plan: 1 = constrained, a feasible plan in which orders may be late; 2 = unconstrained, all orders on time, with shortages and overloads shown.',
    }),
    budget: Type.Number({
      minimum: 0,
      maximum: 86_400,
      default: 0,
      title: 'Time to improve',
      description: 'Seconds to spend on improving the finished plan.',
    }),
    'budget-steps': Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      title: 'Changes to try',
      description:
        'Number of changes to try to improve the plan, instead of seconds: the same data then gives the same plan on every machine.',
    }),
    current: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        title: 'Start of the plan',
        description: 'Start of the plan instead of the parameter currentdate: a date, now or today.',
      }),
    ),
    env: Type.Optional(
      Type.String({
        maxLength: 200,
        title: 'Parts of a plan',
        deprecated: true,
        description:
          'Names of parts of a plan, for scripts written for other planners; unknown parts are ignored.',
      }),
    ),
  },
  { additionalProperties: false },
)

type RunplanArguments = Static<typeof parameters>

export const runplan = defineTask({
  about:
    'Plans all open sales orders and quotes, and replaces the previous plan at once. Proposed orders are replaced; approved, confirmed and completed ones keep their dates.',
  help: `Plans all open sales orders and quotes of the scenario: it loads the data, makes the plan and replaces the
previous plan in one transaction. Proposed orders are replaced; approved, confirmed, completed and closed
orders stay as they are. A run that fails or is canceled leaves the previous plan.

Sales orders receive their planned quantity, delivery date and delay. /api/output/constraint/ shows why an order is late or
short, /api/output/problem/ lists the problems. Incomplete data is reported as a problem and does not stop the run.`,
  examples: [
    ['planctl runplan', 'a feasible plan'],
    ['planctl runplan --constraints=capa', 'ignore lead times'],
    ['planctl runplan --plantype=2', 'all orders on time; shows shortages and overloads'],
    [
      'planctl runplan --current=2026-01-05 --budget=30',
      'start on a given day, with 30 seconds to improve the plan',
    ],
    ['planctl runplan --budget-steps=5000', 'try 5,000 changes; the result is the same on every machine'],
  ],
  parameters,
  positional: [],
  right: 'execute.run_runplan',
  secrets: [],
  // Rejects arguments and parameters that cannot be parsed already at launch.
  authorize: async ({ service, scenario }, args) => {
    constraintsOf(args)
    checkBudget(args)
    checkCurrent(service.settings, args.current)
    await checkParameters(service, scenario, args.current)
  },
  run: async ({ service, scenario, actor, signal, taskId, progress, log }, args) => {
    const constraints = constraintsOf(args)
    log(`Constraints: ${constraintText(constraints)}.`)
    for (const line of ignoredParts(args.env)) log(line)
    const outcome = await runPlan(
      service.dataContext({ scenario, actor, signal }),
      {
        plantype: args.plantype === 2 ? 2 : 1,
        budget: args.budget,
        budgetSteps: args['budget-steps'],
        constraints,
        current: args.current,
        now: nowIn(service.settings),
      },
      {
        progress,
        log,
        onMemory: (megabytes) => recordMemory(service.control, taskId, megabytes),
      },
    )
    for (const line of planSummary(outcome)) log(line)
    return planMessage(outcome)
  },
})

const nowIn = ({ TIME_ZONE }: Settings): string => wallClock(Date.now(), TIME_ZONE)

/** Returns the constraints. Throws `invalid_parameter`. */
function constraintsOf({ constraints, constraint }: RunplanArguments): Constraints {
  if (constraints !== undefined && constraint !== undefined && constraints !== constraint) {
    throw invalidParameter('constraint', { code: 'constraints_differ', params: { constraint, constraints } })
  }
  const [name, text] =
    constraint === undefined ? ['constraints', constraints ?? allConstraints] : ['constraint', constraint]
  return parseConstraints(name, text)
}

/** Throws `invalid_parameter` if both `budget` and `budget-steps` are given. */
function checkBudget({ budget, 'budget-steps': steps }: RunplanArguments): void {
  if (budget === 0 || steps === 0) return
  throw invalidParameter('budget-steps', { code: 'two_budgets' })
}

function checkCurrent(settings: Settings, current: string | undefined): void {
  if (current === undefined || readCurrent(current, nowIn(settings), settings.TIME_ZONE) !== undefined) return
  const example = nowIn(settings).slice(0, 10)
  throw invalidParameter('current', { code: 'no_current_date', params: { value: current, example } })
}

/** Throws `invalid_parameter` naming each parameter of the scenario that cannot be parsed. */
async function checkParameters(
  { control }: Service,
  scenario: string,
  current: string | undefined,
): Promise<void> {
  const home = homeOf(control, scenario)
  const table = qualified(scenario, 'parameter')
  const { rows: found } = await home.query<{ exists: boolean }>({
    text: `SELECT to_regclass(${literal(table)}) IS NOT NULL AS "exists"`,
  })
  // The launch itself rejects a scenario without data.
  if (found[0]?.exists !== true) return
  const { rows } = await home.query<{ name: string; value: string | null }>({
    text: `SELECT "name", "value" FROM ${table} WHERE "name" = ANY($1::text[])`,
    values: [[...parameterKinds.keys()]],
  })
  const faults = parameterFaults(new Map(rows.map(({ name, value }) => [name, value])), current)
  const [first, ...others] = faults
  if (first === undefined) return
  const name = faults.map((fault) => fault.name).join(', ')
  throw invalidParameter(name, joinSentences(first.message, ...others.map(({ message }) => message)))
}

/** Parts of a plan that exist here. */
const parts = new Set(['supply'])

function ignoredParts(env: string | undefined): readonly string[] {
  const unknown = (env ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !parts.has(part.toLowerCase()))
  return unknown.length === 0
    ? []
    : [`Ignored in "env", since there are no such parts here: ${unknown.join(', ')}. The supply is planned.`]
}
