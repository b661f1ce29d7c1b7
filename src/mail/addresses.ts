/**
 * Addresses of mails as people type them. Only what is certainly one address passes: whatever could end a line or
 * name a second recipient is refused before any mail is composed.
 */
import { domainToASCII } from 'node:url'
import { ServiceError } from '../errors/service-error.ts'

const longestAddress = 254
const longestLocalPart = 64

const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Also of other alphabets: such names are translated on the way (IDNA). */
const domain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Whether the text is one address, such as `ann@example.com`, and nothing else. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(0, at))
  return (
    text.length <= longestAddress &&
    local.length <= longestLocalPart &&
    localPart.test(local) &&
    domain.test(text.slice(at + 1))
  )
}

/** The addresses of a list separated by commas or semicolons, each once, in their order. */
export function splitAddresses(text: string): readonly string[] {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))]
}

/** The first of the texts that is no address. */
export const wrongAddress = (addresses: readonly string[]): string | undefined =>
  addresses.find((address) => !isAddress(address))

/** The domain of an address as servers of mails compare it: in small letters, other alphabets translated. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domainToASCII(domain) || domain
}

/** An address as servers of mails are told it, and answer it: with its domain as they compare it. */
export const deliveryAddress = (address: string): string =>
  `${address.slice(0, address.lastIndexOf('@'))}@${domainOf(address)}`

export interface Sender {
  /** Shown beside the address; empty when there is none. */
  readonly name: string
  readonly address: string
}

/** `ann@example.com` or `Ann <ann@example.com>`; undefined when it is neither. */
export function parseSender(text: string): Sender | undefined {
  if (isAddress(text)) return { name: '', address: text }
  const [, name = '', address = ''] = /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]*)>\s*$/u.exec(text) ?? []
  return isAddress(address) ? { name, address } : undefined
}

/** The sender as a mail names it. Throws `invalid_parameter` naming the parameter or setting that gave it. */
export function requireSender(text: string, name: string): Sender {
  const sender = parseSender(text)
  if (sender !== undefined) return sender
  const reason = `"${shown(text)}" is no address. Write ann@example.com or Ann <ann@example.com>.`
  throw new ServiceError('invalid_parameter', { name, reason })
}

/** A text as a message may repeat it: without what could disturb a terminal or a log. */
export const shown = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�').slice(0, 200)
