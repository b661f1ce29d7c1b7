/** Button that copies a text to the clipboard and confirms it. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy-text.ts'
import { announce } from './live-region.tsx'

export interface CopyButtonProps {
  /** The text; a function for a text that takes work to make. */
  readonly value: string | (() => string)
  /** Accessible name with the copied object: "Copy the command". */
  readonly label?: string
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const { t } = useTranslation('common')
  const [copied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), 1500)
  const copy = async (): Promise<void> => {
    if (!(await copyText(typeof value === 'function' ? value() : value))) return
    setCopied(true)
    start()
    announce(t('copied'))
  }
  return (
    <Tooltip label={copied ? t('copied') : (label ?? t('copy'))}>
      <ActionIcon size="sm" aria-label={label ?? t('copy')} onClick={() => void copy()}>
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  )
}
