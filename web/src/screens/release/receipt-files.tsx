/** Buttons that download receipts as files. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { receiptsFile } from '../../platform/api/release.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import styles from './release.module.css'

interface ReceiptFilesProps {
  /** The release whose receipts are downloaded; all receipts without it. */
  readonly changeset?: number
  /** Further buttons of the line. */
  readonly children?: ReactNode
}

export function ReceiptFiles({ changeset, children }: ReceiptFilesProps) {
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
          href={addressOfPath(receiptsFile(scenario.name, format, changeset))}
        >
          {t(`file.${format}`)}
        </Button>
      ))}
      {children}
    </div>
  )
}
