/**
 * Sends users the changes by plans of the records that they follow, in one mail each. The changes are marked as mailed
 * before the mail is sent, so that no change is mailed twice: neither by two workers, nor after a process was killed.
 * A mail that the server did not accept is tried again; changes of a mail that a killed process was sending are only
 * in the inbox.
 */
import type { Logger } from 'pino'
import { loadAccounts } from '../../auth/accounts.ts'
import { wallClock } from '../../data/time-zone.ts'
import type { ControlDatabase } from '../../database/database.ts'
import { findDueDigests, returnNews, takeNews } from '../../inbox/digests.ts'
import { unsubscribePath } from '../../inbox/unsubscribe.ts'
import { defaultSender } from '../../mail/mail-server.ts'
import type { Delivery } from '../../mail/mail.ts'
import { sendMail } from '../../mail/send-mail.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { scenarioLabel } from '../../scenarios/scenario.ts'
import type { Service } from '../../service/service.ts'
import { publicAddress } from '../../settings/public-address.ts'
import type { Settings } from '../../settings/settings.ts'
import { taskPrincipal } from '../runner/principal.ts'
import { composeDigest } from './compose-digest.ts'

export interface DigestOptions extends Pick<Delivery, 'signal' | 'wait'> {
  readonly database: ControlDatabase
  readonly settings: Settings
  readonly logger: Logger
  /** Opens the service; called only if mails are due. */
  readonly openService: () => Promise<Service>
  readonly now: () => Date
}

/** Time until a mail that was not accepted is sent again; it grows with further failures. */
const retryMinutes = 15

/**
 * Sends the mails that are due. Without a mail server in the settings it does nothing. The failure of one mail does not
 * prevent the others. Returns the number sent.
 */
export async function sendDigests(options: DigestOptions): Promise<number> {
  const { database, settings, logger, signal } = options
  if (settings.EMAIL_HOST === undefined) return 0
  const due = await findDueDigests(database, localTime(options))
  if (due.length === 0) return 0
  await using service = await options.openService()
  let sent = 0
  for (const userId of due) {
    if (signal.aborted) break
    try {
      if (await sendDigest(options, service, userId)) sent += 1
    } catch (error) {
      if (signal.aborted) throw error
      logger.error({ err: error, user: userId }, 'The mail about plans could not be prepared')
    }
  }
  return sent
}

const localTime = ({ settings, now }: DigestOptions): string => wallClock(now().getTime(), settings.TIME_ZONE)

/** Sends the mail of a user. Returns false if there is nothing to send, or if the server did not accept the mail. */
async function sendDigest(options: DigestOptions, service: Service, userId: number): Promise<boolean> {
  const { database, settings, logger, signal, wait } = options
  const address = (await loadAccounts(database, [userId])).get(userId)?.email ?? ''
  if (address === '') return false
  const principal = await taskPrincipal(service, { userId, operator: false })
  const { control, homeOf } = service
  const follower = { control, homeOf, model: service.models.current(), principal }
  const news = await takeNews(follower, localTime(options))
  const shown = news?.items.filter(({ changes }) => changes.length > 0) ?? []
  const [latest] = shown
  if (news === undefined || latest === undefined) return false
  try {
    const base = publicAddress(settings)
    const scenarios = await listScenarios(control)
    const mail = await composeDigest(service, shown, {
      labelOf: (scenario) => scenarioLabel(scenarios, scenario),
      language: principal.language,
      base,
      unsubscribeUrl: base === undefined ? undefined : base + unsubscribePath(service.secret, userId),
    })
    const id = `digest-${userId}.${latest.moment.replaceAll(/\D/g, '')}`
    const delivery = wait === undefined ? { signal } : { signal, wait }
    await sendMail(
      settings,
      { ...mail, id, from: defaultSender(settings), to: [address], attachments: [] },
      delivery,
    )
    return true
  } catch (error) {
    // A mail that was being sent when the worker was stopped may have arrived.
    if (signal.aborted) throw error
    logger.warn({ err: error, user: userId }, 'The mail about plans could not be sent; it is tried again')
    const lost = await returnNews(database, userId, news, retryMinutes)
    for (const [scenario, reason] of lost)
      logger.warn(
        { err: reason, user: userId, scenario },
        'Changes by plans in this scenario are not part of the next mail, because its server cannot be used',
      )
    return false
  }
}
