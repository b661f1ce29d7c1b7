/** The order that was chosen: when, how much, what for, and where to go on from it. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../app/use-formats.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { ScreenLink } from '../../components/screen-link.tsx'
import type { PlacedBar } from './lanes.ts'
import styles from './gantt.module.css'

export function BarPanel({
  bar: { bar },
  onClose,
}: {
  readonly bar: PlacedBar
  readonly onClose: () => void
}) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  const base = `/app/${encodeURIComponent(scenario.name)}/data`
  const late = bar.delay ?? 0
  const facts: readonly (readonly [string, string | null])[] = [
    [t('fact.item'), bar.item],
    [t('fact.quantity'), bar.quantity === null ? null : formats.number(bar.quantity)],
    [t('fact.status'), bar.status],
    [t('fact.start'), formats.dateTime(bar.startdate)],
    [
      t('fact.setup'),
      bar.setupend === null ? null : `${bar.setup ?? ''} · ${formats.dateTime(bar.setupend)}`,
    ],
    [t('fact.end'), formats.dateTime(bar.enddate)],
    [t('fact.due'), bar.due === null ? null : formats.dateTime(bar.due)],
    [t(late > 0 ? 'fact.late' : 'fact.spare'), late === 0 ? null : formats.duration(Math.abs(late))],
  ]
  return (
    <aside className={styles.panel} aria-label={t('panel', { reference: bar.reference })}>
      <div className={styles.panelHead}>
        <strong>{bar.operation ?? bar.reference}</strong>
        <ScreenLink to={`${base}/operationplan?reference=${encodeURIComponent(bar.reference)}`}>
          {t('order', { reference: bar.reference })}
        </ScreenLink>
        <Tooltip label={t('close')}>
          <ActionIcon variant="subtle" aria-label={t('close')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <dl>
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        {Object.keys(bar.demands).length === 0 ? null : (
          <div>
            <dt>{t('fact.for')}</dt>
            <dd>
              {Object.entries(bar.demands).map(([demand, quantity]) => (
                <ScreenLink
                  key={demand}
                  className={styles.demand}
                  to={`${base}/demand/${encodeURIComponent(demand)}/plan`}
                >
                  {demand} ({formats.number(quantity)})
                </ScreenLink>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </aside>
  )
}
