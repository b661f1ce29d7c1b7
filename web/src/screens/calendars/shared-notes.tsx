/** Says of each calendar with unsaved changes which other records they affect. */
import { useTranslation } from 'react-i18next'
import type { CalendarUse } from '../../platform/api/calendars.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import type { Change } from './use-staged.ts'
import styles from './calendars.module.css'

/** Maximum number of records that are named. */
const mostNamed = 5

export function SharedNotes({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useTranslation('calendars')
  const formats = useFormats()
  const users = new Map<string, readonly CalendarUse[]>()
  for (const { what, about, uses } of changes) if (what !== 'own') users.set(String(about['calendar']), uses)
  const shared = [...users].filter(([, uses]) => countOf(uses) > 1)
  const namesOf = (uses: readonly CalendarUse[]): string => {
    const named = uses.flatMap(({ keys }) => keys).slice(0, mostNamed)
    const more = countOf(uses) - named.length
    return more === 0
      ? new Intl.ListFormat(formats.language, { type: 'conjunction' }).format(named)
      : `${new Intl.ListFormat(formats.language, { type: 'unit' }).format(named)} ${t('uses.more', { count: formats.number(more) })}`
  }
  return shared.map(([calendar, uses]) => (
    <p key={calendar} className={styles.soft}>
      {t('staged.shared', { calendar, names: namesOf(uses) })}
    </p>
  ))
}

const countOf = (uses: readonly CalendarUse[]): number => uses.reduce((sum, { count }) => sum + count, 0)
