/** The resources with the highest utilization. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dayMs } from '../../platform/formats/instants.ts'
import { planSummaryQuery } from '../../platform/api/home.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { keyHref } from '../reports/report-address.ts'
import { Card } from './card.tsx'
import styles from './home.module.css'

export function BusyResources() {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const query = useQuery(planSummaryQuery(scenario.name))
  const { data = [] } = query
  const resources = data.filter(({ section }) => section === 'capacity')
  const [{ moment, days } = { moment: null, days: null }] = resources
  const base = `/app/${encodeURIComponent(scenario.name)}/reports/resource`
  return (
    <Card
      title={t('busy.title')}
      to={`${base}?show=heat`}
      query={query}
      note={
        moment === null || days === null
          ? undefined
          : t('busy.period', { from: formats.date(moment), until: formats.date(daysAfter(moment, days)) })
      }
      empty={resources.length === 0 ? t('busy.none') : undefined}
    >
      <ul className={styles.lines}>
        {resources.map(({ name, percent }) => (
          <li key={name}>
            <ScreenLink to={keyHref(scenario.name, 'resource', [name])}>{name}</ScreenLink>
            <svg className={styles.meter} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.min(100, percent ?? 0)} height="8" data-full={(percent ?? 0) >= 85} />
            </svg>
            <strong>{formats.percent((percent ?? 0) / 100)}</strong>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Planning time has no time zone. */
const daysAfter = (moment: string, days: number): string =>
  new Date(Date.parse(`${moment}Z`) + days * dayMs).toISOString().slice(0, 19)
