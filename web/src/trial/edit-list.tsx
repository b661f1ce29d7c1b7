/** Lists edits as text: record, field, value. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PlanEdit } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { heading, metaQuery } from '../platform/meta/entity-meta.ts'
import { metaIndexQuery } from '../platform/meta/meta-index.ts'
import { formatValue } from '../platform/values/format-value.ts'
import { useFieldFormats } from '../platform/values/field-formats.ts'
import styles from './trial.module.css'

export function EditList({ edits }: { readonly edits: readonly PlanEdit[] }) {
  const { t, i18n } = useTranslation(['trial', 'grid'])
  const formats = useFieldFormats()
  const scenario = useScenario()
  const { data: visible = [] } = useQuery(metaIndexQuery(scenario.name, i18n.language))
  const wanted = [...new Set(edits.map(({ entity }) => entity))].filter((entity) =>
    visible.some((one) => one.entity === entity),
  )
  const metas = useQueries({
    queries: wanted.map((entity) => metaQuery(scenario.name, entity, i18n.language)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.entity, data]]))),
  })
  return (
    <ul className={styles.edits}>
      {edits.map(({ entity, action, key, fields = {} }, place) => {
        const meta = metas.get(entity)
        const values = Object.entries(fields).map(([name, value]) => {
          const field = meta?.fields.find((one) => one.name === name)
          const text =
            typeof value === 'boolean'
              ? t(value ? 'grid:yes' : 'grid:no')
              : field === undefined
                ? String(value)
                : formatValue(field, value, formats)
          return `${field?.label ?? name} ${text === '' ? '–' : text}`
        })
        return (
          // Edits have no id, and their list does not change.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            {heading(meta?.label ?? entity, i18n.language)}{' '}
            {key === undefined ? null : <strong>{key}</strong>}
            {action === 'update' ? null : ` (${t(`edit.${action}`)})`}
            {values.length === 0 ? null : `: ${values.join(', ')}`}
          </li>
        )
      })}
    </ul>
  )
}
