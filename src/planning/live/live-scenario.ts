/**
 * Processes requests about the live plan of one scenario. It processes them one after the other, with the data at the
 * time of the request; only a search for remedies has pauses in which brief requests can be processed. Edits are
 * applied by the write path in a transaction that is rolled back: a trial uses the data that accepting it would store.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { DataContext } from '../../data/context.ts'
import { FaultyEdits } from '../../data/write/edits/apply-edits.ts'
import { writeInTransaction } from '../../data/write/write-in-transaction.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Attempt } from '../../planner/live/attempt.ts'
import { SecondPlan } from '../../planner/live/plan-beside.ts'
import { Causes } from '../../planner/live/consequences/causes.ts'
import { demandFacts } from '../../planner/live/consequences/facts-of.ts'
import { overtimeFor } from '../../planner/live/remedies/overtime-for.ts'
import { type Remedy, totalCost } from '../../planner/live/remedies/remedy.ts'
import { type FoundRemedies, remediesFor } from '../../planner/live/remedies/remedies-for.ts'
import { promisedOf } from '../../planner/live/promise.ts'
import { lockPlan } from '../store/guard.ts'
import { planEntities, planTables } from '../store/plan-tables.ts'
import { PlanOutdated } from '../store/outdated.ts'
import { storeAccepted } from './store-accepted.ts'
import { findOverwritten } from './find-overwritten.ts'
import { changedEntities, type EditedData, type LiveData, readState } from './live-data.ts'
import { planEdits } from './data-edits.ts'
import { limitLockWait, withLockTimeout } from './lock-wait.ts'
import { editData, recordEdits } from './edit-data.ts'
import { type Base, LoadedPlan, type LoadedPlanOptions } from './loaded-plan.ts'
import { presentRemedies, presentRemedy } from './present-remedy.ts'
import { presentPromise } from './present-promise.ts'
import { refuseUnplannable } from './promise-trial.ts'
import { limitCauses } from './limit-causes.ts'
import { answerBasis, demandsHash, outcomeOf, presentTrial, resultOf } from './present-trial.ts'
import { MovedOn, StaleTrial } from './stale-trial.ts'
import { type OnPause, type Pause, pausesOf, type WaitsFor } from './request-pauses.ts'
import { mayTakeLong } from './trial-edits.ts'
import { acceptingContext, remedyTrial } from './remedy-trial.ts'
import { stateAfterAccept } from './state-after-accept.ts'
import type {
  BriefQuestion,
  KeptTrial,
  LiveAnswer,
  LivePart,
  LiveQuestion,
  ShownOvertime,
  ShownRemedy,
  Trial,
  TrialOutcome,
  Tried,
} from './questions.ts'

export interface AnswerListeners {
  /** Called with parts of the answer as soon as they are available. */
  readonly onPart?: (part: LivePart) => void
  /** Called in pauses of a trial or a search, for {@link LiveScenario.answerInPause}. */
  readonly onPause?: OnPause | undefined
}

interface SearchListeners {
  readonly tell: (remedy: Remedy) => Promise<void>
  readonly pause: Pause
}

export class LiveScenario {
  readonly #loaded: LoadedPlan
  readonly #now: () => number

  /** The parameters are those of {@link LoadedPlan}. */
  constructor(now: () => number, wallClock: () => string, options?: LoadedPlanOptions) {
    this.#now = now
    this.#loaded = new LoadedPlan(now, wallClock, options)
  }

  get loading(): Promise<unknown> | undefined {
    return this.#loaded.loading
  }

  /** Returns the plan and its data as currently stored. No search may be running. */
  current(context: DataContext): Promise<Base> {
    return this.#loaded.current(context)
  }

  /** Finds the reasons of late sales orders while no request is processed; see {@link LoadedPlan.explain}. */
  explain(context: DataContext): Promise<void> {
    return this.#loaded.explain(context)
  }

  get isToCompare(): boolean {
    return this.#loaded.isToCompare
  }

  /** Compares the plan with the stored one beside requests; see {@link LoadedPlan.compare}. */
  compare(context: DataContext, whenFree: () => Promise<void>): Promise<void> {
    return this.#loaded.compare(context, whenFree)
  }

