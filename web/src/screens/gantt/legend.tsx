/** Legend of the bars, the capacity strip and the lines between orders; folded on a phone. */
import { useMediaQuery } from '@mantine/hooks'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { late } from '../../ui/late.tsx'
import type { BarLook, LegendEntry } from './bar-looks.ts'
import type { OrderLink } from './order-links.ts'
import { Swatch } from './swatch.tsx'
import styles from './gantt.module.css'

const plain = (variable: string): BarLook => ({ variable, pattern: 'plain' })

const setup: LegendEntry = { word: 'setup', look: plain('--line-strong') }
const strip: readonly LegendEntry[] = [
  { word: 'load', look: plain('--chart-1') },
  { word: 'over', look: plain('--bad') },
]

interface LegendProps {
  /** Entries of the bars. */
  readonly entries: readonly LegendEntry[]
  /** Lines that are drawn. */
  readonly links: readonly OrderLink[]
  readonly withStrip: boolean
  /** Whether unsaved moves are shown, which the capacity does not contain. */
  readonly isTried: boolean
}

const LinkLegend = late(async () => (await import('./board-parts.ts')).LinkLegend)

export function Legend({ entries: bars, links, withStrip, isTried }: LegendProps) {
  const { t } = useTranslation('gantt')
  const groups = [
    { title: t('legend.orders'), entries: [...bars, setup] },
    ...(withStrip
      ? [{ title: t(isTried ? 'legend.capacityStored' : 'legend.capacity'), entries: strip }]
      : []),
  ]
  const isPhone = useMediaQuery('(max-width: 600px)')
  const list = (
    <dl className={styles.legend}>
      {groups.map(({ title, entries }) => (
        <div key={title}>
          <dt>{title}</dt>
          {entries.map(({ word, name, look }) => (
            <dd key={word ?? name}>
              <Swatch look={look} />
              {word === undefined ? name : t(`legend.${word}`)}
            </dd>
          ))}
        </div>
      ))}
      {links.length === 0 ? null : (
        <Suspense>
          <LinkLegend links={links} />
        </Suspense>
      )}
    </dl>
  )
  if (!isPhone) return list
  return (
    <details className={styles.legendFold}>
      <summary>{t('legend.label')}</summary>
      {list}
    </details>
  )
}
