/** Buttons that download receipts as files. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { receiptsFile } from '../../platform/api/release.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import styles from './release.module.css'

/** `changeset` is the release whose receipts are downloaded; without it, all receipts are. */
export function ReceiptFiles({ changeset }: { readonly changeset?: number }) {
  const { t } = useTranslation('release')
  const scenario = useScenario()
  return (
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
  )
}
