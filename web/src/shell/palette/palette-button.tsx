/** Field in the header that opens the command palette; Ctrl+K does the same anywhere. */
import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyName } from '../../platform/key-names.ts'
import { useShortcut } from '../shortcuts/use-shortcut.ts'
import { late } from '../../ui/late.tsx'
import styles from './palette.module.css'

const Palette = late(async () => (await import('./palette.tsx')).Palette)

export function PaletteButton() {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(false)
  useShortcut('mod+k', () => setOpened(true))
  return (
    <>
      <UnstyledButton className={styles.button} onClick={() => setOpened(true)} aria-haspopup="dialog">
        <IconSearch size={16} stroke={1.7} aria-hidden="true" />
        <span className={styles.words}>{t('palette.button')}</span>
        <kbd className={styles.key}>{`${keyName('mod')} K`}</kbd>
      </UnstyledButton>
      {opened ? (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
