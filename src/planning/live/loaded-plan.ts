/** The loaded plan of a scenario and its data, kept up to date with what others store. */
import type { DataContext } from '../../data/context.ts'
import type { Attempt, AttemptOptions } from '../../planner/live/attempt.ts'
import { LivePlan } from '../../planner/live/live-plan.ts'
import { NoRoomForPlan, SecondPlan } from '../../planner/live/plan-beside.ts'
import type { PlannerInput } from '../../planner/input.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { untilAborted } from '../run/until-aborted.ts'
import { inTurns } from '../run/in-turns.ts'
import { checkLiveMemory, fitsBeside, loadedSize, noRoomBeside } from '../run/plan-memory.ts'
import type { KnownPlan } from '../store/known-plan.ts'
import { readStoredDigest, recognizePlan } from '../store/recognize-plan.ts'
import { changedEntities, type EditedData, type LiveData, readLiveData, readState } from './live-data.ts'
import type { Trial } from './questions.ts'
import { readChanged } from './read-changed.ts'

/** A plan and the data that it was made from. */
export interface Base {
  readonly data: LiveData
  readonly plan: LivePlan
  /** Data about the stored plan, needed to write only the difference; undefined if not known. */
  readonly known?: KnownPlan | undefined
}

/** Milliseconds after which the plan is loaded again, because "now" has moved on. */
const freshForMs = 3_600_000

/** Slice in milliseconds while no request is processed: one that arrives meanwhile waits only for the running slice. */
const briefSliceMs = 5

/** The plan has changed since it began to be compared with the stored one. */
class ComparedPlanChanged extends Error {}

const planIsLoading = (): ServiceError =>
  new ServiceError('live_plan_unavailable', { reason: { code: 'plan_is_loading' } })

type AttemptedTrial = Pick<Trial, 'mode' | 'displace' | 'again'> & Pick<AttemptOptions, 'explain'>

export interface LoadedPlanOptions {
  /** Whether a plan is loaded to the end for later requests, even if the one that needs it first is canceled. */
  readonly loadsToEnd?: boolean
  /** Maximum memory of a plan in bytes; without it, a plan of any size is loaded. */
  readonly mostBytes?: number | undefined
}

export class LoadedPlan {
  #base: Base | undefined
  #loading: Promise<Base> | undefined
  #loadedAt = 0
  /** Whether the plan was compared with the stored one since it was loaded. */
  #isCompared = false
  readonly #now: () => number
  readonly #wallClock: () => string
  readonly #loadsToEnd: boolean
  readonly #mostBytes: number

  /**
   * @param now milliseconds since 1970
   * @param wallClock current planning time, `YYYY-MM-DDTHH:MM:SS`
   */
  constructor(
    now: () => number,
    wallClock: () => string,
    { loadsToEnd = false, mostBytes = Infinity }: LoadedPlanOptions = {},
  ) {
    this.#now = now
    this.#wallClock = wallClock
    this.#loadsToEnd = loadsToEnd
    this.#mostBytes = mostBytes
  }

  /** The plan that is being loaded, whoever waits for it; undefined if none is. */
  get loading(): Promise<Base> | undefined {
    return this.#loading
  }

  /** Returns the plan and its data as currently stored. No search may be running. */
  async current(context: DataContext): Promise<Base> {
    if (this.#loading !== undefined) await this.#untilLoaded(this.#loading, context)
    const base = this.#base
    if (base === undefined || this.#now() - this.#loadedAt > freshForMs) return this.#load(context)
    const { data, plan, known } = base
    const state = await stateOf(context)
    if (state.plan !== data.state.plan) return this.#load(context)
    const changed = changedEntities(data.state, state)
    if (changed.length === 0) return base
    const edited = await context.home.withTransaction((client) => readChanged(client, context, data), {
      isolation: 'repeatable read',
      readOnly: true,
      signal: context.signal,
    })
    if (edited === undefined) return this.#load(context)
    await this.#explain(plan, context)
    const attempt = await this.#attempt(
      plan,
      edited,
      { mode: 'repair', displace: false },
      context.signal,
    ).catch((error: unknown) => {
      if (error instanceof NoRoomForPlan) return undefined
      throw error
    })
    // Without room for a second plan, the first one makes room.
    if (attempt === undefined) return this.#load(context)
    attempt.keep()
    const { input, incomplete } = edited
    this.#base = { plan, known, data: { ...data, input, incomplete, state: edited.state } }
    return this.#base
  }

  /** Returns the plan and its data as currently stored, with the reasons of late sales orders. No search may be running. */
  async explained(context: DataContext): Promise<Base> {
    const base = await this.current(context)
    await this.#explain(base.plan, context)
    return base
  }

  #explain(plan: LivePlan, { signal }: DataContext): Promise<void> {
    return inTurns(plan.explain(), { signal, sliceMs: briefSliceMs })
  }

  /** Returns the loaded plan if neither the stored plan nor its data have changed since they were read. */
  async unchanged(context: DataContext): Promise<Base | undefined> {
    const base = this.#base
    if (base === undefined) return undefined
    const state = await stateOf(context)
    const { data } = base
    return state.plan === data.state.plan && changedEntities(data.state, state).length === 0
      ? base
      : undefined
  }

