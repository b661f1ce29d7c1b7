/** The records that an undo, or a proposal made of one, leaves as they are. */
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Undo } from '../platform/api/undo.ts'
import { heading } from '../platform/meta/entity-meta.ts'
import { firstOf } from './first-of.ts'
import styles from './undo.module.css'

type Left = Pick<Undo, 'left_out_records' | 'left_out_record_count'>

/** Number of records that the undo leaves as they are, with the reasons and the first of them. */
export function LeftRecords({ undo }: { readonly undo: Left }) {
  const { t, i18n } = useTranslation('undo')
  const { left_out_records: groups, left_out_record_count: count } = undo
  if (count === 0) return null
  const { shown, more } = firstOf(groups, count, ({ records }) => records)
  return (
    <Alert color="orange" title={t('leftRecords', { count })}>
      <ul className={styles.actions}>
        {shown.map(({ entity, reason, changeset, detail, keys }) => (
          <li key={`${entity} ${reason} ${changeset}`}>
            {heading(detail, i18n.language)}
            {keys.length === 0 ? null : <div className={styles.value}>{keys.join(', ')}</div>}
          </li>
        ))}
        {more > 0 ? <li>{t('moreRecords', { count: more })}</li> : null}
      </ul>
    </Alert>
  )
}
