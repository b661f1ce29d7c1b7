/**
 * A process that holds the live plan of a scenario and answers questions about it, one after the other. It ends with
 * the server that started it. If it is killed, the next question only takes longer, because the plan is loaded again.
 */
import { wallClock } from '../data/time-zone.ts'
import { ServiceError } from '../errors/service-error.ts'
import { LiveScenario } from '../planning/live/live-scenario.ts'
import type { Settings } from '../settings/settings.ts'
import { createServiceKeeper, type KeptService } from '../tasks/runner/kept-service.ts'
import { type Ask, failureOf, type FromLiveProcess, type ToLiveProcess } from './messages.ts'

let opened: { readonly settings: Settings; readonly url: string } | undefined
let kept: KeptService | undefined
let live: { readonly scenario: string; readonly plan: LiveScenario } | undefined
let last: Promise<void> = Promise.resolve()
const keepService = createServiceKeeper()
const canceling = new Map<number, AbortController>()
/** Numbers of the questions that have not started. */
const waiting = new Set<number>()

const send = (message: FromLiveProcess): void => {
  if (process.connected) process.send?.(message)
}

/** Returns the service; opens it again if its connections are lost. */
async function service(): Promise<KeptService['service']> {
  if (opened === undefined) throw new Error('The process was asked before it was told where its data is.')
  if (kept === undefined || kept.lost !== undefined) kept = await keepService(opened.settings, opened.url)
  return kept.service
}

function planOf(scenario: string, { TIME_ZONE }: Settings): LiveScenario {
  if (live?.scenario !== scenario) {
    live = { scenario, plan: new LiveScenario(Date.now, () => wallClock(Date.now(), TIME_ZONE)) }
  }
  return live.plan
}

async function answer({ id, scenario, question, asker }: Ask, signal: AbortSignal): Promise<void> {
  if (!waiting.delete(id)) return
  try {
    const open = await service()
    const plan = planOf(scenario, open.settings)
    const context = open.dataContext({ scenario, actor: asker, signal })
    const onPart = (part: Extract<FromLiveProcess, { type: 'part' }>['part']): void =>
      send({ type: 'part', id, part })
    const found = await plan.answer(context, question, onPart)
    send({ type: 'answer', id, answer: found, memory: process.memoryUsage.rss() })
  } catch (error) {
    fail(id, signal.aborted ? new ServiceError('canceled', {}, { cause: error }) : error)
  } finally {
    canceling.delete(id)
  }
}

const fail = (id: number, error: unknown): void =>
  send({ type: 'failure', id, failure: failureOf(error), memory: process.memoryUsage.rss() })

/** Cancels a question. One that has not started fails at once, even if the previous one is still running. */
function cancel(id: number): void {
  canceling.get(id)?.abort()
  if (!waiting.delete(id)) return
  canceling.delete(id)
  fail(id, new ServiceError('canceled'))
}

process.on('message', (message: ToLiveProcess) => {
  if (message.type === 'open') opened = message
  else if (message.type === 'cancel') cancel(message.id)
  else {
    const controller = new AbortController()
    canceling.set(message.id, controller)
    waiting.add(message.id)
    last = last.then(() => answer(message, controller.signal))
  }
})
// The server has ended.
process.on('disconnect', () => process.exit(0))
