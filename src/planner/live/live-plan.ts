/**
 * The plan of a scenario in memory, in which edits are tried: an attempt changes the plan, returns the consequences,
 * and is then either kept or undone.
 */
import type { PlannerInput, PreviousOrderRow } from '../input.ts'
import type { Steps } from '../pauses.ts'
import { rowOf } from '../previous/proposals.ts'
import { removeFrom } from '../remove-from.ts'
import type { Order } from '../search/plan.ts'
import type { Solution } from '../solution.ts'
import type { Seconds } from '../time.ts'
import { consequencesOf } from './consequences/consequences-of.ts'
import { differentDeliveries } from './consequences/equal-deliveries.ts'
import { pairEqualOrders } from './consequences/equal-orders.ts'
import type { Consequences } from './consequences/consequences.ts'
import { comparedPlan, factsOf } from './consequences/facts-of.ts'
import { pairInSteps, pairOrders } from './consequences/pair-orders.ts'
import { addDifference, noDifference, type PlanDifference } from './difference/plan-difference.ts'
import { latenessByName, placeDisplaced } from './displaced-orders.ts'
import { Edit } from './edit.ts'
import { editFacts } from './edit-facts.ts'
import { explainRestored, sortByUrgency } from './explain-restored.ts'
import { isFast } from './is-fast.ts'
import { advanceOthers, lateOfSupply, LatenessAlone } from './advance-late.ts'
import type { Attempt, AttemptOptions } from './attempt.ts'
import { repairAll } from './repair-all.ts'
import { repairDemands } from './repair-demands.ts'
import { type RepairedOrders, repairOrders } from './repair-orders.ts'
import { type HasRoom, PlanBeside } from './plan-beside.ts'
import { isRepairable, nameOrders, restoreState, solutionOf, solveState } from './make-state.ts'
import type { LiveState } from './state.ts'
import { storedReference, temporaryKeys } from './temporary-keys.ts'
import type { Touched } from './touched.ts'

export interface PrepareOptions {
  /** End of the frozen horizon, for consequences. */
  readonly frozenUntil?: Seconds | undefined
  /** Without it, a second plan of any size is made. */
  readonly hasRoom?: HasRoom | undefined
}

export class LivePlan {
  #state: LiveState
  #input: PlannerInput
  readonly #frozenUntil: Seconds | undefined
  readonly #beside: PlanBeside
  readonly #nextKey: () => string
  /** Difference to the plan at the last call of {@link markStored}; undefined if it is not known. */
  #difference: PlanDifference | undefined
  /** Whether the plan differs from `previous` of the input. */
  #isChanged = false
  /** Whether the plan was made again instead of the stored one, and not stored since. */
  #isAnew: boolean
  /** Lateness of sales orders planned again without edits, as far as it was needed to tell the effect of edits. */
  readonly #alone = new LatenessAlone()
  #open: Attempt | undefined
  readonly #redelivered = new Set<string>()
  /** Whether an attempt is being made in the plan, which has changed until the attempt is made or undone. */
  #isChanging = false

  private constructor(
    state: LiveState,
    input: PlannerInput,
    { frozenUntil, hasRoom = () => true }: PrepareOptions,
    nextKey: () => string,
    isAnew: boolean,
  ) {
    this.#beside = new PlanBeside(hasRoom)
    this.#nextKey = nextKey
    this.#isAnew = isAnew
    this.#state = state
    this.#input = input
    this.#frozenUntil = frozenUntil
  }

  /**
   * Loads the stored plan of an input into memory, with the references of its orders. Demands that it does not serve
   * yet are planned. Without a stored plan, or if it cannot be restored, the plan is made as by `runplan`. The reasons
   * of late sales orders in a stored plan are found by {@link explain}.
   */
  static *prepare(input: PlannerInput, options: PrepareOptions = {}): Steps<LivePlan> {
    const { previous = [] } = input
    const nextKey = temporaryKeys()
    const restored = yield* restoreState(input, previous, nextKey, undefined)
    const state = restored ?? (yield* solveState(input, previous, nextKey))
    if (restored === undefined) yield* nameOrders(state, previous)
    yield* state.indexOrders()
    // Before the first attempt: an attempt must have the same outcome when it is made again to be accepted.
    if (!state.isExplained) yield* sortByUrgency(state)
    const isAnew = restored === undefined && previous.length > 0 && isRepairable(input)
    return new LivePlan(state, input, options, nextKey, isAnew)
  }

