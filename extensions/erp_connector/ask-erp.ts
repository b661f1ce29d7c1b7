/** Sends an order to the ERP once and interprets the response. */
import { type OpenRelease, type OrderReceipt, sendMessage } from 'planning-service/extension'

export interface Erp {
  /** Address of the ERP, without a trailing slash. */
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs: number
}

/**
 * Result of an attempt. `unknown`: the ERP may have accepted the order or not, so it is sent again with the same key.
 * `refused`: the ERP rejects requests altogether, which says nothing about the order.
 */
export type Attempt =
  | { readonly kind: 'receipt'; readonly receipt: OrderReceipt }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unknown' | 'refused'; readonly reason: string }

export async function askErp(
  { url, token, timeoutMs }: Erp,
  order: OpenRelease,
  signal: AbortSignal,
): Promise<Attempt> {
  const { key, withdrawn: _withdrawn, changed: _changed, ...content } = order
  const { status, text } = await sendMessage(`${url}/orders`, {
    headers: {
      'idempotency-key': key,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ key, ...content }),
    // The administrator has set the address.
    allowPrivate: true,
    timeoutMs,
    signal,
  })
  if (status === undefined || status >= 500 || status === 429)
    return { kind: 'unknown', reason: status === undefined ? text : `status ${status}` }
  if (status === 202) return { kind: 'waiting' }
  const receipt = receiptIn(text, order)
  if (receipt !== undefined) return { kind: 'receipt', receipt }
  const reason = `status ${status}: ${text.slice(0, 200)}`
  return { kind: status < 300 ? 'unknown' : 'refused', reason }
}

/** Returns the receipt in a response, if it belongs to this order and is not a late one for another order. */
function receiptIn(text: string, { key, reference }: OpenRelease): OrderReceipt | undefined {
  let answer: Readonly<Record<string, unknown>>
  try {
    answer = Object(JSON.parse(text))
  } catch {
    return undefined
  }
  const { receipt, number, reason } = answer
  if (answer['key'] !== key || (receipt !== 'accepted' && receipt !== 'rejected')) return undefined
  return {
    reference,
    key,
    receipt,
    number: typeof number === 'string' ? number.slice(0, 300) : undefined,
    reason: typeof reason === 'string' ? reason.slice(0, 1_000) : undefined,
  }
}
