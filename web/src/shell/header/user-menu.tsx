/** Menu of the user: language, color scheme, preferences, help, sign-out. */
import { ActionIcon, Menu, SegmentedControl, Tooltip } from '@mantine/core'
import {
  IconChecklist,
  IconInfoCircle,
  IconKeyboard,
  IconLogout,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hideFirstHour } from '../../platform/api/first-hour.ts'
import { signOut, useMe } from '../../platform/api/me.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { toastError } from '../../ui/toasts.ts'
import { useScheme } from '../use-scheme.ts'
import { LanguageItem } from './language-item.tsx'
import styles from './user-menu.module.css'

export function UserMenu() {
  const { t } = useTranslation('shell')
  const me = useMe()
  const { name: scenario, open: isOpen } = useScenario()
  const { history } = useRouter()
  const { scheme, choose } = useScheme()
  const showFirstHour = (): void => {
    history.push(`/app/${encodeURIComponent(scenario)}/`)
    hideFirstHour(false).catch(toastError)
  }
  return (
    <Menu position="bottom-end" width={260} loop trapFocus>
      <Menu.Target>
        <Tooltip label={me.username}>
          <ActionIcon size={34} aria-label={t('user.menu', { name: me.username })}>
            <IconUserCircle size={21} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className={styles.name}>{me.username}</span>
        </Menu.Label>
        <div className={styles.scheme}>
          <SegmentedControl
            fullWidth
            aria-label={t('user.scheme')}
            value={scheme}
            onChange={choose}
            data={[
              { value: 'auto', label: t('user.schemeAuto') },
              { value: 'light', label: t('user.schemeLight') },
              { value: 'dark', label: t('user.schemeDark') },
            ]}
          />
        </div>
        <LanguageItem />
        <Menu.Item
          leftSection={<IconSettings size={16} stroke={1.7} />}
          onClick={() => history.push('/app/preferences')}
        >
          {t('user.preferences')}
        </Menu.Item>
        {isOpen ? (
          <Menu.Item leftSection={<IconChecklist size={16} stroke={1.7} />} onClick={showFirstHour}>
            {t('user.firstHour')}
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.7} />}
          onClick={() => history.push('/app/help/shortcuts')}
        >
          {t('user.shortcuts')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconInfoCircle size={16} stroke={1.7} />}
          onClick={() => history.push('/app/help/about')}
        >
          {t('user.about')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={() => void signOut()}>
          {t('user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
