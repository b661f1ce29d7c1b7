/**
 * Line over the results of a search: by what they are ranked, or that they are in the order in which they were found,
 * which of them is the best, and a button that ranks them.
 */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './remedies.module.css'

interface RankingProps {
  readonly isRanked: boolean
  /** Place of the best result in the list, from 1; undefined if none of the shown ones is the best. */
  readonly best: number | undefined
  /** By what the results are ranked. */
  readonly children?: string
  readonly onRank: () => void
}

export function Ranking({ isRanked, best, children, onRank }: RankingProps) {
  const { t } = useTranslation('trial')
  if (isRanked) return children === undefined ? null : <p className={styles.ranking}>{children}</p>
  return (
    <p className={styles.ranking}>
      {t('remedies.unranked')} {best === undefined ? null : t('remedies.bestAt', { place: best })}{' '}
      <Button size="compact-xs" variant="default" onClick={onRank}>
        {t('remedies.rankNow')}
      </Button>
    </p>
  )
}
