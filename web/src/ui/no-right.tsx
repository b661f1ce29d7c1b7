/** Message that the user has no permission for this screen, and who can grant it. */
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './states.module.css'

export interface NoRightProps {
  /** Message of the service. */
  readonly detail?: string
}

export function NoRight({ detail }: NoRightProps) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.state} role="alert">
      <span className={styles.mark} aria-hidden="true">
        <IconLock size={22} stroke={1.6} />
      </span>
      <h2>{t('noRight.title')}</h2>
      {detail === undefined || detail === '' ? null : <p>{detail}</p>}
      <p>{t('noRight.hint')}</p>
    </div>
  )
}
