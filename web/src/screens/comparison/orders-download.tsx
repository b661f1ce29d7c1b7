/** Link to the sales orders of a pair of plans as a spreadsheet; nothing where the history does not have them. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { comparisonFile } from '../../platform/api/plan-comparison.ts'
import { hasOrders, type PlanPair } from './plan-pair.ts'

export function OrdersDownload({ pair }: { readonly pair: PlanPair }) {
  const { t } = useTranslation('comparison')
  const [first, other] = [pair.plans[0], pair.plans[pair.place]]
  if (first === undefined || other === undefined || !hasOrders(pair)) return null
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<IconDownload size={14} />}
      href={addressOfPath(comparisonFile(first.scenario, other.scenario))}
    >
      {t('download')}
    </Button>
  )
}
