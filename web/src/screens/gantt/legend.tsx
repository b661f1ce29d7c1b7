/** Legend of the bar colors and the capacity strip. */
import { useTranslation } from 'react-i18next'
import styles from './gantt.module.css'

/** Legend labels with the CSS variables of their colors. */
const bars: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  lateness: [
    ['onTime', '--ok'],
    ['late', '--warn'],
    ['veryLate', '--bad'],
  ],
  status: [
    ['proposed', '--chart-1'],
    ['firm', '--chart-3'],
  ],
  item: [],
  setup: [],
}

const common = [['setup', '--line-strong']] as const
const strip = [
  ['load', '--chart-1'],
  ['over', '--bad'],
] as const

export function Legend({ color, withStrip }: { readonly color: string; readonly withStrip: boolean }) {
  const { t } = useTranslation('gantt')
  const groups = [
    { title: t('legend.orders'), entries: [...(bars[color] ?? bars['lateness']!), ...common] },
    ...(withStrip ? [{ title: t('legend.capacity'), entries: strip }] : []),
  ]
  return (
    <dl className={styles.legend}>
      {groups.map(({ title, entries }) => (
        <div key={title}>
          <dt>{title}</dt>
          {entries.map(([word, variable]) => (
            <dd key={word}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" fill={`var(${variable})`} />
              </svg>
              {t(`legend.${word}`)}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
