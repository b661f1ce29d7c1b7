/** First records that an undo changes, with their current and their future values. */
import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Undo } from '../platform/api/undo.ts'
import { heading, metaQuery } from '../platform/meta/entity-meta.ts'
import { changedValues } from '../platform/values/changed-values.ts'
import { useShownValue } from '../platform/values/use-shown-value.ts'
import styles from './undo.module.css'

interface UndoRecordsProps {
  readonly scenario: string
  readonly undo: Undo
}

export function UndoRecords({ scenario, undo }: UndoRecordsProps) {
  const { t } = useTranslation('undo')
  if (undo.records.length === 0) return null
  const more = undo.edits - undo.records.length
  return (
    <Box className={styles.scroller} tabIndex={0} role="region" aria-label={t('records')}>
      <ul className={styles.records}>
        {undo.records.map((record) => (
          <UndoRecord
            key={`${record.entity} ${record.key} ${record.action}`}
            scenario={scenario}
            record={record}
          />
        ))}
      </ul>
      {more > 0 ? <p className={styles.soft}>{t('moreRecords', { count: more })}</p> : null}
    </Box>
  )
}

interface UndoRecordProps {
  readonly scenario: string
  readonly record: Undo['records'][number]
}

function UndoRecord({ scenario, record }: UndoRecordProps) {
  const { t, i18n } = useTranslation('undo')
  const meta = useQuery(metaQuery(scenario, record.entity, i18n.language)).data
  const shown = useShownValue(meta)
  const { entity, title, action } = record
  // The name of a removed record is sufficient.
  const values = action === 'change' ? changedValues(action, record.changes) : []
  return (
    <li>
      <span className={styles.soft}>{heading(meta?.label ?? entity, i18n.language)}</span> <b>{title}</b>{' '}
      <span className={styles.soft}>{t(`action.${actionOf(action)}`)}</span>
      {values.map(({ name, before, after }) => (
        <div key={name} className={styles.value}>
          {shown.label(name)}: <del>{shown.value(name, before)}</del> → <ins>{shown.value(name, after)}</ins>
        </div>
      ))}
    </li>
  )
}

const actionOf = (action: string): 'add' | 'change' | 'delete' =>
  action === 'add' || action === 'delete' ? action : 'change'
