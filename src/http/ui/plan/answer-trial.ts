/**
 * `/api/plan/trial/`, `/promise/`, `/remedies/`, `/overtime/` and `/accept/`: queries on the live plan of a scenario;
 * only `accept` stores data.
 */
import { PassThrough } from 'node:stream'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { planEndpoints } from '../../../contract/plan.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import {
  findTrial,
  forgetTrial,
  keepTrials,
  type TrialOwner,
  trialMinutes,
} from '../../../live/kept-trials.ts'
import type { AskOptions } from '../../../live/live-process.ts'
import { promiseTrial } from '../../../planning/live/promise-trial.ts'
import type { KeptTrial, LiveAnswer, LivePart, Trial, Tried } from '../../../planning/live/questions.ts'
import { mayRun } from '../../../tasks/authorize.ts'
import { runplan } from '../../../tasks/commands/runplan.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import type { WordCall } from '../word-call.ts'
import { refusing } from './refusing.ts'
import { requireVisible, visibleTrial, writable } from './trial-body.ts'

type Endpoints = typeof planEndpoints

const askOptions = ({ principal, exchange, context }: WordCall): AskOptions => ({
  asker: { userId: principal.userId, channel: context.actor.channel === 'ui' ? 'ui' : 'api' },
  signal: exchange.signal,
})

/** Returns the consequences of edits for the plan. Nothing is stored. */
export const answerTrial = (
  call: WordCall,
  body: BodyOf<Endpoints['POST /api/plan/trial/']>,
): Promise<Answer> => answerConsequencesOf(call, visibleTrial(call, body), (found) => withToken(call, found))

/** Returns the consequences of the trial of a token, planned as when it is accepted. Nothing is stored. */
export async function answerTrialAgain(call: WordCall, token: string): Promise<Answer> {
  const { trial } = await requireTrial(call, token)
  requireVisible(call, trial)
  return answerConsequencesOf(call, trial, ({ shown }) => ({ token, ...shown }))
}

function answerConsequencesOf(
  call: WordCall,
  trial: Trial,
  present: (found: LiveAnswer<'trial'>) => unknown,
): Promise<Answer> {
  return refusing(call, async () => {
    const found = await call.exchange.livePlans.ask(call.scenario, { kind: 'trial', trial }, askOptions(call))
    return jsonAnswer(200, await present(found))
  })
}

/** Returns the possible delivery date of an order. Nothing is stored. */
export async function answerPromise(
  call: WordCall,
  body: BodyOf<Endpoints['POST /api/plan/promise/']>,
): Promise<Answer> {
  const trial = visibleTrial(call, promiseTrial(body))
  return refusing(call, async () => {
    const found = await call.exchange.livePlans.ask(
      call.scenario,
      { kind: 'promise', trial },
      askOptions(call),
    )
    return jsonAnswer(200, await withToken(call, found))
  })
}

/** Maximum number of remedies that are searched. */
const mostRemedies = 10

/** Returns changes that make a late or short sales order on time: as a list, or as lines while they are found. */
export async function answerRemedies(
  call: WordCall,
  { demand }: { readonly demand: string },
): Promise<Answer> {
  const { exchange, scenario } = call
  const ask = (onPart: (part: LivePart) => void): Promise<LiveAnswer<'remedies'>> =>
    exchange.livePlans.ask(
      scenario,
      { kind: 'remedies', demand, most: mostRemedies },
      { ...askOptions(call), onPart },
    )
  if (exchange.request.headers.accept?.includes(linesType) === true) return answerLines(call, ask)
  return refusing(call, async () => {
    const parts: LivePart[] = []
    const { shown } = await ask((part) => void parts.push(part))
    const found = await withTokens(call, parts)
    const { ranks, ...rest } = shown
    const remedies = ranks.map((place, index) => Object.assign({}, found[place], { rank: index + 1 }))
    return jsonAnswer(200, { ...rest, remedies })
  })
}

