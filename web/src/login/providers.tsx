/** Sign-in through identity providers: a link to each provider, and the result of the last attempt. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getJson } from '../platform/api/client.ts'
import { list, object, type Shaped, text } from '../platform/api/shape.ts'
import styles from './login.module.css'
import { nextPlace } from './next-place.ts'

const providersShape = object({ providers: list(object({ name: text, title: text, url: text })) })

/** Returns `failed` or `refused` after an unsuccessful attempt. */
export function signOnProblem(search: string = location.search): 'failed' | 'refused' | undefined {
  const problem = new URLSearchParams(search).get('problem')
  return problem === 'failed' || problem === 'refused' ? problem : undefined
}

export function Providers() {
  const { t } = useTranslation('login')
  const [providers, setProviders] = useState<Shaped<typeof providersShape>['providers']>([])
  useEffect(() => {
    const load = async (): Promise<void> =>
      setProviders((await getJson('/api/signon/', providersShape, { noSignIn: true })).providers)
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
