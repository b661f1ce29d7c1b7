/** Which passwords are too weak to be taken, and why. */
import type { Message } from '../../errors/messages.ts'
import { commonPasswords } from './common-passwords.ts'

export const shortestPassword = 8
/** Longer ones are refused rather than cut; the API's field has the same limit. */
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

/** The name itself, backwards, or with a few characters around it. */
function resembles(password: string, name: string): boolean {
  const [secret, known] = [fold(password), fold(name)]
  if (known.length < 3) return false
  const backwards = characters(known).toReversed().join('')
  return [known, backwards].some((word) => secret.includes(word) && secret.length - word.length < 4)
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
    broken: (password) => commonPasswords.has(fold(password)) || new Set(characters(fold(password))).size < 3,
  },
]

/** Every reason why the password is too weak; empty when it is good enough. */
export function passwordFaults(password: string, owner: PasswordOwner): readonly Message[] {
  return rules.filter((rule) => rule.broken(password, owner)).map((rule) => rule.message)
}
