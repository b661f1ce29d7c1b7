/** Numbers of records of one entity that a change set added, changed and deleted. */
import { useTranslation } from 'react-i18next'
import type { Counts } from '../../platform/api/audit.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import styles from './audit.module.css'

export function EntityCounts({ counts }: { readonly counts: Counts }) {
  const { t, i18n } = useTranslation('grid')
  const formats = useFormats()
  const { label, created, updated, deleted } = counts
  const parts = [
    ['+', created, 'record.action.add'],
    ['~', updated, 'record.action.change'],
    ['−', deleted, 'record.action.delete'],
  ] as const
  return (
    <span className={styles.count}>
      {heading(label, i18n.language)}{' '}
      {parts
        .filter(([, number]) => number > 0)
        .map(([sign, number, key]) => (
          <span key={sign} className={styles.number} title={t(key)}>
            {sign}
            {formats.number(number)}
          </span>
        ))}
    </span>
  )
}
