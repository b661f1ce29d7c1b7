/** Signs of stock below its safety stock or below zero, and their legend. */
import { useTranslation } from 'react-i18next'
import type { Figure } from '../../platform/api/reports.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import type { ReportLook } from './reports.ts'
import { round, type StockMark, stockMarks } from './stock-mark.ts'
import styles from './reports.module.css'

/** An outline and an area, which differ without color. */
const signs: Readonly<Record<StockMark, string>> = { below: '▽', negative: '▼' }

interface StockSignProps {
  readonly mark: StockMark
  /** The safety stock. */
  readonly least: Figure | undefined
}

/** Sign at the start of a cell; screen readers read its meaning. */
export function StockSign({ mark, least }: StockSignProps) {
  const { t } = useTranslation('reports')
  const { number } = useFormats()
  const limit = mark === 'below' && typeof least === 'number' ? ` (${number(round(least))})` : ''
  const meaning = `${t(`mark.${mark}`)}${limit}`
  return (
    <>
      <span className={styles.sign} title={meaning} aria-hidden="true">
        {signs[mark]}
      </span>
      <span className="visually-hidden"> {meaning}</span>
    </>
  )
}

/** Legend of the marks; nothing for a report without stock. */
export function StockLegend({ look }: { readonly look: ReportLook }) {
  const { t } = useTranslation('reports')
  return look.stock === undefined ? null : (
    <ul className={styles.legend} aria-label={t('mark.legend')}>
      {stockMarks.map((mark) => (
        <li key={mark}>
          <span className={styles.sample} data-stock={mark} aria-hidden="true">
            {signs[mark]}
          </span>
          {t(`mark.${mark}`)}
        </li>
      ))}
    </ul>
  )
}
