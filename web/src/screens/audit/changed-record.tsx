/** One record of a change set, with its old and new values. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChangedRecord } from '../../platform/api/audit.ts'
import { heading, metaQuery } from '../../platform/meta/entity-meta.ts'
import { hrefInList } from '../../platform/record-href.ts'
import { changedValues } from '../../platform/values/changed-values.ts'
import { documentText } from '../../platform/values/document-text.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { formatValue } from '../../platform/values/format-value.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import styles from './audit.module.css'

interface ChangedRecordItemProps {
  readonly scenario: string
  readonly record: ChangedRecord
}

export function ChangedRecordItem({ scenario, record }: ChangedRecordItemProps) {
  const { t, i18n } = useTranslation('grid')
  const formats = useFieldFormats()
  const meta = useQuery(metaQuery(scenario, record.entity, i18n.language)).data
  const field = (name: string) => meta?.fields.find((one) => one.name === name)
  const show = (name: string, value: unknown): string => {
    const own = field(name)
    if (value === null || value === undefined) return t('conflict.nothing')
    return own === undefined ? documentText(value) : formatValue(own, value, formats)
  }
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
            <dt>{heading(field(name)?.label ?? name, i18n.language)}</dt>
            <dd>
              {record.action === 'add' ? null : (
                <>
                  <del>{show(name, before)}</del>
                  {record.action === 'delete' ? null : ' → '}
                </>
              )}
              {record.action === 'delete' ? null : <ins>{show(name, after)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
