/**
 * Parses mail addresses. Only unambiguous single addresses are accepted: text that could end a header line or add a
 * recipient is rejected before a mail is composed.
 */
import { domainToASCII } from 'node:url'
import { invalidParameter } from '../errors/parameter-errors.ts'
import { isAddress } from '../model/values/mail-address.ts'

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
