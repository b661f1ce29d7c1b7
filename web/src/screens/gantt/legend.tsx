/** Legend of the bars, the capacity strip and the lines between orders. */
import { useTranslation } from 'react-i18next'
import type { BarLook, LegendEntry } from './bar-looks.ts'
import { linkDashes, type LinkKind, linkKinds, type OrderLink } from './order-links.ts'
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

/** Colors and dashes of the lines, as `draw-links.ts` draws them. */
const lines: Readonly<Record<LinkKind, string>> = {
  upstream: '--ink',
  downstream: '--info',
  delayed: '--bad',
}

export function Legend({ entries: bars, links, withStrip, isTried }: LegendProps) {
  const { t } = useTranslation('gantt')
  const kinds = linkKinds.filter((kind) => links.some((link) => link.kind === kind))
  const groups = [
    { title: t('legend.orders'), entries: [...bars, setup] },
    ...(withStrip
      ? [{ title: t(isTried ? 'legend.capacityStored' : 'legend.capacity'), entries: strip }]
      : []),
  ]
  return (
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
      {kinds.length === 0 ? null : (
        <div>
          <dt>{t('link.title')}</dt>
          {kinds.map((kind) => (
            <dd key={kind}>
              <svg className={styles.swatch} viewBox="0 0 18 12" aria-hidden="true">
                <path
                  d="M0 6H18"
                  stroke={`var(${lines[kind]})`}
                  strokeWidth="2"
                  strokeDasharray={linkDashes[kind].join(' ')}
                />
              </svg>
              {t(`link.${kind}`)}
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}
