/** Shortcuts of the shell: the list of shortcuts, and navigation to screens. */
import { Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { useLetterMemory, useShortcut } from './use-shortcut.ts'
import { late } from '../../ui/late.tsx'

const ShortcutList = late(async () => (await import('./shortcut-list.tsx')).ShortcutList)

export function Shortcuts() {
  const { t } = useTranslation('shell')
  const { history } = useRouter()
  const { name } = useScenario()
  const [opened, { open, close }] = useDisclosure(false)
  const scenario = `/app/${encodeURIComponent(name)}`
  useShortcut('?', open)
  useShortcut('g h', () => history.push(`${scenario}/`))
  useShortcut('g e', () => history.push(`${scenario}/execute`))
  useShortcut('g i', () => history.push('/app/inbox'))
  useLetterMemory()
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('shortcuts.title')}
      size="md"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Suspense fallback={null}>
        <ShortcutList heading="h3" />
      </Suspense>
    </Modal>
  )
}
