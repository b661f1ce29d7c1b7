/** Stock below safety stock or below zero, by date. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shortagesQuery } from '../../platform/api/home.ts'
import { useFindingText } from '../../platform/findings/use-finding-text.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { keyHref } from '../reports/report-address.ts'
import { Card } from './card.tsx'
import styles from './home.module.css'

export function Shortages() {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const describe = useFindingText()
  const query = useQuery(shortagesQuery(scenario.name))
  const { data = [] } = query
  const base = `/app/${encodeURIComponent(scenario.name)}/reports`
  return (
    <Card
      title={t('shortages.title')}
      to={`${base}/problems?entity=material`}
      query={query}
      empty={data.length === 0 ? t('shortages.none') : undefined}
    >
      <ul className={styles.lines}>
        {data.map(({ owner, description, startdate, enddate }) => (
          <li
            key={owner}
            title={`${formats.date(startdate)} – ${formats.date(enddate)}: ${describe(description)}`}
          >
            <ScreenLink to={keyHref(scenario.name, 'inventory', owner.split(' @ '))}>{owner}</ScreenLink>
            <span className={styles.soft}>{formats.date(startdate)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
