/** Validates passwords and returns the reasons why they are too weak. */
import type { Message } from '../../errors/messages.ts'
import { commonPasswords } from './common-passwords.ts'
import { weakWords } from './weak-words.ts'

export const shortestPassword = 8
/** Maximum length; longer passwords are rejected and not cut. The field of the API has the same limit. */
export const longestPassword = 128

export interface PasswordOwner {
  readonly username: string
  readonly email?: string | null | undefined
}

interface Rule {
  readonly message: Message
  readonly broken: (password: string, owner: PasswordOwner) => boolean
}

const characters = (text: string): readonly string[] => Array.from(text)

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Returns whether the password is the name, forward or backward, with fewer than four additional characters. */
function resembles(password: string, name: string): boolean {
  const [secret, known] = [fold(password), fold(name)]
  if (known.length < 3) return false
  const backwards = characters(known).toReversed().join('')
  return [known, backwards].some((word) => secret.includes(word) && secret.length - word.length < 4)
}

/** Characters that replace letters in passwords, such as in `P@ssw0rd`. */
const substitutes: ReadonlyMap<string, string> = new Map(
  Array.from('013457@$!€', (character, index) => [character, 'oieastasie'[index] ?? character]),
)

/**
 * Returns the folded password with letters instead of their substitutes. Substitutes at its end count as digits and
 * signs.
 */
function withoutSubstitutes(password: string): string {
  const [, word = '', end = ''] = /^(.*\p{L})(\P{L}*)$/su.exec(fold(password)) ?? []
  return Array.from(word, (character) => substitutes.get(character) ?? character).join('') + end
}

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/**
 * Maximum number of digits and signs around a word for which a password is weak: years, dates, counters, a sign at
 * the end.
 */
const mostAround = 8

/**
 * Returns whether the password is in the list, repeats one short piece, consists of consecutive characters, or is a
 * known word with few characters around it.
 */
function isCommon(password: string, { username, email }: PasswordOwner): boolean {
  if (commonPasswords.has(password) || new Set(characters(password)).size < 3) return true
  if (/^(.{1,8})\1+.{0,2}$/su.test(password) || isSequence(password)) return true
  const word = /^[^\p{L}]*(.*?)[^\p{L}]*$/su.exec(password)?.[1] ?? ''
  if (password.length - word.length > mostAround) return false
  const [account = '', domain = ''] = (email ?? '').split('@')
  const own = [username, account, ...account.split(/[._+-]/), ...domain.split('.').slice(0, -1)]
  const plain = withoutAccents(word)
  const known = own.some((name) => name.length >= 3 && withoutAccents(fold(name)) === plain)
  return known || weakWords.has(plain)
}

/** Rows of keyboards, the alphabet and the digits; pieces of them are weak. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]
const shortestRun = 4

/** Returns whether all but two characters are parts of such rows, forward or backward. */
function isSequence(password: string): boolean {
  let rest = password
  for (const row of [...rows, ...rows.map((each) => Array.from(each).toReversed().join(''))]) {
    for (let length = row.length; length >= shortestRun; length -= 1) {
      for (let start = 0; start + length <= row.length; start += 1) {
        rest = rest.replaceAll(row.slice(start, start + length), '')
      }
    }
  }
  return rest.length <= 2
}

const rules: readonly Rule[] = [
  {
    message: { code: 'password_too_short', params: { limit: shortestPassword } },
    broken: (password) => characters(password).length < shortestPassword,
  },
  {
    message: { code: 'too_long', params: { limit: longestPassword } },
    broken: (password) => characters(password).length > longestPassword,
  },
  {
    message: { code: 'password_edges' },
    broken: (password) => password !== password.trim(),
  },
  {
    message: { code: 'password_is_name' },
    broken: (password, { username, email }) =>
      [username, email ?? '', email?.split('@')[0] ?? ''].some((name) => resembles(password, name)),
  },
  {
    message: { code: 'password_too_common' },
    broken: (password, owner) =>
      // Longer passwords are not checked: the time grows with the square of the length, and they are rejected anyway.
      password.length <= 2 * longestPassword &&
      [fold(password), withoutSubstitutes(password)].some((text) => isCommon(text, owner)),
  },
]

/** Returns all reasons why the password is too weak; empty if it is strong enough. */
export function passwordFaults(password: string, owner: PasswordOwner): readonly Message[] {
  return rules.filter((rule) => rule.broken(password, owner)).map((rule) => rule.message)
}
