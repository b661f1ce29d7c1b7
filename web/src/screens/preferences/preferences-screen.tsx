/** Preferences and account of the user. Preferences are saved immediately; forms have a button. */
import { PageHeader } from '../../ui/page-header.tsx'
import { useMe } from '../../platform/api/me.ts'
import { useTranslation } from 'react-i18next'
import { AccountPanel } from './account-panel.tsx'
import { DigestPanel } from './digest-panel.tsx'
import { FactorsPanel } from './factors-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { LayoutsPanel } from './layouts-panel.tsx'
import { LooksPanel } from './looks-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { RegionPanel } from './region-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import styles from './preferences.module.css'

export function PreferencesScreen() {
  const { t } = useTranslation('preferences')
  const { username } = useMe()
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/preferences"
        aside={<span className={styles.soft}>{username}</span>}
      />
      <div className={styles.page}>
        <LooksPanel />
        <RegionPanel />
        <DigestPanel />
        <AccountPanel />
        <PasswordPanel />
        <FactorsPanel />
        <SessionsPanel />
        <KeysPanel />
        <LayoutsPanel />
      </div>
    </>
  )
}
