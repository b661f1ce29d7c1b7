/** Stock below its safety stock, by date. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shortagesQuery } from '../../platform/api/home.ts'
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
  const query = useQuery(shortagesQuery(scenario.name))
  const { rows, total } = query.data ?? { rows: [], total: 0 }
  return (
    <Card
      title={t('shortages.title')}
      to={`/app/${encodeURIComponent(scenario.name)}/exceptions?group=shortage`}
      query={query}
      note={
        rows.length === 0
          ? undefined
          : t('shortages.order', { shown: formats.number(rows.length), total: formats.number(total) })
      }
      empty={rows.length === 0 ? t('shortages.none') : undefined}
    >
      <ul className={styles.lines}>
        {rows.map(({ item, location, startdate, enddate }) => (
          <li
            key={`${item} @ ${location}`}
            title={`${formats.date(startdate)} – ${enddate === null ? '' : formats.date(enddate)}`}
          >
            <ScreenLink to={keyHref(scenario.name, 'inventory', [item, location])}>
              {`${item} @ ${location}`}
            </ScreenLink>
            <span className={styles.soft}>{formats.date(startdate)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
