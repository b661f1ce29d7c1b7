/** States by how much a remedy makes other sales orders worse, on its card and before it is stored. */
import { useTranslation } from 'react-i18next'
import { harmOf } from '../../../src/rules/remedy-harm.ts'
import type { Remedy } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { roundedFigure, useFigureText } from './figure-text.ts'
import styles from './trial.module.css'

type Harmful = Pick<Remedy, 'keyfigures' | 'others'>

export function RemedyHarmList({ remedy }: { readonly remedy: Harmful }) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const figure = useFigureText()
  const { quantityDays, late, short } = harmOf(remedy)
  const { before, after } = remedy.keyfigures
  const names = remedy.others.paying.flatMap((one) => (one.late ? one.demand : []))
  return (
    <ul className={styles.list}>
      {quantityDays > 0 ? (
        <li>
          {t('remedies.harm.quantityDays', {
            number: formats.number(roundedFigure(quantityDays)),
            before: figure('quantity_days_late', before.quantity_days_late),
            after: figure('quantity_days_late', after.quantity_days_late),
          })}
        </li>
      ) : null}
      {late > 0 ? (
        <li>
          {t('remedies.harm.late', { number: formats.number(late) })}
          {names.length === 0 ? null : ` (${names.join(', ')}${names.length < late ? ', …' : ''})`}
        </li>
      ) : null}
      {short > 0 ? <li>{t('remedies.harm.short', { number: formats.number(short) })}</li> : null}
    </ul>
  )
}
