/** Legend of the lines between orders that are drawn. */
import { useTranslation } from 'react-i18next'
import { linkDashes, type LinkKind, linkKinds, type OrderLink } from './order-links.ts'
import styles from './gantt.module.css'

/** Colors and dashes of the lines, as `draw-links.ts` draws them. */
const lines: Readonly<Record<LinkKind, string>> = {
  upstream: '--ink',
  downstream: '--info',
  delayed: '--bad',
}

export function LinkLegend({ links }: { readonly links: readonly OrderLink[] }) {
  const { t } = useTranslation('gantt')
  const kinds = linkKinds.filter((kind) => links.some((link) => link.kind === kind))
  return (
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
  )
}
