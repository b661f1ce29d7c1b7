/**
 * Parses mail addresses. Only unambiguous single addresses are accepted: text that could end a header line or add a
 * recipient is rejected before a mail is composed.
 */
import { domainToASCII } from 'node:url'
import { invalidParameter } from '../errors/parameter-errors.ts'

const longestAddress = 254
const longestLocalPart = 64

const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Includes internationalized domain names, which are converted before delivery (IDNA). */
const domain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Returns whether the text is exactly one address, such as `ann@example.com`. */
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

/** Splits a list separated by commas or semicolons; removes duplicates and keeps the sequence. */
export function splitAddresses(text: string): readonly string[] {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))]
}

/** Returns the first text that is not an address. */
export const wrongAddress = (addresses: readonly string[]): string | undefined =>
  addresses.find((address) => !isAddress(address))

/** Returns the domain of an address in lower case and ASCII, as mail servers compare it. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domainToASCII(domain) || domain
}

/** Returns an address as sent to mail servers, with its domain in comparable form. */
export const deliveryAddress = (address: string): string =>
  `${address.slice(0, address.lastIndexOf('@'))}@${domainOf(address)}`

export interface Sender {
  /** Display name; empty without one. */
  readonly name: string
  readonly address: string
}

/** Parses `ann@example.com` or `Ann <ann@example.com>`; returns undefined for anything else. */
export function parseSender(text: string): Sender | undefined {
  if (isAddress(text)) return { name: '', address: text }
  const [, name = '', address = ''] = /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]*)>\s*$/u.exec(text) ?? []
  return isAddress(address) ? { name, address } : undefined
}

/** Returns the sender of a mail. Throws `invalid_parameter` with the name of the parameter or setting. */
export function requireSender(text: string, name: string): Sender {
  const sender = parseSender(text)
  if (sender !== undefined) return sender
  throw invalidParameter(name, { code: 'no_sender', params: { value: shown(text) } })
}

/** Removes control characters from a text, so that messages cannot disturb a terminal or a log. */
export const shown = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�').slice(0, 200)
