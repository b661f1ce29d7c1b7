/**
 * Applies what an alternate or a split itself has to its options, because only those have orders: each alternate has
 * the materials, resources, dependencies, dates and sizes of the operation besides its own; each part of a split has
 * them for its share.
 */
import type { Surroundings } from './surroundings.ts'
import { calendarsBeside } from './load-calendars.ts'
import { usersOf } from './leaves.ts'
import type { FlowGroup, Item, Operation, Step } from './nodes.ts'
import { lotSize } from '../search/lot-size.ts'
import { sentence } from '../sentences.ts'
import { commonSizes } from './step-sizes.ts'
import { epsilon } from '../timeline/profile.ts'

/** What applying the operations has found for later passes. */
export interface AppliedChoices {
  /** Copies of routings, which are steps of their own. */
  readonly copies: readonly Operation[]
  /** The item that a routing makes as an alternate or a part. */
  readonly items: ReadonlyMap<Operation, Item>
}

/**
 * Applies all alternates and splits, from the outermost to those within them. All options that stay as they are for
 * others are copied before, because applying changes options.
 */
export function applyChoices(
  surroundings: Surroundings,
  operations: ReadonlyMap<string, Operation>,
): AppliedChoices {
  const users = usersOf(operations.values())
  const copies: Operation[] = []
  const items = new Map<Operation, Item>()
  /** All choices, those that have options of others before these. */
  const choices = new Set<Operation>()
  const visit = (choice: Operation, made: Item | undefined): void => {
    if (!isChoice(choice) || choices.has(choice)) return
    choices.add(choice)
    const item = choice.item ?? made
    choice.steps = choice.steps.map((step) =>
      isForOthers(step.operation, choice, users) ? copyOf(step, copies) : step,
    )
    for (const { operation } of choice.steps) {
      if (operation.kind === 'routing' && item !== undefined) items.set(operation, item)
      visit(operation, item)
    }
  }
  const all = [...operations.values()]
  for (const operation of all) if (users.get(operation)?.some(isChoice) !== true) visit(operation, undefined)
  for (const choice of choices) {
    // A step of a routing waits for other steps before an option is chosen.
    const isStep = users.get(choice)?.some(({ kind }) => kind === 'routing') === true
    apply(surroundings, choice, isStep)
  }
  return { copies, items }
}

const isChoice = ({ kind, steps }: Operation): boolean =>
  (kind === 'alternate' || kind === 'split') && steps.length > 0

/** Returns whether an option stays as it is for others, which it does not serve in the same way. */
function isForOthers(
  option: Operation,
  choice: Operation,
  users: ReadonlyMap<Operation, readonly Operation[]>,
): boolean {
  const all = users.get(option) ?? []
  if (all.length < 2) return false
  const isSame = (user: Operation): boolean => user.item === choice.item && givesNothing(user, users)
  if (all.every(isSame)) return false
  // Existing orders of the option are those of the first, unless a routing has it as a step.
  return !(all[0] === choice && all.every(isChoice))
}

/** Returns whether an alternate or a split has nothing for its options, nor those have that it is an option of. */
const givesNothing = (choice: Operation, users: ReadonlyMap<Operation, readonly Operation[]>): boolean =>
  isBare(choice) && (users.get(choice) ?? []).every((user) => !isChoice(user) || givesNothing(user, users))

/** Returns whether an alternate or a split itself has nothing for its options. */
const isBare = (choice: Operation): boolean =>
  isChoice(choice) &&
  choice.flows.length === 0 &&
  choice.loads.length === 0 &&
  choice.dependencies.length === 0 &&
  choice.calendars.length === 0 &&
  choice.fence === 0 &&
  choice.softPost === 0 &&
  choice.batchWindow === 0 &&
  !isSized(choice)

/** A minimum of 1 is the default. */
const isSized = ({ minimum, multiple, maximum }: Operation): boolean =>
  minimum > 1 || multiple > 0 || maximum < Infinity

/** Returns a step with a copy of its operation, and of the alternates or parts that it consists of. */
function copyOf(step: Step, copies: Operation[]): Step {
  const { kind, steps } = step.operation
  const isRouting = kind === 'routing'
  const operation = {
    ...step.operation,
    steps: isRouting ? steps : steps.map((one) => copyOf(one, copies)),
  }
  if (isRouting) copies.push(operation)
  return { ...step, operation }
}

function apply(surroundings: Surroundings, choice: Operation, isStep: boolean): void {
  if (isBare(choice)) return
  const { kind, name: owner } = choice
  const report = (description: string): number =>
    surroundings.invalid.push({ entity: 'operation', owner, description })
  const isSplit = kind === 'split'
  if (isSplit && choice.loads.length > 0) report(sentence('split_resource', { owner }))
  const hasFixed = choice.flows.some(({ flows }) => flows.some(({ fixed }) => fixed !== 0))
  if (isSplit && hasFixed) report(sentence('split_fixed', { owner }))
  const flows = isSplit ? choice.flows.flatMap(withoutFixed) : choice.flows
  const loads = isSplit ? [] : choice.loads
  const dependencies = isStep ? [] : choice.dependencies
  for (const option of new Set(choice.steps.map((step) => step.operation))) {
    option.flows = [...option.flows, ...flows]
    option.loads = [...option.loads, ...loads]
    option.dependencies = [...option.dependencies, ...dependencies]
    option.fence = laterFence(option.fence, choice.fence)
    option.softPost = Math.max(option.softPost, choice.softPost)
    if (option.batchWindow === 0) option.batchWindow = choice.batchWindow
    const missing = calendarsBeside(option, choice.calendars)
    if (missing.length > 0) {
      option.calendars = [...option.calendars, ...missing]
      option.work = surroundings.calendars.work(option.calendars)
    }
    if (isSplit) {
      const most = choice.maximum * shareOf(choice, option)
      const least = lotSize(option, 0)
      if (most < least - epsilon) report(sentence('split_maximum', { owner, part: option.name, least }))
      option.maximum = Math.min(option.maximum, Math.max(most, least))
      continue
    }
    if (!isSized(choice)) continue
    const { common, isComplete } = commonSizes(option, choice)
    Object.assign(option, common)
    if (!isComplete)
      report(sentence('alternate_sizes', { owner, option: option.name, least: lotSize(common, 0) }))
  }
  choice.flows = []
  choice.loads = []
  choice.softPost = 0
  if (!isStep) choice.dependencies = []
}

/** Returns the share of a part of a split while all parts are effective. */
function shareOf({ steps }: Operation, part: Operation): number {
  const whole = steps.reduce((sum, { priority }) => sum + priority, 0)
  const own = steps.reduce((sum, { operation, priority }) => sum + (operation === part ? priority : 0), 0)
  return own > 0 ? own / whole : 1
}

/** Returns the later of two fences; one of 0 is the default. */
export const laterFence = (one: number, other: number): number =>
  one === 0 || other === 0 ? one + other : Math.max(one, other)

/** Returns a group of flows without what does not depend on the quantity; nothing if nothing is left. */
function withoutFixed({ flows, ...group }: FlowGroup): readonly FlowGroup[] {
  const left = flows.flatMap((flow) => (flow.per > 0 ? [{ ...flow, fixed: 0 }] : []))
  return left.length > 0 ? [{ ...group, flows: left }] : []
}
