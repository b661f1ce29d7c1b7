/** Counts of orders with different deliveries by kind of change; selecting one shows its orders. */
import { useTranslation } from 'react-i18next'
import { type Change, changes } from '../../platform/api/change-kinds.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import styles from './comparison.module.css'

export interface ComparedPlaces {
  readonly here: string
  readonly there: string
}

interface ChangeTilesProps {
  /** Labels of the displayed and of the compared scenario. */
  readonly places: ComparedPlaces
  readonly counts: Readonly<Record<Change, number>>
  readonly shown: Change | undefined
  readonly onChoose: (change: Change) => void
}

const tones: Readonly<Record<Change, 'worse' | 'better' | 'neutral'>> = {
  late: 'worse',
  later: 'worse',
  gone: 'worse',
  recovered: 'better',
  earlier: 'better',
  new: 'neutral',
  same: 'neutral',
}

export function ChangeTiles({ places, counts, shown, onChoose }: ChangeTilesProps) {
  const { t } = useTranslation('comparison')
  const formats = useFormats()
  return (
    <ul className={styles.tiles} aria-label={t('changes')}>
      {changes.map((change) => (
        <li key={change}>
          <button
            type="button"
            aria-pressed={change === shown}
            data-tone={counts[change] === 0 ? 'neutral' : tones[change]}
            disabled={counts[change] === 0 && change !== shown}
            onClick={() => onChoose(change)}
          >
            <span>{t(`change.${change}`, { ...places })}</span>
            <strong>{formats.number(counts[change])}</strong>
          </button>
        </li>
      ))}
    </ul>
  )
}
