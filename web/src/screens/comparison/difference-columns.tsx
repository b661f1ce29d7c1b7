/** Columns of the table of different records: choice, record, values, and the scenario of the change. */
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DifferentRecord } from '../../platform/api/differences.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { hrefInList } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import type { Column } from '../../ui/data-table.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { DifferentValues } from './different-values.tsx'
import type { ChosenRecords } from './use-chosen-records.ts'
import styles from './comparison.module.css'

interface DifferenceColumnsOptions {
  /** Whether the common ancestor of both scenarios is known, and with it the scenario of each change. */
  readonly known: boolean
  /** Whether the record can be merged. */
  readonly isOffered: (record: DifferentRecord) => boolean
  readonly chosen: ChosenRecords
  /** Whether the record is merged because chosen ones need it. */
  readonly isNeeded: (record: DifferentRecord) => boolean
}

/** Returns a function that makes the columns of the differences from the scenario to the named one. */
export function useDifferenceColumns(
  other: string,
  label: string,
): (options: DifferenceColumnsOptions) => readonly Column<DifferentRecord>[] {
  const { t, i18n } = useTranslation('comparison')
  const scenario = useScenario()
  const places = { here: scenario.label, there: label }
  const nameCell = ({ entity, label: kind, route, title, key_a, key_b }: DifferentRecord) => {
    const place = key_a === null ? other : scenario.name
    const address = hrefInList(place, route, key_a ?? key_b ?? '')
    return (
      <span className={styles.record}>
        <span className={styles.soft}>{heading(kind === '' ? entity : kind, i18n.language)}</span>
        <ScreenLink to={address}>{title}</ScreenLink>
      </span>
    )
  }
  const changedCell = ({ conflict, changed }: DifferentRecord) =>
    conflict ? (
      <StatusBadge tone="bad">{t('records.conflict')}</StatusBadge>
    ) : changed === 'both' ? (
      t('records.both')
    ) : changed === 'a' ? (
      scenario.label
    ) : changed === 'b' ? (
      label
    ) : null
  return ({ known, isOffered, chosen, isNeeded }) => [
    {
      id: 'choose',
      header: '',
      cell: (record: DifferentRecord) =>
        isOffered(record) ? (
          <Checkbox
            aria-label={t('records.choose', { record: record.title })}
            checked={chosen.has(record) || isNeeded(record)}
            // Records of a chosen decision, and those that others need, are only deselected together with these.
            disabled={
              isNeeded(record) || chosen.decisions.some(({ changeset }) => changeset === record.changeset)
            }
            onChange={({ currentTarget }) => chosen.set([record], currentTarget.checked)}
          />
        ) : null,
    },
    { id: 'record', header: t('records.record'), cell: nameCell },
    {
      id: 'values',
      header: t('records.values', places),
      cell: (record: DifferentRecord) => <DifferentValues record={record} places={places} />,
    },
    ...(known ? [{ id: 'changed', header: t('records.changedIn'), cell: changedCell }] : []),
  ]
}
