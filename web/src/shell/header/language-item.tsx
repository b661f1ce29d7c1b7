/** The language of the interface, and of everything that the service says. */
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeMe } from '../../api/me.ts'
import { toastError } from '../../components/toasts.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { catalogueFor, languages } from '../../i18n/languages.ts'
import { rememberLanguage } from '../../i18n/reader-language.ts'
import styles from './user-menu.module.css'

export function LanguageItem() {
  const { t, i18n } = useTranslation('shell')
  const client = useQueryClient()
  const choose = async (code: string): Promise<void> => {
    try {
      await changeMe({ language: code })
      rememberLanguage(code)
      await changeLanguage(code)
      // Labels and messages come from the service.
      await client.invalidateQueries()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <div className={styles.row}>
      <NativeSelect
        aria-label={t('user.language')}
        value={catalogueFor(i18n.language)}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
        data={languages.map(({ code, name }) => ({ value: code, label: name }))}
      />
    </div>
  )
}
