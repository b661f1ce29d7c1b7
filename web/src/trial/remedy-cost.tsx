/** The cost of a remedy, and what it consists of. */
import { useTranslation } from 'react-i18next'
import type { Remedy } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'

interface RemedyCostProps {
  readonly cost: number
  readonly costs: Remedy['costs']
  /** Whether the remedy expedites orders, which has no price in the data. */
  readonly isExpediting?: boolean
}

export function RemedyCost({ cost, costs, isExpediting = false }: RemedyCostProps) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  return (
    <>
      {formats.number(cost)}
      <details>
        <summary>{t('remedies.costParts')}</summary>
        <ul>
          {costs.map(({ code, owner, amount, price, cost: part }) => (
            <li key={`${code} ${owner} ${amount}`}>
              {t(`remedies.costPart.${code}`, {
                owner,
                amount: formats.number(amount),
                price: formats.number(price),
                cost: formats.number(part),
              })}
            </li>
          ))}
        </ul>
        {isExpediting ? <p>{t('remedies.costExpedite')}</p> : null}
      </details>
    </>
  )
}
