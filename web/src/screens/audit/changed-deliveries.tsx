/** The sales orders that a stored plan made late, and those that it delivers on time again, later or earlier. */
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { PlanEffect } from './use-plan-effects.ts'
import styles from './audit.module.css'

const changes = ['late', 'later', 'recovered', 'earlier'] as const

interface ChangedDeliveriesProps {
  readonly deliveries: NonNullable<PlanEffect['deliveries']>
}

export function ChangedDeliveries({ deliveries }: ChangedDeliveriesProps) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const scenario = useScenario()
  const shown = changes.filter((change) => deliveries[change].count > 0)
  if (shown.length === 0) return null
  return (
    <dl className={styles.deliveries} aria-label={t('demands.title')}>
      {shown.map((change) => {
        const { count, names } = deliveries[change]
        return (
          <div key={change}>
            <dt>
              {t(`change.${change}`)} ({formats.number(count)})
            </dt>
            <dd>
              {names.map((name) => (
                <ScreenLink key={name} to={`${recordHref(scenario.name, 'input.demand', name)}/plan`}>
                  {name}
                </ScreenLink>
              ))}
              {count > names.length ? '…' : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
