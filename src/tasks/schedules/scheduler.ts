/**
 * The scheduler of the service: starts the schedules that are due, and sends the mails about groups that have
 * ended and about plans.
 * It runs in every worker; database locks ensure that each start and each mail is handled by one process.
 */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../../database/database.ts'
import { openService, type Service, type ServiceOptions } from '../../service/service.ts'
import type { Settings } from '../../settings/settings.ts'
import type { FindDefinition } from '../definition.ts'
import { sendDigests } from '../digests/send-digests.ts'
import { sendDueMails } from './mail-outbox.ts'
import { nextDue, startDue } from './start-due.ts'

export interface SchedulerOptions {
  readonly database: ControlDatabase
  readonly settings: Settings
  readonly logger: Logger
  readonly find: FindDefinition
  /** Returns the options with which the service is opened when a schedule is due. */
  readonly extended: () => Promise<Partial<ServiceOptions>>
  readonly now?: () => Date
  /** While it resolves to true, nothing is started or sent. */
  readonly paused?: () => Promise<boolean>
  /** Milliseconds between two polls for changes. */
  readonly poll?: number
}

export interface Scheduler extends AsyncDisposable {
  /** Polls immediately. */
  wake(): void
  close(): Promise<void>
}

const defaultPoll = 10_000

export function startScheduler(options: SchedulerOptions): Scheduler {
  const { database, settings, logger, poll = defaultPoll, now = () => new Date() } = options
  const closing = new AbortController()
  const alarms = new Set<() => void>()
  const wake = (): void => {
    for (const ring of alarms) ring()
  }

  async function look(): Promise<number> {
    const due = await nextDue(database)
    if (due !== undefined && due <= now()) await startAll()
    return due === undefined || due <= now() ? poll : Math.min(poll, due.getTime() - now().getTime())
  }

  const openExtended = async (): Promise<Service> =>
    openService({ settings, database, logger, ...(await options.extended()) })

  async function startAll(): Promise<void> {
    await using service = await openExtended()
    for (;;) {
      const id = await startDue({ service, find: options.find, now: now() })
      if (id === undefined || closing.signal.aborted) return
      logger.info({ task: id }, 'A schedule was started')
    }
  }

  const unlessPaused = async (round: () => Promise<number>): Promise<number> =>
    (await options.paused?.()) === true ? poll : round()

  async function repeat(trouble: string, round: () => Promise<number>): Promise<void> {
    while (!closing.signal.aborted) {
      const woken = Promise.withResolvers<void>()
      alarms.add(woken.resolve)
      const pause = await unlessPaused(round).catch((error: unknown) => {
        if (!closing.signal.aborted) logger.warn({ err: error }, trouble)
        return poll
      })
      const timer = setTimeout(woken.resolve, Math.max(50, pause))
      if (!closing.signal.aborted) await woken.promise
      clearTimeout(timer)
      alarms.delete(woken.resolve)
    }
  }

  async function sendMails(): Promise<number> {
    await sendDueMails({ database, settings, logger, signal: closing.signal })
    return poll
  }

  async function sendPlanMails(): Promise<number> {
    const { signal } = closing
    await sendDigests({ database, settings, logger, signal, now, openService: openExtended })
    return poll
  }

  // In parallel, so that a slow mail server does not delay a start.
  const working = [
    repeat('Schedules cannot be started at the moment', look),
    repeat('Mails about groups cannot be sent at the moment', sendMails),
    repeat('Mails about plans cannot be sent at the moment', sendPlanMails),
  ]
  const close = async (): Promise<void> => {
    closing.abort(new Error('The scheduler ends.'))
    wake()
    await Promise.all(working)
  }
  return { wake, close, [Symbol.asyncDispose]: close }
}
