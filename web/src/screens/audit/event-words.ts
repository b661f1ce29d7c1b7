/** The words of account events, in the language of the user. */
import { useTranslation } from 'react-i18next'
import type { AccountEvent } from '../../platform/api/account-log.ts'
import { useMe } from '../../platform/api/me.ts'

/** Maximum number of rights that are listed; the export contains all of them. */
const mostRights = 8

export interface EventWords {
  readonly title: (event: Pick<AccountEvent, 'event'>) => string
  /** Returns the affected user or group. */
  readonly subject: (event: AccountEvent) => string
  readonly actor: (event: AccountEvent) => string
  readonly details: (event: AccountEvent) => string
}

/** Returns the text of a value in the details of an event. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

export function useEventWords(): EventWords {
  const { t } = useTranslation('audit')
  const { scenarios } = useMe()
  const scenarioLabel = (name: string): string => scenarios.find((one) => one.name === name)?.label ?? name
  const rightWord = (right: string): string =>
    right === 'superuser' || right === 'member' ? t(`accounts.${right}`) : right
  const rightWords = (rights: readonly unknown[]): string => {
    const words = rights.slice(0, mostRights).map((right) => rightWord(String(right)))
    return words.join(', ') + (rights.length > mostRights ? ` … (${rights.length})` : '')
  }
  /** Returns the way of a sign-in: the name of a passkey follows the word, other ways are names of providers. */
  const way = (by: string): string => {
    const [, name] = /^passkey (.*)$/s.exec(by) ?? []
    if (name !== undefined) return `${t('accounts.by.passkey')} ${name}`
    return by === 'password' || by === 'code' || by === 'passkey' ? t(`accounts.by.${by}`) : by
  }
  const details = ({ details: given }: AccountEvent): string => {
    const { scenario, rights, reason, by, name, left_out_before: leftOut } = given ?? {}
    const parts = [
      textOf(scenario) === undefined ? undefined : scenarioLabel(String(scenario)),
      Array.isArray(rights) ? rightWords(rights) : undefined,
      textOf(reason) === undefined ? undefined : way(String(reason)),
      textOf(by) === undefined ? undefined : way(String(by)),
      textOf(name),
      typeof leftOut === 'number' ? t('accounts.leftOut', { count: leftOut }) : undefined,
    ]
    return parts.filter((part) => part !== undefined).join(' · ')
  }
  return {
    title: ({ event }) => t(`accounts.event.${event}`, { defaultValue: event }),
    subject: ({ username, details: given }) =>
      username ??
      (textOf(given?.['group']) === undefined ? '' : t('accounts.group', { name: given?.['group'] })),
    actor: ({ actor, command }) => (command ? t('accounts.command') : (actor ?? '')),
    details,
  }
}
