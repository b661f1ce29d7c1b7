/** Button that copies a text to the clipboard and confirms it. */
import { ActionIcon, CopyButton as Copy, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { announce } from './live-region.tsx'

export interface CopyButtonProps {
  readonly value: string
  /** Accessible name with the copied object: "Copy the command". */
  readonly label?: string
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const { t } = useTranslation('common')
  return (
    <Copy value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('copied') : (label ?? t('copy'))}>
          <ActionIcon
            size="sm"
            aria-label={label ?? t('copy')}
            onClick={() => {
              copy()
              announce(t('copied'))
            }}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copy>
  )
}