/** Returns edits that add working time of a resource where it is needed; they can be used in a trial. */
export async function answerOvertime(
  call: WordCall,
  { resource }: { readonly resource: string },
): Promise<Answer> {
  const { exchange, scenario } = call
  const question = { kind: 'overtime', resource } as const
  const { shown } = await exchange.livePlans.ask(scenario, question, askOptions(call))
  return jsonAnswer(200, shown)
}

const linesType = 'application/x-ndjson'

/** Writes each part as a line when it arrives; the last line contains the rest. */
async function answerLines(
  call: WordCall,
  ask: (onPart: (part: LivePart) => void) => Promise<LiveAnswer<'remedies'>>,
): Promise<Answer> {
  const lines = new PassThrough()
  // An error before the response is sent has no listener on the stream.
  lines.on('error', () => undefined)
  const begun = Promise.withResolvers<void>()
  const write = (line: unknown): void => {
    lines.write(`${JSON.stringify(line)}\n`)
    begun.resolve()
  }
  let written = Promise.resolve()
  const asked = ask((part) => {
    written = written.then(async () => write(await withToken(call, part)))
    // `finish` waits for it, but only after the search.
    written.catch(() => undefined)
  })
  const finish = async (): Promise<void> => {
    try {
      const { shown } = await asked
      await written
      write(shown)
      lines.end()
    } catch (error) {
      lines.destroy(error instanceof Error ? error : undefined)
    }
  }
  void finish()
  // An error before the first result becomes a normal error response.
  return refusing(call, async () => {
    await Promise.race([asked, begun.promise])
    return {
      status: 200,
      headers: { 'content-type': linesType, 'x-accel-buffering': 'no' },
      body: lines,
      // Compression would delay remedies until the end of the search.
      uncompressed: true,
      unspooled: true,
    }
  })
}

/** Stores the edits of a trial and its plan. Requires the permissions to write the edits and to store a plan. */
export async function answerAccept(
  call: WordCall,
  readBody: () => Promise<{ readonly token: string }>,
): Promise<Answer> {
  const { exchange, principal, scenario } = call
  if (!(await mayRun(runplan, { service: exchange.service, principal, scenario })))
    throw new ServiceError('permission_denied')
  const { token } = await readBody()
  const kept = await requireTrial(call, token)
  const trial = writable(call, kept.trial)
  return refusing(call, async () => {
    const accepted = await exchange.livePlans.ask(
      scenario,
      { kind: 'accept', trial, outcome: kept.outcome },
      askOptions(call),
    )
    await forgetTrial(exchange.service.control, token)
    return jsonAnswer(200, accepted.shown)
  })
}

/** Returns the trial of a token. Throws `unknown_trial`. */
async function requireTrial(call: WordCall, token: string): Promise<KeptTrial> {
  const { service, signal } = call.exchange
  const kept = await findTrial(service.control, token, ownerOf(call), { signal })
  if (kept === undefined) throw new ServiceError('unknown_trial', { minutes: trialMinutes })
  return kept
}

const ownerOf = ({ principal, scenario }: WordCall): TrialOwner => ({ userId: principal.userId, scenario })

/** Returns the visible part of a result, with the token by which its trial can be accepted. */
async function withToken<Result extends object>(
  call: WordCall,
  result: Tried<Result>,
): Promise<Result & { readonly token?: string }> {
  const [shown] = await withTokens(call, [result])
  return shown ?? result.shown
}

/** Returns the visible parts of results, with the tokens by which their trials can be accepted. */
async function withTokens<Result extends object>(
  call: WordCall,
  results: readonly Tried<Result>[],
): Promise<readonly (Result & { readonly token?: string })[]> {
  const { service, signal } = call.exchange
  const trials = results.flatMap(({ kept }) => kept ?? [])
  const tokens = (await keepTrials(service.control, ownerOf(call), trials, { signal })).values()
  return results.map(({ shown, kept }) =>
    kept === undefined ? shown : { token: tokens.next().value, ...shown },
  )
}
