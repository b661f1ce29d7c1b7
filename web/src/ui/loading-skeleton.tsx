/** Placeholder in the rough shape of a screen while it loads, to avoid layout shifts. */
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './states.module.css'

export interface LoadingSkeletonProps {
  /** Number of lines below the title. */
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
