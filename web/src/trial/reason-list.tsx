/** Reasons why a sales order cannot be delivered sooner. */
import { useTranslation } from 'react-i18next'
import type { Reason } from '../platform/api/plan-trials.ts'
import { Cause } from './cause.tsx'
import { useDeliveryWords } from './delivery-words.ts'
import styles from './trial.module.css'

/** Returns the address of the limiting object of a reason; undefined without one. */
export type ReasonHref = (reason: Reason) => string | undefined

interface ReasonListProps {
  readonly reasons: readonly Reason[]
  readonly hrefOf: ReasonHref
}

export function ReasonList({ reasons, hrefOf }: ReasonListProps) {
  const words = useDeliveryWords()
  const { t } = useTranslation('trial')
  return (
    <>
      <ul className={styles.list}>
        {reasons.map((reason) => {
          const { code, owner, days } = reason
          return (
            <li key={`${code} ${owner}`}>
              <Cause code={code} owner={owner} href={hrefOf(reason)} />
              {days > 0 ? ` (${words.days(days)})` : null}
            </li>
          )
        })}
      </ul>
      {reasons.filter(({ days }) => days > 0).length > 1 ? (
        <p className={styles.soft}>{t('reasons.overlap')}</p>
      ) : null}
    </>
  )
}
