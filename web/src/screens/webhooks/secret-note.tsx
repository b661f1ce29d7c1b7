/** A secret that is shown once. */
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import styles from './webhooks.module.css'

export function SecretNote({ secret }: { readonly secret: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <Alert color="teal" role="status" title={t('secret.title')}>
      <div className={styles.secret}>
        <code>{secret}</code>
        <CopyButton value={secret} label={t('secret.copy')} />
      </div>
      {t('secret.once')}
    </Alert>
  )
}
