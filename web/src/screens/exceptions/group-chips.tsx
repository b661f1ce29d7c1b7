/** Counts of exceptions by group; selecting one filters the list. */
import { useTranslation } from 'react-i18next'
import { type ExceptionGroup, groupNames } from '../../platform/exception-groups.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import styles from './exceptions.module.css'

interface GroupChipsProps {
  readonly counts: Readonly<Record<ExceptionGroup, number>>
  /** Undefined = all groups; null if the chips link to another screen. */
  readonly shown: ExceptionGroup | undefined | null
  /** Returns the address of the exceptions of a group; undefined = all groups. */
  readonly hrefOf: (group: ExceptionGroup | undefined) => string
}

export function GroupChips({ counts, shown, hrefOf }: GroupChipsProps) {
  const { t } = useTranslation('exceptions')
  const formats = useFormats()
  const all = groupNames.reduce((sum, name) => sum + counts[name], 0)
  const chips = [
    { group: undefined, label: t('group.all'), count: all },
    ...groupNames.map((group) => ({ group, label: t(`group.${group}`), count: counts[group] })),
  ]
  return (
    <ul className={styles.chips} aria-label={t('groups')}>
      {chips.map(({ group, label, count }) => (
        <li key={group ?? ''}>
          <ScreenLink
            to={hrefOf(group)}
            data-empty={count === 0}
            {...(group === shown ? { 'aria-current': 'true' } : {})}
          >
            <span>{label}</span>
            <strong>{formats.number(count)}</strong>
          </ScreenLink>
        </li>
      ))}
    </ul>
  )
}
