/** The changes that are merged because the chosen ones need them. */
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type DifferentRecord, type MergeChoice, neededQuery } from '../../platform/api/differences.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { recordName } from './use-chosen-records.ts'
import styles from './comparison.module.css'

type NeededRecord = Pick<DifferentRecord, 'entity' | 'key' | 'label' | 'title'>

export interface NeededChanges {
  readonly records: readonly NeededRecord[]
  readonly count: number
  readonly error: Error | null
  readonly has: (record: DifferentRecord) => boolean
}

/** Reads what the chosen changes need; nothing if `choice` is undefined. */
export function useNeededChanges(other: string, choice: MergeChoice | undefined): NeededChanges {
  const scenario = useScenario()
  const isChosen = choice !== undefined
  const { data, error } = useQuery({ ...neededQuery(scenario.name, other, choice ?? {}), enabled: isChosen })
  const { records, count } = (isChosen ? data : undefined) ?? { records: [], count: 0 }
  const names = new Set(records.map(recordName))
  return { records, count, error: isChosen ? error : null, has: (record) => names.has(recordName(record)) }
}

/** Maximum number of kinds of records, and of records of a kind, that are named. */
const [mostKinds, mostNamed] = [4, 5]

export function NeededNotice({ needed: { records, count, error } }: { readonly needed: NeededChanges }) {
  const { t, i18n } = useTranslation('comparison')
  if (error !== null) return <ErrorAlert error={error} />
  if (count === 0) return null
  const kinds = [...Map.groupBy(records, ({ label }) => label)]
  return (
    <Alert color="blue" title={t('records.needed', { count })} role="status">
      <ul className={styles.needed}>
        {kinds.slice(0, mostKinds).map(([label, ofKind]) => (
          <li key={label}>
            {heading(label, i18n.language)}:{' '}
            {ofKind
              .slice(0, mostNamed)
              .map(({ title }) => title)
              .join(', ')}
            {ofKind.length > mostNamed ? ` … (${ofKind.length})` : null}
          </li>
        ))}
        {kinds.length > mostKinds ? <li>…</li> : null}
      </ul>
      {t('records.neededHint')}
    </Alert>
  )
}
