/** A secret that is shown once. */
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SecretBox } from '../../ui/secret-box.tsx'

export function SecretNote({ secret }: { readonly secret: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <Alert color="teal" role="status" title={t('secret.title')}>
      <SecretBox value={secret} copy={t('secret.copy')} />
      {t('secret.once')}
    </Alert>
  )
}
