/** One unsaved change in words. */
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useEntryWords } from './entry-words.ts'
import type { Change } from './use-staged.ts'

export function useStagedWords(): (change: Change) => string {
  const { t } = useTranslation('calendars')
  const wordsOf = useEntryWords(true)
  return ({ what, about }) =>
    what === 'own'
      ? t('staged.ownOf', { calendar: String(about['name']), name: String(about['key']) })
      : wordsOf(about).all
}

export function StagedLine({ change }: { readonly change: Change }) {
  const { t } = useTranslation('calendars')
  const wordsOf = useStagedWords()
  return (
    <>
      <StatusBadge tone={change.what === 'remove' ? 'off' : 'info'}>{t(`staged.${change.what}`)}</StatusBadge>
      <span>{wordsOf(change)}</span>
    </>
  )
}
