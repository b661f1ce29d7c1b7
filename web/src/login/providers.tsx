/** Sign-in through identity providers: a link to each provider, and the result of the last attempt. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, call } from '../platform/api/endpoints.ts'
import styles from './login.module.css'
import { nextPlace } from './next-place.ts'

/** Problems that the sign-in page is told in its address. */
const problems = ['failed', 'refused', 'paused'] as const

/** Returns the problem of an unsuccessful attempt. */
export function signOnProblem(search: string = location.search): (typeof problems)[number] | undefined {
  const problem = new URLSearchParams(search).get('problem')
  return problems.find((known) => known === problem)
}

export function Providers() {
  const { t } = useTranslation('login')
  const [providers, setProviders] = useState<Answer<'GET /api/signon/'>['providers']>([])
  useEffect(() => {
    const load = async (): Promise<void> =>
      setProviders((await call('GET /api/signon/', {}, { noSignIn: true })).providers)
    // If the service does not answer, submitting the form shows the error.
    load().catch(() => undefined)
  }, [])
  if (providers.length === 0) return null
  return (
    <div className={styles.providers}>
      <span>{t('signOn.or')}</span>
      {providers.map(({ name, title, url }) => (
        <a key={name} href={`${url}?next=${encodeURIComponent(nextPlace())}`} className={styles.provider}>
          {t('signOn.with', { provider: title })}
        </a>
      ))}
    </div>
  )
}