  #load(context: DataContext): Promise<Base> {
    this.#base = undefined
    if (!this.#loadsToEnd) return this.#loadWhole(context)
    this.#loading = this.#loadWhole({ ...context, signal: undefined }).finally(() => {
      this.#loading = undefined
    })
    return this.#untilLoaded(this.#loading, context)
  }

  /** Waits for a plan that is being loaded. Throws `live_plan_unavailable` if the request is canceled before. */
  #untilLoaded(loading: Promise<Base>, { signal }: DataContext): Promise<Base> {
    return untilAborted(loading, signal, planIsLoading)
  }

  async #loadWhole(context: DataContext): Promise<Base> {
    const data = await readLiveData(context, this.#wallClock())
    checkLiveMemory(loadedSize(data.input), this.#mostBytes)
    const { frozenUntil } = data
    const hasRoom = (next: PlannerInput): boolean => fitsBeside(loadedSize(next), this.#mostBytes)
    const plan = await inTurns(LivePlan.prepare(data.input, { frozenUntil, hasRoom }), {
      signal: context.signal,
    })
    this.#loadedAt = this.#now()
    this.#isCompared = false
    this.#base = { data, plan }
    return this.#base
  }

  /**
   * Finds the reasons of late sales orders of the loaded plan, which searches for remedies need. No request may be
   * processed meanwhile; aborting the signal of the context ends it.
   */
  async explain(context: DataContext): Promise<void> {
    if (this.#loading !== undefined) await this.#untilLoaded(this.#loading, context)
    if (this.#base !== undefined) await this.#explain(this.#base.plan, context)
  }

  /** Whether the plan was not compared with the stored one since it was loaded. */
  get isToCompare(): boolean {
    return this.#base !== undefined && this.#base.known === undefined && !this.#isCompared
  }

  /**
   * Compares the loaded plan with the stored one, once after loading. If they are the same, the next accepted trial
   * stores only its difference. Requests can be processed meanwhile: before it continues, it waits with `whenFree` for
   * the end of the one that is being processed, and it ends if that has changed the plan.
   */
  async compare(context: DataContext, whenFree: () => Promise<void>): Promise<void> {
    const base = this.#base
    if (base === undefined || !this.isToCompare) return
    const { data, plan } = base
    const onTurn = async (): Promise<void> => {
      await whenFree()
      if (this.#base !== base) throw new ComparedPlanChanged('The plan was changed by a request.')
    }
    try {
      const stored = await context.home.withTransaction(
        async (client) => {
          const state = await readState(client, context)
          const isCurrent = state.plan === data.state.plan && state.movements === data.state.movements
          const isSame = isCurrent && changedEntities(data.state, state).length === 0
          return isSame ? readStoredDigest(client, context) : undefined
        },
        { isolation: 'repeatable read', readOnly: true, signal: context.signal },
      )
      // What others store meanwhile is found when a trial is accepted.
      const { signal } = context
      const known = stored && (await recognizePlan(stored, plan, data, { signal, onTurn }))
      await onTurn()
      this.#isCompared = true
      if (known === undefined) return
      plan.markStored()
      this.#base = { ...base, known }
    } catch (error) {
      if (!(error instanceof ComparedPlanChanged)) throw error
    }
  }

  /** Replaces the loaded plan after it was stored. */
  replace(base: Base): void {
    this.#base = base
  }

  /** Discards the plan and its data; the next request loads them again. */
  forget(): void {
    this.#base = undefined
  }

  /**
   * Discards the plan after an error, because it may be partially changed. A canceled attempt is undone, and one for
   * which a second plan is not possible has not begun.
   */
  forgetAfter(error: unknown, signal: AbortSignal | undefined): void {
    const isCanceled = signal?.aborted === true && error === signal.reason
    const hasNotBegun = error instanceof SecondPlan || error instanceof NoRoomForPlan
    if (!isCanceled && !hasNotBegun) this.forget()
  }

  /**
   * Makes an attempt with edited data. Throws `live_plan_no_room` if it needs a second plan that does not fit into
   * memory; after another error the plan is loaded again. `pause` is called while the attempt is being made next to the
   * plan, whenever other attempts can be made in it.
   */
  async attempt(
    plan: LivePlan,
    edited: EditedData,
    trial: AttemptedTrial,
    signal: AbortSignal | undefined,
    pause?: () => Promise<void>,
  ): Promise<Attempt> {
    try {
      return await this.#attempt(plan, edited, trial, signal, pause)
    } catch (error) {
      throw error instanceof NoRoomForPlan ? noRoomBeside(loadedSize(edited.input), this.#mostBytes) : error
    }
  }

  async #attempt(
    plan: LivePlan,
    { input, touched }: EditedData,
    { mode, displace, again = [], explain = true }: AttemptedTrial,
    signal: AbortSignal | undefined,
    pause?: () => Promise<void>,
  ): Promise<Attempt> {
    const demands = new Set([...touched.demands, ...again])
    const onTurn = async (): Promise<void> => (plan.isFree ? pause?.() : undefined)
    const steps = plan.attempt(input, { ...touched, demands }, { mode, displace, explain })
    try {
      return await inTurns(steps, { signal, onTurn })
    } catch (error) {
      this.forgetAfter(error, signal)
      throw error
    }
  }
}

const stateOf = (context: DataContext): ReturnType<typeof readState> =>
  context.home.withClient((client) => readState(client, context), { signal: context.signal })
