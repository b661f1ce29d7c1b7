/** The SMTP server of the settings. */
import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import { invalidParameter } from '../errors/parameter-errors.ts'
import { errorText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Settings } from '../settings/settings.ts'
import { requireSender, type Sender } from './addresses.ts'

export type MailSettings = Pick<
  Settings,
  | 'EMAIL_HOST'
  | 'EMAIL_PORT'
  | 'EMAIL_HOST_USER'
  | 'EMAIL_HOST_PASSWORD'
  | 'EMAIL_USE_TLS'
  | 'EMAIL_USE_SSL'
  | 'EMAIL_CA_FILE'
  | 'EMAIL_TIMEOUT'
  | 'EMAIL_MAX_SIZE'
  | 'DEFAULT_FROM_EMAIL'
  | 'EMAIL_SENDERS'
  | 'EMAIL_RECIPIENTS'
>

export interface MailServer {
  readonly host: string
  readonly port: number
  readonly encryption: 'none' | 'starttls' | 'tls'
  readonly login: { readonly user: string; readonly pass: string } | undefined
  /** Trusted certificates; undefined = the default ones. */
  readonly certificates: readonly string[] | undefined
  /** Timeout in milliseconds. */
  readonly timeout: number
}

/** Throws `mail_not_configured` with the name of the missing setting. */
export function requireMail(settings: MailSettings): void {
  if (settings.EMAIL_HOST === undefined) throw missing('EMAIL_HOST')
  defaultSender(settings)
}

/** Returns the default sender. Throws `mail_not_configured`. */
export function defaultSender({ DEFAULT_FROM_EMAIL, EMAIL_HOST_USER }: MailSettings): Sender {
  if (DEFAULT_FROM_EMAIL !== undefined) return requireSender(DEFAULT_FROM_EMAIL, 'DEFAULT_FROM_EMAIL')
  if (EMAIL_HOST_USER?.includes('@') === true) return requireSender(EMAIL_HOST_USER, 'EMAIL_HOST_USER')
  throw missing('DEFAULT_FROM_EMAIL')
}

/**
 * Returns the selected sender; only addresses of the settings are allowed.
 *
 * @throws ServiceError `invalid_parameter` for an invalid address or one that is not in EMAIL_SENDERS,
 *   `mail_not_configured`
 */
export function chosenSender(settings: MailSettings, text: string | undefined): Sender {
  const usual = defaultSender(settings)
  if (text === undefined) return usual
  // Invalid addresses in the settings are reported only if a sender is selected.
  const wanted = requireSender(text, 'sender').address.toLowerCase()
  const known = [usual, ...settings.EMAIL_SENDERS.map((sender) => requireSender(sender, 'EMAIL_SENDERS'))]
  const found = known.find(({ address }) => address.toLowerCase() === wanted)
  if (found !== undefined) return found
  const choice = known.map(({ address }) => address).join(', ')
  throw invalidParameter('sender', { code: 'sender_not_allowed', params: { address: wanted, choice } })
}

/** Throws `mail_not_configured`, and `mail_failed` if the file of certificates cannot be read. */
export async function mailServer(settings: MailSettings): Promise<MailServer> {
  const { EMAIL_HOST: host, EMAIL_HOST_USER: user, EMAIL_HOST_PASSWORD: pass, EMAIL_CA_FILE: file } = settings
  if (host === undefined) throw missing('EMAIL_HOST')
  const encryption = settings.EMAIL_USE_SSL ? 'tls' : settings.EMAIL_USE_TLS ? 'starttls' : 'none'
  return {
    host,
    port: settings.EMAIL_PORT ?? usualPorts[encryption],
    encryption,
    login: user === undefined || pass === undefined ? undefined : { user, pass },
    certificates: file === undefined ? undefined : [...rootCertificates, await certificatesIn(file)],
    timeout: settings.EMAIL_TIMEOUT * 1000,
  }
}

const usualPorts = { none: 25, starttls: 587, tls: 465 } as const

async function certificatesIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const reason = { code: 'mail_ca_unreadable', params: { reason: errorText(cause) } } as const
    throw new ServiceError('mail_failed', { reason }, { cause })
  }
}

const missing = (setting: string): ServiceError => new ServiceError('mail_not_configured', { setting })
