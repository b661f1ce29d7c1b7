/** Button that copies a text to the clipboard and confirms it. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { announce } from './live-region.tsx'

export interface CopyButtonProps {
  /** The text; a function for a text that takes work to make. */
  readonly value: string | (() => string)
  /** Accessible name with the copied object: "Copy the command". */
  readonly label?: string
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const { t } = useTranslation('common')
  const { copied, copy } = useClipboard({ timeout: 1500 })
  return (
    <Tooltip label={copied ? t('copied') : (label ?? t('copy'))}>
      <ActionIcon
        size="sm"
        aria-label={label ?? t('copy')}
        onClick={() => {
          copy(typeof value === 'function' ? value() : value)
          announce(t('copied'))
        }}
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  )
}