  /**
   * Finds the reasons of late sales orders, if they are not known yet. No attempt may be open. The plan is unchanged if
   * the steps are ended early.
   */
  *explain(): Steps<void> {
    if (this.#state.isExplained) return
    if (!this.isFree) throw new Error('An attempt is open: close or keep it first.')
    this.#isChanging = true
    try {
      yield* explainRestored(this.#state)
      this.#state.isExplained = true
    } finally {
      this.#isChanging = false
    }
  }

  /** Whether the plan is as it was before all attempts that are being made, so that an attempt can be made in it. */
  get isFree(): boolean {
    return !this.#isChanging && this.#open === undefined
  }

  /** Whether an attempt is being made next to the plan: others can only be made in it, and none can be kept. */
  get isBeside(): boolean {
    return this.#beside.isMaking
  }

  /**
   * Whether this is another plan than the stored one, made as by `runplan` because the stored one could not be
   * restored: for example, it is too old, or it depends on work of orders that have changed since.
   */
  get isAnew(): boolean {
    return this.#isAnew
  }

  /** The data of the plan. */
  get input(): PlannerInput {
    return this.#input
  }

  /** The plan in memory, for reading only. */
  get state(): LiveState {
    return this.#state
  }

  /** Returns the whole plan. */
  solution(): Solution {
    return solutionOf(this.#state, this.#state.plan.orders)
  }

  /** Names of the demands whose deliveries differ from the stored plan; undefined if this is another plan. */
  get redelivered(): ReadonlySet<string> | undefined {
    return this.#isAnew ? undefined : this.#redelivered
  }

  /** Returns the stored reference of an order; undefined for an order that is not stored yet. */
  referenceOf(order: Order): string | undefined {
    return storedReference(this.#state.referenceOf(order))
  }

  /** Marks the plan as stored: differences refer to it. */
  markStored(): void {
    this.#difference = noDifference
    this.#isAnew = false
    this.#redelivered.clear()
  }

  /** Sets the references of orders that have been stored since. */
  setReferences(references: Iterable<readonly [order: Order, reference: string]>): void {
    for (const [order, reference] of references) this.#state.setReference(order, reference)
  }

  /**
   * Tries edits. `next` is the input with the arrays of the edited tables replaced; untouched rows are the same
   * objects. Only one attempt can be open at a time. The plan is unchanged if the steps are ended early. Edits that
   * need a plan of their own are tried next to this one: meanwhile, whenever the plan is free between two steps, other
   * attempts can be made in it and closed again. Throws {@link SecondPlan} if they need a plan of their own too, and
   * {@link NoRoomForPlan} if that does not fit into memory.
   */
  *attempt(next: PlannerInput, touched: Touched, options: AttemptOptions): Steps<Attempt> {
    if (!this.isFree) throw new Error('An attempt is open: close or keep it first.')
    const isRepair = options.mode === 'repair' && isRepairable(next)
    let made = isRepair ? yield* this.#repairHere(next, touched, options) : undefined
    made ??= yield* this.#beside.make(
      next,
      isRepair ? this.#repairAll(next, touched, options) : this.#replan(next),
    )
    if (!this.isFree) throw new Error('An attempt was not closed before the end of another one.')
    this.#open = made
    return made
  }

  /** Repairs in the plan; returns undefined, with nothing changed, if that is not sufficient. */
  *#repairHere(next: PlannerInput, touched: Touched, options: AttemptOptions): Steps<Attempt | undefined> {
    if (!isFast(this.#state, next, touched)) return undefined
    this.#isChanging = true
    try {
      yield* this.#state.indexOrders()
      for (;;) {
        const made = yield* this.#repairFast(next, touched, options)
        if (made === undefined || 'state' in made) return made
        this.#alone.find(this.#state, made)
      }
    } finally {
      this.#isChanging = false
    }
  }

  *#replan(next: PlannerInput): Steps<Attempt> {
    const previous =
      this.#isChanged && next.previous === this.#input.previous ? this.proposals() : next.previous
    const state = yield* solveState(next, previous ?? [], this.#nextKey)
    return yield* this.#attemptOf('replan', next, state)
  }

  /** Repairs by compiling the network again and restoring the plan in it. */
  *#repairAll(next: PlannerInput, touched: Touched, options: AttemptOptions): Steps<Attempt> {
    const rows = this.proposals().filter(
      ({ reference, owner }) => !touched.orders.has(reference) && !touched.orders.has(owner ?? ''),
    )
    yield
    const state = yield* repairAll({
      former: this.#state,
      before: this.#input,
      next,
      rows,
      touched,
      options,
      nextKey: this.#nextKey,
      alone: this.#alone,
      isFree: () => this.isFree,
    })
    return state === undefined ? yield* this.#replan(next) : yield* this.#attemptOf('repair', next, state)
  }

  /** Compares the plan with a separately made one. */
  *#attemptOf(mode: Attempt['mode'], next: PlannerInput, state: LiveState): Steps<Attempt> {
    const former = this.#state
    const equal = yield* pairEqualOrders(comparedPlan(former), comparedPlan(state))
    const deliveries = yield* differentDeliveries(former, state)
    const before = yield* factsOf(former, { orders: equal.before, deliveries: deliveries.before })
    const after = yield* factsOf(state, { orders: equal.after, deliveries: deliveries.after })
    const pairs = yield* pairInSteps(before.orders, after.orders)
    yield
    const references = new Map<string, string>()
    for (const { was, is } of pairs)
      if (was !== undefined && is !== undefined && was.reference !== is.reference)
        references.set(is.reference, was.reference)
    let same: ReadonlyMap<Order, Order> | undefined
    const nameOf = (order: Order): string | undefined => {
      const was = (same ??= equal.same()).get(order)
      if (was !== undefined) return former.referenceOf(was)
      const key = state.referenceOf(order)
      return key === undefined ? undefined : (references.get(key) ?? key)
    }
    yield
    const consequences = consequencesOf(before, after, { frozenUntil: this.#frozenUntil, pairs })
    return {
      mode,
      state,
      deliveryOf: (name) => state.deliveries.get(name),
      consequences,
      solution: () => solutionOf(state, state.plan.orders, next),
      difference: () => undefined,
      referenceOf: (order) => storedReference(nameOf(order)),
      close: () => {
        this.#open = undefined
      },
      keep: () => {
        this.#open = undefined
        for (const order of state.plan.orders) {
          const reference = order.locked === undefined ? nameOf(order) : undefined
          if (reference !== undefined) state.setReference(order, reference)
        }
        this.#state = state
        this.#difference = undefined
        if (mode === 'replan' && isRepairable(next)) this.#isAnew = true
        this.#setInput(next, consequences)
      },
    }
  }

  /**
   * Repairs the plan in memory where the edits touch it. Returns undefined, with nothing changed, if that is not
   * sufficient, or the names of sales orders that have to be planned without the edits first.
   */
  *#repairFast(
    next: PlannerInput,
    touched: Touched,
    options: AttemptOptions,
  ): Steps<Attempt | readonly string[] | undefined> {
    const state = this.#state
    const figures = state.totals.figures(() => state.plan.orders)
    const edit = new Edit(state)
    const before = options.displace && touched.orders.size > 0 ? latenessByName(state) : undefined
    let isDone = false
    try {
      const supply =
        touched.orders.size === 0 ? noSupply : yield* repairOrders(edit, touched.orders, next, options)
      if (supply === undefined) return undefined
      if (touched.demands.size > 0) yield* repairDemands(edit, touched.demands, next, options)
      const kept = new Set([...touched.demands, ...supply.awaited.keys()])
      if (before !== undefined) yield* placeDisplaced(edit, before, kept)
      const late = options.advance === false ? [] : lateOfSupply(state, supply)
      const unknown = yield* advanceOthers(edit, late, { kept, alone: this.#alone, ...options })
      if (unknown.length > 0) return unknown
      edit.countLoads()
      const facts = editFacts(edit, figures)
      const pairs = pairOrders(facts.before.orders, facts.after.orders)
      const references = new Map<Order, string>()
      for (const { was, is } of pairs) {
        const order = is === undefined ? undefined : facts.orders.get(is)
        if (order !== undefined && was !== undefined) references.set(order, was.reference)
      }
      isDone = true
      const network = {
        ...state.network,
        input: next,
        invalid: [
          ...state.network.invalid.filter(
            ({ entity, owner }) =>
              !(entity === 'demand' && touched.demands.has(owner)) &&
              !(entity === 'operation' && touched.orders.has(owner)),
          ),
          ...edit.faults,
        ],
      }
      const span = { frozenUntil: this.#frozenUntil, pairs }
      const consequences = consequencesOf(facts.before, facts.after, span)
      const difference = (): PlanDifference | undefined =>
        this.#difference === undefined ? undefined : addDifference(this.#difference, edit.difference())
      return {
        mode: 'repair',
        state,
        deliveryOf: (name) => state.deliveries.get(name),
        consequences,
        solution: () => {
          const orders = state.plan.orders.slice()
          removeFrom(orders, edit.gone)
          return solutionOf(state, orders, next, network)
        },
        difference,
        referenceOf: (order) => storedReference(references.get(order) ?? state.referenceOf(order)),
        close: () => {
          this.#open = undefined
          edit.rollback()
        },
        keep: () => {
          this.#open = undefined
          this.#difference = difference()
          edit.commit()
          for (const [order, reference] of references) state.setReference(order, reference)
          state.setNetwork({ ...network, demands: [...state.demands.values()] })
          this.#setInput(next, consequences)
        },
      }
    } finally {
      if (!isDone) edit.rollback()
    }
  }

  #setInput(next: PlannerInput, { demands }: Consequences): void {
    for (const { name } of demands) this.#redelivered.add(name)
    // New rows of `previous` mean that this plan has been stored.
    this.#isChanged = next.previous === this.#input.previous
    this.#alone.clear()
    this.#input = next
  }

  /** Returns the proposals of the plan as rows. Orders that are not stored have temporary references. */
  proposals(): readonly PreviousOrderRow[] {
    const state = this.#state
    const references = { get: (order: Order) => state.keyOf(order) }
    return state.plan.orders
      .filter(({ locked }) => locked === undefined)
      .map((order) => rowOf(order, references, state.shipped.get(order)))
  }
}

const noSupply: RepairedOrders = { taken: [], added: [], awaited: new Map() }
