/**
 * To whom mails go: users of the installation, addresses of the sender's own domain, and what the setting EMAIL_RECIPIENTS
 * allows. Whoever may send a report could otherwise send the company's data anywhere.
 */
import type { Database } from '../database/database.ts'
import { deliveryAddress, domainOf } from './addresses.ts'
import { defaultSender, type MailSettings } from './mail-server.ts'

/** In EMAIL_RECIPIENTS: any address. */
const anybody = '*'

/** An address, or a domain, without differences of letters. */
const compared = (entry: string): string =>
  entry.includes('@') ? deliveryAddress(entry).toLowerCase() : domainOf(entry)

/**
 * Those of the addresses to which no mail is sent, in their order. Without a sender among the settings nobody gets any, and
 * nobody is named: what is missing is said by whoever sends.
 */
export async function unknownRecipients(
  database: Pick<Database, 'query'>,
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

/** Why an address gets no mail, and what can be done about it. */
export const unknownRecipientReason = (address: string): string =>
  `no mail is sent to ${address}: it is the address of no user, and the setting EMAIL_RECIPIENTS does not allow it. Choose another one, or have the address or its domain added to EMAIL_RECIPIENTS.`
