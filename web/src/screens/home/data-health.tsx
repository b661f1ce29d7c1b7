/** Number of records of the main entities, result of the last import, and incomplete data. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { EntityListing } from '../../platform/api/entities.ts'
import { countsQuery } from '../../platform/api/counts.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { heading } from '../../platform/meta/entity-meta.ts'
import { Card } from './card.tsx'
import { LastImport } from './last-import.tsx'
import styles from './home.module.css'

/** The main entities of planners. */
const shown = [
  'input.demand',
  'input.item',
  'input.buffer',
  'input.operation',
  'input.resource',
  'input.itemsupplier',
  'input.purchaseorder',
  'input.manufacturingorder',
]

export function DataHealth({ entities }: { readonly entities: readonly EntityListing[] }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const { data: problems = [] } = useQuery({
    ...countsQuery(scenario.name, 'output.problem', 'name'),
    enabled: scenario.may('output.view_problem'),
  })
  const invalid = problems.find(({ value }) => value === 'invalid data')?.count ?? 0
  const base = `/app/${encodeURIComponent(scenario.name)}`
  const rows = shown.flatMap((name) => entities.filter(({ entity }) => entity === name))
  return (
    <Card wide title={t('data.title')} to={`${base}/execute/files`} note={t('data.counted')}>
      <LastImport />
      {invalid > 0 ? (
        <p>
          <ScreenLink className={styles.bad} to={`${base}/reports/problems?name=invalid%20data`}>
            {t('data.invalid', { count: invalid })}
          </ScreenLink>
        </p>
      ) : null}
      <ul className={styles.counts}>
        {rows.map(({ entity, label_plural: label, route, count }) => (
          <li key={entity}>
            <ScreenLink to={`${base}${route}`}>{heading(label, formats.language)}</ScreenLink>
            <strong>{count === undefined ? '' : formats.number(count)}</strong>
          </li>
        ))}
      </ul>
    </Card>
  )
}
