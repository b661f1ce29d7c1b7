/** One unsaved change in words. */
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { changedWords, useEntryWords } from './entry-words.ts'
import type { Change } from './use-staged.ts'

export function useStagedWords(): (change: Change) => string {
  const { t } = useTranslation('calendars')
  const ofHours = useEntryWords(true)
  const ofValues = useEntryWords(false)
  return ({ what, about, before, hours }) => {
    if (what === 'own')
      return t('staged.ownOf', { calendar: String(about['name']), name: String(about['key']) })
    const wordsOf = hours ? ofHours : ofValues
    const after = wordsOf(about)
    const words = before === undefined ? after.all : changedWords(wordsOf(before), after)
    // Changes of several calendars are saved together.
    return `${String(about['calendar'])}: ${words}`
  }
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
