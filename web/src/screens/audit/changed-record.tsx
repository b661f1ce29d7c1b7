/** One record of a change set, with its old and new values. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChangedRecord } from '../../platform/api/audit.ts'
import { heading, metaQuery } from '../../platform/meta/entity-meta.ts'
import { hrefInList } from '../../platform/record-href.ts'
import { changedValues } from '../../platform/values/changed-values.ts'
import { useShownValue } from '../../platform/values/use-shown-value.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import styles from './audit.module.css'

interface ChangedRecordItemProps {
  readonly scenario: string
  readonly record: ChangedRecord
}

export function ChangedRecordItem({ scenario, record }: ChangedRecordItemProps) {
  const { t, i18n } = useTranslation('grid')
  const meta = useQuery(metaQuery(scenario, record.entity, i18n.language)).data
  const shown = useShownValue(meta)
  const route = hrefInList(scenario, record.route, record.key)
  return (
    <li className={styles.record}>
      <div>
        <span className={styles.soft}>
          {heading(record.label, i18n.language)} · {t(`record.action.${record.action}`)}
        </span>{' '}
        {record.action === 'delete' ? (
          <b>{record.title}</b>
        ) : (
          <ScreenLink to={route}>{record.title}</ScreenLink>
        )}
      </div>
      <dl className={styles.changes}>
        {changedValues(record.action, record.changes).map(({ name, before, after }) => (
          <div key={name}>
            <dt>{shown.label(name)}</dt>
            <dd>
              {record.action === 'add' ? null : (
                <>
                  <del>{shown.value(name, before)}</del>
                  {record.action === 'delete' ? null : ' → '}
                </>
              )}
              {record.action === 'delete' ? null : <ins>{shown.value(name, after)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
