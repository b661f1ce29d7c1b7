/** Frame of the sign-in forms: product name and choice of the language. */
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage } from '../platform/i18n/i18n.ts'
import { languages } from '../platform/i18n/languages.ts'
import { chosenLanguageName, rememberLanguage } from '../platform/i18n/reader-language.ts'
import { Mark } from '../shell/header/mark.tsx'
import styles from './login.module.css'

export function LoginFrame({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useTranslation('login')
  const [language, setLanguage] = useState(i18n.language)
  const choose = (code: string): void => {
    setLanguage(code)
    rememberLanguage(code)
    // After signing in, the choice is also saved in the account.
    sessionStorage.setItem(chosenLanguageName, code)
    void changeLanguage(code)
  }
  useEffect(() => {
    document.title = t('product')
  }, [t])
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <div className={styles.product}>
          <Mark size={36} />
          <span>{t('product')}</span>
        </div>
        {children}
      </main>
      <footer className={styles.foot}>
        <select
          aria-label={t('language')}
          value={language}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </footer>
      <div className={styles.picture} aria-hidden="true" />
    </div>
  )
}
