/** Panel of the selected safety stocks: their effect on the value of stock and on the plan, and the buttons that save them. */
import { useTranslation } from 'react-i18next'
import { noteDone } from '../../platform/api/first-hour.ts'
import type { Trial } from '../../platform/api/plan-trials.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { late } from '../../ui/late.tsx'
import { editOf, muchCover, nameOf, type StockChange } from './group-buffers.ts'
import styles from './stock.module.css'

const TrialTray = late(async () => (await import('../../trial/trial-tray.tsx')).TrialTray)

/** Maximum number of changes listed in the panel; the tables mark all of them. */
const mostLines = 20

interface ChangesTrayProps {
  readonly changes: readonly StockChange[]
  /** Whether a field contains a number that no safety stock can have, so that the entered changes are not those meant. */
  readonly isFaulty: boolean
  /** Service level in percent. */
  readonly level: number
  readonly onTakeBack: (id: number) => void
  readonly onDiscard: () => void
  /** Called after the changes are stored, or saved as a proposal. */
  readonly onSaved: () => void
}

export function ChangesTray({ changes, isFaulty, level, onTakeBack, onDiscard, onSaved }: ChangesTrayProps) {
  const { t } = useTranslation('stock')
  const formats = useFormats()
  const lines = changes.slice(0, mostLines).map(({ buffer, figure }) => {
    const words = `${nameOf(buffer)}: ${formats.number(buffer.present)} → ${formats.number(figure)}`
    const cover = muchCover(buffer, figure)
    const warning = cover === undefined ? '' : ` · ${t('cover', { weeks: formats.number(cover) })}`
    return { id: buffer.id, words: nameOf(buffer), content: words + warning }
  })
  const finish = (): void => {
    noteDone('safety-stock')
    onSaved()
  }
  const effectOf = (trial: Trial | undefined) => <ValueEffect changes={changes} trial={trial} />
  return (
    <TrialTray
      lines={lines}
      edits={changes.map(editOf)}
      suggested="repair"
      proposalTitle={t('proposalTitle', { count: changes.length, level: formats.number(level) })}
      note={effectOf}
      isFaulty={isFaulty}
      onTakeBack={onTakeBack}
      onDiscard={onDiscard}
      onStored={finish}
      onProposed={finish}
    />
  )
}

interface ValueEffectProps {
  readonly changes: readonly StockChange[]
  readonly trial: Trial | undefined
}

/** Change of the value of the safety stock beside that of the average stock of the plan, and why they differ. */
function ValueEffect({ changes, trial }: ValueEffectProps) {
  const { t } = useTranslation('stock')
  const formats = useFormats()
  const change = (value: number): string =>
    formats.number(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  if (trial === undefined) return null
  const { before, after } = trial.keyfigures
  return (
    <div className={styles.effect}>
      <dl>
        <dt>{t('effect.safety')}</dt>
        <dd>{change(changes.reduce((sum, { value }) => sum + (value ?? 0), 0))}</dd>
        <dt>{t('effect.average')}</dt>
        <dd>{change(after.stock_value - before.stock_value)}</dd>
      </dl>
      <p className={styles.soft}>{t('effect.hint')}</p>
    </div>
  )
}
