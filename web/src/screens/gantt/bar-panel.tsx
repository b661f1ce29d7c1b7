/** Details of the opened order: demand, lateness, editable fields and links. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isLateBy } from '../../../../src/rules/late.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useChoiceWords } from '../../platform/meta/use-choice-words.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { recordHref } from '../../platform/record-href.ts'
import type { PlacedBar } from './lanes.ts'
import { LinkedOrders } from './linked-orders.tsx'
import { orderModel } from './order-entities.ts'
import { late } from '../../ui/late.tsx'
import styles from './gantt.module.css'

/** Loaded separately, because the form is larger than the rest of the screen. */
const BarForm = late(async () => (await import('./bar-form.tsx')).BarForm)

interface BarPanelProps {
  readonly placed: PlacedBar
  /** Whether it was opened by keyboard, so that it takes the focus. */
  readonly focused: boolean
  readonly onDirty: (dirty: boolean) => void
  /** Selects another order of the chart. */
  readonly onGo: (reference: string) => void
  readonly onClose: () => void
}

export function BarPanel({ placed, focused, onDirty, onGo, onClose }: BarPanelProps) {
  const { bar, resource } = placed
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const scenario = useScenario()
  const statusWord = useChoiceWords('input.operationplan', 'status')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focused) panel.current?.focus()
  }, [focused])
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = panel.current
    const leave = ({ key, target }: KeyboardEvent): void => {
      // An open list of a field is closed first.
      const listed = target instanceof Element && target.getAttribute('aria-expanded') === 'true'
      if (key === 'Escape' && !listed) close()
    }
    element?.addEventListener('keydown', leave)
    return () => element?.removeEventListener('keydown', leave)
  }, [])
  const model = orderModel(bar.type)
  const edits = model !== undefined && scenario.may(`input.change_${model}`)
  const late = bar.delay ?? 0
  const facts: readonly (readonly [string, string | null])[] = [
    [t('fact.resource'), resource],
    [t('fact.item'), bar.item],
    [t('color.customer'), bar.customers.length === 0 ? null : bar.customers.join('; ')],
    ...(edits
      ? []
      : ([
          [t('fact.quantity'), bar.quantity === null ? null : formats.number(bar.quantity)],
          [t('fact.status'), bar.status === null ? null : statusWord(bar.status)],
          [t('fact.start'), formats.dateTime(bar.startdate)],
          [t('fact.end'), formats.dateTime(bar.enddate)],
        ] as const)),
    [
      t('fact.setup'),
      bar.setupend === null ? null : `${bar.setup ?? ''} · ${formats.dateTime(bar.setupend)}`,
    ],
    [t('fact.due'), bar.due === null ? null : formats.dateTime(bar.due)],
    [t(isLateBy(late) ? 'fact.late' : 'fact.spare'), late === 0 ? null : formats.delay(Math.abs(late))],
  ]
  const base = `/app/${encodeURIComponent(scenario.name)}/data`
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={t('panel', { reference: bar.reference })}
      tabIndex={-1}
    >
      <div className={styles.panelHead}>
        <h2>{bar.operation ?? bar.reference}</h2>
        <Tooltip label={t('close')}>
          <ActionIcon variant="subtle" aria-label={t('close')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <ScreenLink
        to={
          model === undefined
            ? `${base}/operationplan?reference=${encodeURIComponent(bar.reference)}`
            : recordHref(scenario.name, `input.${model}`, bar.reference)
        }
      >
        {t('order', { reference: bar.reference })}
      </ScreenLink>
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
          <div className={styles.wide}>
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
      <LinkedOrders reference={bar.reference} onGo={onGo} />
      {edits ? (
        <Suspense fallback={<LoadingSkeleton rows={4} />}>
          <BarForm entity={`input.${model}`} reference={bar.reference} onDirty={onDirty} />
        </Suspense>
      ) : null}
    </aside>
  )
}
