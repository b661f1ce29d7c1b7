/** Stands where a screen will be: its rough shape, so that nothing jumps when it comes. */
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './states.module.css'

export interface LoadingSkeletonProps {
  /** Lines below the title. */
  readonly rows?: number
}

export function LoadingSkeleton({ rows = 8 }: LoadingSkeletonProps) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.skeleton} aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Skeleton height={22} width={220} mb="md" />
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={14} mb={12} width={`${92 - ((index * 13) % 40)}%`} />
      ))}
    </div>
  )
}
