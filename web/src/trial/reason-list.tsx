/** Reasons why a sales order cannot be delivered sooner. */
import { useTranslation } from 'react-i18next'
import type { Reason } from '../platform/api/plan-trials.ts'
import { useChoiceWords } from '../platform/meta/use-choice-words.ts'
import { useDeliveryWords } from './delivery-words.ts'
import styles from './trial.module.css'

export function ReasonList({ reasons }: { readonly reasons: readonly Reason[] }) {
  const words = useDeliveryWords()
  const wordOf = useChoiceWords('output.constraint', 'name')
  const { t } = useTranslation('trial')
  return (
    <>
      <ul className={styles.list}>
        {reasons.map(({ code, owner, days }) => (
          <li key={`${code} ${owner}`}>
            <strong>{wordOf(code)}</strong>
            {owner === '' ? null : `: ${owner}`}
            {days > 0 ? ` (${words.days(days)})` : null}
          </li>
        ))}
      </ul>
      {reasons.filter(({ days }) => days > 0).length > 1 ? (
        <p className={styles.soft}>{t('reasons.overlap')}</p>
      ) : null}
    </>
  )
}
