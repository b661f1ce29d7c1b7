/** Differences between a scenario and production: changes of users first, then computed results. */
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keptByPromotion } from '../../../../src/model/production.ts'
import { entitiesQuery } from '../../platform/api/entities.ts'
import type { Comparison, EntityDifference } from '../../platform/api/scenarios.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { heading, metaQuery } from '../../platform/meta/entity-meta.ts'
import { DeliveryChanges } from './delivery-changes.tsx'
import styles from './scenarios.module.css'

interface ComparisonViewProps {
  readonly scenario: string
  readonly comparison: Comparison
}

/** One row of a table: an entity, or its computed part. */
interface Line {
  readonly entity: string
  readonly lost: number
  readonly added: number
  readonly changed: number
  /** Different fields, with the number of records. */
  readonly fields: readonly (readonly [name: string, count: number])[]
}

export function ComparisonView({ scenario, comparison: { same, differences } }: ComparisonViewProps) {
  const { t } = useTranslation('scenarios')
  if (same) return <Alert color="gray">{t('promote.same')}</Alert>
  const people = differences.filter(({ entity }) => !keptByPromotion.includes(entity)).flatMap(editedLine)
  const plan = differences.flatMap(computedLine)
  return (
    <>
      <h3 className={styles.part}>{t('promote.people')}</h3>
      {people.length === 0 ? (
        <p className={styles.soft}>{t('promote.nothingEdited')}</p>
      ) : (
        <Lines scenario={scenario} label={t('promote.people')} lines={people} />
      )}
      {plan.length === 0 ? null : (
        <details>
          <summary>{t('promote.computed')}</summary>
          <Lines scenario={scenario} label={t('promote.computed')} lines={plan} />
        </details>
      )}
      <DeliveryChanges scenario={scenario} />
      <ScreenLink to={`/app/${encodeURIComponent(scenario)}/reports/comparison`}>{t('compare')}</ScreenLink>
    </>
  )
}

function editedLine({ entity, plan, onlyA, onlyB, edited, ...rest }: EntityDifference): readonly Line[] {
  if (plan || onlyA + onlyB + edited === 0) return []
  const fields = Object.entries(rest.fields).filter(([name]) => !rest.computed.includes(name))
  return [{ entity, lost: onlyA, added: onlyB, changed: edited, fields }]
}

function computedLine({ entity, plan, onlyA, onlyB, ...rest }: EntityDifference): readonly Line[] {
  const all = Object.entries(rest.fields)
  if (plan) return [{ entity, lost: onlyA, added: onlyB, changed: rest.different, fields: all }]
  if (rest.replanned === 0) return []
  const fields = all.filter(([name]) => rest.computed.includes(name))
  return [{ entity, lost: 0, added: 0, changed: rest.replanned, fields }]
}

interface LinesProps {
  readonly scenario: string
  /** Name of the table. */
  readonly label: string
  readonly lines: readonly Line[]
}

function Lines({ scenario, label, lines }: LinesProps) {
  const { t, i18n } = useTranslation('scenarios')
  const formats = useFormats()
  const { data: entities, isPending } = useQuery(entitiesQuery(scenario))
  // Avoids showing names before the labels are loaded.
  if (isPending) return <LoadingSkeleton rows={3} />
  const labels = new Map(entities?.map((one) => [one.entity, heading(one.label_plural, i18n.language)]))
  const nameOf = (line: Line) => (
    <>
      {labels.get(line.entity) ?? line.entity}
      {line.fields.length === 0 ? null : <FieldNames scenario={scenario} line={line} />}
    </>
  )
  const number = (id: 'lost' | 'added' | 'changed'): Column<Line> => ({
    id,
    header: t(`promote.${id}`),
    align: 'end',
    cell: (line) => formats.number(line[id]),
  })
  return (
    <DataTable
      stacks
      label={label}
      columns={[
        { id: 'entity', header: t('promote.entity'), cell: nameOf },
        number('lost'),
        number('added'),
        number('changed'),
      ]}
      rows={lines}
      rowKey={({ entity }) => entity}
    />
  )
}

/** Names of the different fields with the number of records. */
function FieldNames({ scenario, line }: { readonly scenario: string; readonly line: Line }) {
  const { i18n } = useTranslation()
  const formats = useFormats()
  const { data: meta } = useQuery(metaQuery(scenario, line.entity, i18n.language))
  const labels = new Map(meta?.fields.map(({ name, label }) => [name, heading(label)]))
  const words = line.fields.map(([name, count]) => `${labels.get(name) ?? name} ${formats.number(count)}`)
  return <div className={styles.soft}>{words.join(' · ')}</div>
}
