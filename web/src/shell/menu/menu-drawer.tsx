/** Menu of narrow screens, displayed over the page. */
import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MenuContent } from './side-menu.tsx'

export interface MenuDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function MenuDrawer({ opened, onClose }: MenuDrawerProps) {
  const { t } = useTranslation('shell')
  return (
    <Drawer
      id="menu"
      opened={opened}
      onClose={onClose}
      size={290}
      title={t('menu.label')}
      padding="xs"
      closeButtonProps={{ 'aria-label': t('common:close'), size: 'md' }}
    >
      <nav aria-label={t('menu.label')}>
        <MenuContent onChoose={onClose} />
      </nav>
    </Drawer>
  )
}
