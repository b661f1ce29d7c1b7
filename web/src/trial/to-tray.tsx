/** Button for the keyboard that moves the focus to the panel of unsaved edits; only visible while it has the focus. */
import { useTranslation } from 'react-i18next'
import skipStyles from '../ui/skip.module.css'
import { trayId } from './tray-id.ts'

export function ToTray() {
  const { t } = useTranslation('trial')
  return (
    <button
      type="button"
      className={skipStyles.skip}
      onClick={() => document.getElementById(trayId)?.focus()}
    >
      {t('tray.goTo')}
    </button>
  )
}