  /** Processes a request. */
  async answer(
    context: DataContext,
    question: LiveQuestion,
    listeners: AnswerListeners = {},
  ): Promise<LiveAnswer> {
    if (question.kind === 'accept')
      return this.#accept(acceptingContext(context, question.trial), question.trial, question.outcome)
    if (question.kind === 'remedies') return this.#findRemedies(context, question, listeners)
    const base = await (question.kind === 'overtime'
      ? this.#loaded.explained(context)
      : this.current(context))
    return this.#answerBriefly(context, base, question, pausesOf(base.plan, this.#now, listeners.onPause))
  }

  /**
   * Processes a brief request in a pause of another one. Returns what it must wait for if that is not possible: the
   * end of the other request, if the data have changed since that began or the reasons of late sales orders are needed
   * and not known, or of the attempt that is being made.
   */
  async answerInPause(context: DataContext, question: BriefQuestion): Promise<LiveAnswer | WaitsFor> {
    const base = await this.#loaded.unchanged(context)
    if (base === undefined || (question.kind === 'overtime' && !base.plan.state.isExplained)) return 'request'
    try {
      return await this.#answerBriefly(context, base, question)
    } catch (error) {
      if (error instanceof SecondPlan) return 'attempt'
      throw error
    }
  }

  async #answerBriefly(
    context: DataContext,
    base: Base,
    question: BriefQuestion,
    pause?: Pause,
  ): Promise<LiveAnswer> {
    if (question.kind === 'overtime') return this.#findOvertime(context, base, question.resource)
    const { kind, trial } = question
    if (kind === 'trial') return this.#tryWithCauses(context, base, trial, pause)
    const promised = await this.#try(context, base, trial, (attempt, edited) => {
      const [name = ''] = edited.touched.demands
      refuseUnplannable(attempt, edited, name)
      return presentPromise(promisedOf(attempt, name), answerBasis(base))
    })
    return { kind, ...promised }
  }

  /** Runs a trial, and finds the cause of each consequence by leaving out the edits one by one within the time limit. */
  async #tryWithCauses(context: DataContext, base: Base, trial: Trial, pause?: Pause): Promise<LiveAnswer> {
    const { edits } = trial
    const begun = this.#now()
    const { result: tried, kept } = await this.#attemptEdits(context, base, trial, resultOf, pause)
    const { demands } = tried.consequences
    const causes = new Causes(demands)
    const isTime = limitCauses(begun, this.#now)
    const left = edits.length === 1 || demands.length === 0 ? [] : edits.keys()
    for (const place of left) {
      if (!isTime()) break
      const others = { ...trial, edits: edits.toSpliced(place, 1) }
      const without = await this.#attemptEdits(context, base, others, resultOf, pause).catch(
        (error: unknown) => {
          // The other edits depend on this one: the records that they refer to do not exist without it.
          if (error instanceof FaultyEdits) return undefined
          throw error
        },
      )
      if (without !== undefined) causes.note(place, without.result.consequences.demands)
    }
    return {
      kind: 'trial',
      shown: presentTrial(tried, answerBasis(base), edits.length === 1 ? () => 0 : causes.of),
      kept,
    }
  }

  /**
   * Finds remedies that deliver a sales order earlier. Each remedy of the planner is run as a trial through the write
   * path, like an accepted one. Throws `not_in_plan` for a sales order that is not planned.
   */
  async #findRemedies(
    context: DataContext,
    { demand, most }: Extract<LiveQuestion, { kind: 'remedies' }>,
    listeners: AnswerListeners,
  ): Promise<LiveAnswer> {
    // All remedies are tried in the same plan, regardless of concurrent writes.
    const base = await this.#loaded.explained(context)
    const { plan } = base
    const delivery = plan.state.deliveries.get(demand)
    if (delivery === undefined) throw new ServiceError('not_in_plan', { value: demand })
    const answers = new Map<Remedy['next'], LivePart>()
    const pause = pausesOf(plan, this.#now, listeners.onPause)
    const tell = async (remedy: Remedy): Promise<void> => {
      const part = await this.#tryRemedy(context, base, demand, remedy, pause)
      if (part === undefined) return
      answers.set(remedy.next, part)
      listeners.onPart?.(part)
    }
    const found = await this.#search(remediesFor(plan, demand, most), { tell, pause }, context.signal)
    const facts = demandFacts(plan.state, found.delivery ?? delivery)
    return { kind: 'remedies', shown: presentRemedies(facts, found, answers, answerBasis(base).base) }
  }

  /** Returns more time of a resource, as edits. Throws `not_in_plan` for a resource that is not planned. */
  async #findOvertime(context: DataContext, { data, plan }: Base, resource: string): Promise<LiveAnswer> {
    const found = overtimeFor(plan, resource)
    if (found === undefined) throw new ServiceError('not_in_plan', { value: resource })
    const options: ShownOvertime['options'][number][] = []
    for (const { summary, edits: given, costs } of found.candidates) {
      const edits = await planEdits(context, given)
      if (edits !== undefined) options.push({ summary, edits, cost: totalCost(costs), costs })
    }
    const shown = { basis: data.state.basis.changeset, demand: found.demand ?? null, options }
    return { kind: 'overtime', shown }
  }

  /** Runs a search for remedies and yields to the event loop between its steps. Canceling undoes its attempt. */
  async #search(
    steps: ReturnType<typeof remediesFor>,
    { tell, pause }: SearchListeners,
    signal: AbortSignal | undefined,
  ): Promise<FoundRemedies> {
    try {
      using search = steps
      for (let step = search.next(); ; step = search.next()) {
        if (step.done === true) return step.value
        if (step.value === undefined) await turn()
        else await tell(step.value)
        await pause()
        signal?.throwIfAborted()
      }
    } catch (error) {
      this.#loaded.forgetAfter(error, signal)
      throw error
    }
  }

  async #tryRemedy(
    context: DataContext,
    base: Base,
    demand: string,
    remedy: Remedy,
    pause: Pause,
  ): Promise<LivePart | undefined> {
    const edits = await planEdits(context, remedy.edits)
    if (edits === undefined) return undefined
    const trial = remedyTrial(remedy, demand, edits)
    const present = (attempt: Attempt): ShownRemedy =>
      presentRemedy(remedy, demand, attempt, edits, base.data.state.basis.changeset)
    const tried = await this.#try(context, base, trial, present, pause).catch((error: unknown) => {
      // A remedy that validation rejects could not be accepted; the other remedies are not affected.
      if (error instanceof FaultyEdits) return undefined
      throw error
    })
    // A remedy that does not help in the trial is left out.
    return tried?.shown.after === null ? undefined : tried
  }

  /** Runs a trial. Throws `FaultyEdits`. */
  async #try<Result>(
    context: DataContext,
    base: Base,
    trial: Trial,
    present: (attempt: Attempt, edited: EditedData) => Result,
    pause?: Pause,
  ): Promise<Tried<Result>> {
    const { result, kept } = await this.#attemptEdits(context, base, trial, present, pause)
    return { shown: result, kept }
  }

  /** Applies the edits of a trial, calls `look` with the resulting plan, and takes the edits back. Throws `FaultyEdits`. */
  async #attemptEdits<Result>(
    context: DataContext,
    { data, plan }: Base,
    trial: Trial,
    look: (attempt: Attempt, edited: EditedData) => Result,
    pause?: Pause,
  ): Promise<{ readonly result: Result; readonly kept: KeptTrial }> {
    const edited = await withLockTimeout(() =>
      writeInTransaction(context, { dryRun: true, mayUseOneStatement: true, attempts: 3 }, async (open) => {
        await limitLockWait(open.client)
        return editData(open, context, data, trial.edits)
      }),
    )
    const attempt = await this.#loaded.attempt(plan, edited, trial, context.signal, pause)
    try {
      return {
        result: look(attempt, edited),
        kept: { trial, outcome: outcomeOf(attempt, data.state.basis) },
      }
    } finally {
      attempt.close()
    }
  }

  /**
   * Stores edits together with the plan of their trial, in one transaction. Throws `FaultyEdits`, and `StaleTrial` if
   * the data have changed in a way that changes the outcome.
   */
  async #accept(context: DataContext, trial: Trial, outcome: TrialOutcome): Promise<LiveAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const base = await this.#loaded.explained(context)
        return await withLockTimeout(() => this.#acceptOnce(context, trial, outcome, base))
      } catch (error) {
        if (!(error instanceof MovedOn) || attempt === attempts) throw error
      }
    }
  }

  /** Returns the edited data as accepting the trial would store them. Throws `FaultyEdits` and `StaleTrial`. */
  #rehearse(context: DataContext, trial: Trial, outcome: TrialOutcome, data: LiveData): Promise<EditedData> {
    return writeInTransaction(
      context,
      { dryRun: true, mayUseOneStatement: true, attempts: 3 },
      async (open) => {
        await limitLockWait(open.client)
        const records = recordEdits(context, trial.edits)
        const overwritten = await findOverwritten(open.client, context, records, outcome)
        if (overwritten.length > 0) throw new StaleTrial(overwritten)
        return editData(open, context, data, trial.edits)
      },
    )
  }

  async #acceptOnce(
    context: DataContext,
    trial: Trial,
    outcome: TrialOutcome,
    base: Base,
  ): Promise<LiveAnswer> {
    const { data, plan, known } = base
    const attempted = { ...trial, explain: 'all' } as const
    let tried: Attempt | undefined
    let isAttempting = false
    // After an early end the plan is loaded again.
    this.#loaded.forget()
    try {
      // While the tables are locked, other users cannot write sales orders and orders.
      const rehearsed = mayTakeLong(trial) ? await this.#rehearse(context, trial, outcome, data) : undefined
      if (rehearsed !== undefined) {
        isAttempting = true
        tried = await this.#loaded.attempt(plan, rehearsed, attempted, context.signal)
        isAttempting = false
      }
      const { shown, ...stored } = await writeInTransaction(
        context,
        { dryRun: false, attempts: 1 },
        async (open) => {
          const { client, changes } = open
          await limitLockWait(client)
          await lockPlan(client, planTables(context))
          const now = await readState(client, context)
          if (now.plan !== data.state.plan || changedEntities(data.state, now).length > 0) throw new MovedOn()
          const records = recordEdits(context, trial.edits)
          const overwritten = await findOverwritten(client, context, records, outcome)
          if (overwritten.length > 0) throw new StaleTrial(overwritten)
          const edited = await editData(open, context, data, trial.edits)
          const touched = [...changes.counts().keys()]
          // Keys of new records may differ from those of the rehearsal.
          if (tried === undefined || !isDeepStrictEqual(edited, rehearsed)) {
            tried?.close()
            tried = undefined
            isAttempting = true
            tried = await this.#loaded.attempt(plan, edited, attempted, context.signal)
            isAttempting = false
          }
          if (demandsHash(tried) !== outcome.demands) throw new StaleTrial([])
          const { input, incomplete } = edited
          const isKnown = now.movements === data.state.movements && !touched.includes(planEntities.movements)
          const accepted = await storeAccepted(
            { client, context, changes },
            isKnown ? known : undefined,
            tried,
            { ...data, input, incomplete, basis: data.state.basis, start: data.making.start },
            plan.redelivered,
          )
          await changes.close(client)
          const state = await stateAfterAccept(client, context, data.state, touched)
          return {
            shown: { changeset: changes.id, orders: { ...accepted.changes } },
            accepted,
            data: { ...data, input, incomplete, state },
          }
        },
      )
      const kept = stored.accepted.keep()
      plan.setReferences(stored.accepted.references)
      plan.markStored()
      this.#loaded.replace({ plan, known: kept, data: stored.data })
      return { kind: 'accept', shown }
    } catch (error) {
      tried?.close()
      if (!isAttempting) this.#loaded.replace(base)
      // Records that the plan refers to were deleted since the plan was updated.
      throw error instanceof PlanOutdated ? new MovedOn() : error
    }
  }
}

/** Maximum number of attempts to accept a trial while others write. */
const attempts = 3
