/** The sales orders with the highest lateness, with links to their reasons. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lateOrders, lateOrdersQuery } from '../../platform/api/home.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { Card } from './card.tsx'
import styles from './home.module.css'

export function LateOrders() {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const query = useQuery(lateOrdersQuery(scenario.name))
  const { data = [] } = query
  const base = `/app/${encodeURIComponent(scenario.name)}/data/demand`
  return (
    <Card
      title={t('late.title')}
      to={withQuery(base, lateOrders)}
      query={query}
      note={data.length === 0 ? undefined : t('late.order')}
      empty={data.length === 0 ? t('late.none') : undefined}
    >
      <ul className={styles.lines}>
        {data.map(({ name, item, customer, delay }) => (
          <li key={name}>
            <ScreenLink className={styles.key} to={`${base}/${encodeURIComponent(name)}/plan`}>
              {name}
            </ScreenLink>
            <span className={styles.soft}>{[item, customer].filter(Boolean).join(' · ')}</span>
            <strong className={styles.bad}>{delay === null ? '' : formats.delay(delay)}</strong>
          </li>
        ))}
      </ul>
    </Card>
  )
}
