/**
 * Allowed recipients of mails: users of the installation, addresses of the sender's domain, and the setting
 * EMAIL_RECIPIENTS. Without this limit, a user who may send reports could send company data to any address.
 */
import type { ControlDatabase } from '../database/database.ts'
import type { Message } from '../errors/messages.ts'
import { deliveryAddress, domainOf } from './addresses.ts'
import { defaultSender, type MailSettings } from './mail-server.ts'

/** Value of EMAIL_RECIPIENTS that allows any address. */
const anybody = '*'

/** Returns an address or a domain in comparable form. */
const compared = (entry: string): string =>
  entry.includes('@') ? deliveryAddress(entry).toLowerCase() : domainOf(entry)

/**
 * Returns the addresses to which mails are not allowed, in their sequence. Empty without a sender in the settings:
 * then sending itself fails and reports the missing setting.
 */
export async function unknownRecipients(
  database: Pick<ControlDatabase, 'query'>,
  settings: MailSettings,
  addresses: readonly string[],
): Promise<readonly string[]> {
  if (settings.EMAIL_HOST === undefined) return []
  const { EMAIL_RECIPIENTS: listed } = settings
  if (listed.includes(anybody)) return []
  const allowed = new Set([...listed.map(compared), domainOf(defaultSender(settings).address)])
  const others = addresses.filter(
    (address) => !allowed.has(compared(address)) && !allowed.has(domainOf(address)),
  )
  if (others.length === 0) return []
  const { rows } = await database.query<{ address: string }>({
    text: `SELECT a."address" FROM unnest($1::text[]) AS a ("address")
      WHERE EXISTS (
        SELECT FROM control."user" u
        JOIN control."membership" m ON m."user" = u."id" AND m."is_active"
        WHERE lower(u."email" COLLATE "und-x-icu") = lower(a."address" COLLATE "und-x-icu")
      )`,
    values: [others],
  })
  const users = new Set(rows.map(({ address }) => address))
  return others.filter((address) => !users.has(address))
}

/** Returns why an address is not allowed, and the remedy. */
export const unknownRecipientReason = (address: string): Message => ({
  code: 'recipient_not_allowed',
  params: { address },
})
