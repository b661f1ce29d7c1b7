/** Panel of merged orders with their effect on the plan, before they are stored. */
import { useTranslation } from 'react-i18next'
import type { MergedOrder } from '../../platform/api/release.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { TrialTray } from '../../trial/trial-tray.tsx'

interface MergeTrayProps {
  readonly orders: readonly MergedOrder[]
  readonly onChange: (orders: readonly MergedOrder[]) => void
  readonly onDiscard: () => void
  readonly onStored: () => void
}

export function MergeTray({ orders, onChange, onDiscard, onStored }: MergeTrayProps) {
  const { t } = useTranslation('release')
  const formats = useFormats()
  const lines = orders.map(({ reference, item, quantity, replaced }, id) => {
    const others = replaced.join(', ')
    const words = t('merge.line', { reference, item, quantity: formats.number(quantity), others })
    return { id, words: reference, content: words }
  })
  return (
    <TrialTray
      lines={lines}
      edits={orders.flatMap(({ edits }) => edits)}
      suggested="repair"
      proposalTitle={t('merge.proposalTitle', { count: orders.length })}
      takesFocus
      chosenPart
      onTakeBack={(id) => onChange(orders.filter((_, place) => place !== id))}
      onDiscard={onDiscard}
      onStored={onStored}
    />
  )
}
