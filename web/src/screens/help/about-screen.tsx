/** Version, health and components of the service. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { getJson } from '../../platform/api/client.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { call } from '../../platform/api/endpoints.ts'
import { nullable, object, text } from '../../platform/api/shape.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import styles from './help.module.css'

const apiDocument = object({ info: object({ title: text, version: text }) })
const builds = object({ build: nullable(text) })

/** Prefix of the checks of further database servers; their names follow. */
const serverCheck = 'server '

const tones: Readonly<Record<string, Tone>> = { ok: 'ok', degraded: 'warn', unavailable: 'bad' }

export function AboutScreen() {
  const { t } = useTranslation('help')
  const ready = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call('GET /readyz', {}, { signal }),
    retry: false,
  })
  const version = useQuery({
    queryKey: ['version'],
    queryFn: async ({ signal }) => (await getJson('/openapi.json', apiDocument, { signal })).info.version,
    staleTime: Infinity,
  })
  const build = useQuery({
    queryKey: ['build'],
    queryFn: async ({ signal }) => (await getJson('/static/build.json', builds, { signal })).build,
  })
  const status = ready.data?.status ?? (ready.error instanceof ApiError ? 'unavailable' : undefined)
  const facts = [version.data, build.data].filter((part) => part !== undefined && part !== null).join(' / ')
  return (
    <>
      <PageHeader title={t('about.title')} help="" />
      <div className={styles.sheet}>
        <dl className={styles.facts}>
          <dt>{t('about.version')}</dt>
          <dd>
            {version.data ?? '…'}
            {build.data === undefined || build.data === null ? null : ` (${build.data})`}{' '}
            <CopyButton value={facts} label={t('about.copy')} />
          </dd>
          <dt>{t('about.health')}</dt>
          <dd>
            {status === undefined ? (
              '…'
            ) : (
              <StatusBadge tone={tones[status] ?? 'neutral'}>{t(`about.status.${status}`)}</StatusBadge>
            )}
          </dd>
          {Object.entries(ready.data?.checks ?? {}).map(([name, result]) => (
            <Check
              key={name}
              name={
                name.startsWith(serverCheck)
                  ? t('about.checks.server', { name: name.slice(serverCheck.length) })
                  : t(`about.checks.${name}`)
              }
              result={result}
            />
          ))}
          <dt>{t('about.licence')}</dt>
          <dd>MIT</dd>
        </dl>
        <p>
          <a href={addressOfPath('/api/docs/')} target="_blank" rel="noreferrer">
            {t('about.api')}
          </a>
        </p>
      </div>
    </>
  )
}

function Check({ name, result }: { readonly name: string; readonly result: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <StatusBadge tone={result === 'ok' ? 'ok' : 'warn'}>{result}</StatusBadge>
      </dd>
    </>
  )
}
