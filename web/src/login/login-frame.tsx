/** What stands around the forms of signing in: the product, and the choice of the language. */
import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage } from '../i18n/i18n.ts'
import { languages } from '../i18n/languages.ts'
import { rememberLanguage } from '../i18n/reader-language.ts'
import { Mark } from '../shell/header/mark.tsx'
import styles from './login.module.css'

export function LoginFrame({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useTranslation('login')
  const [language, setLanguage] = useState(i18n.language)
  const choose = (code: string): void => {
    setLanguage(code)
    rememberLanguage(code)
    void changeLanguage(code)
  }
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
        <NativeSelect
          aria-label={t('language')}
          value={language}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </footer>
      <div className={styles.picture} aria-hidden="true" />
    </div>
  )
}
