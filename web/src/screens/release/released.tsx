/** Result of a release: the receipts as files, and why orders were not released. */
import { Alert, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { receiptsFile, type Release } from '../../platform/api/release.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import styles from './release.module.css'

export function Released({ release, onClose }: { readonly release: Release; readonly onClose: () => void }) {
  const { t } = useTranslation('release')
  const scenario = useScenario()
  const { changeset, released, refused } = release
  return (
    <Alert
      color={refused.length === 0 ? 'teal' : 'orange'}
      role="status"
      withCloseButton
      closeButtonLabel={t('close', { ns: 'common' })}
      onClose={onClose}
      title={t('released', { count: released.length })}
    >
      {changeset === null ? null : (
        <div className={styles.bar}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={14} />}
              href={receiptsFile(scenario.name, format, changeset)}
            >
              {t(`file.${format}`)}
            </Button>
          ))}
        </div>
      )}
      {refused.length === 0 ? null : (
        <ul>
          {refused.map(({ reference, reason }) => (
            <li key={reference}>
              {reference}: {t(`refused.${reason}`)}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
