/** Choice of the language of the interface and of messages from the service. */
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toastError } from '../../ui/toasts.ts'
import { chooseLanguage } from '../../platform/i18n/choose-language.ts'
import { catalogueFor, languages } from '../../platform/i18n/languages.ts'
import styles from './user-menu.module.css'

export function LanguageItem() {
  const { t, i18n } = useTranslation('shell')
  const client = useQueryClient()
  return (
    <div className={styles.row}>
      <NativeSelect
        aria-label={t('user.language')}
        value={catalogueFor(i18n.language)}
        onChange={({ currentTarget }) => void chooseLanguage(client, currentTarget.value).catch(toastError)}
        data={languages.map(({ code, name }) => ({ value: code, label: name }))}
      />
    </div>
  )
}
