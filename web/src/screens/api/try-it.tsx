/** Sends a GET request in the session of the user and shows the response. */
import { Button, TextInput } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, asApiError } from '../../platform/api/api-error.ts'
import { send } from '../../platform/api/client.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './api.module.css'

/** Maximum number of displayed characters of a response. */
const shown = 20_000

interface Result {
  readonly status: number
  readonly milliseconds: number
  readonly bytes: number
  readonly total: string | null
  readonly text: string
}

interface TryItProps {
  /** Path including the query. */
  readonly path: string
  readonly onChange: (path: string) => void
}

export function TryIt({ path, onChange }: TryItProps) {
  const { t } = useTranslation('apipage')
  const formats = useFormats()
  const [result, setResult] = useState<Result>()
  const sending = useMutation({
    mutationFn: () => ask(path),
    onSuccess: setResult,
    onError: (error) => {
      const { status, body, detail } = asApiError(error)
      const text = body === undefined ? detail : JSON.stringify(body, null, 2)
      setResult({ status, milliseconds: 0, bytes: text.length, total: null, text })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    sending.mutate()
  }
  return (
    <>
      <form className={styles.try} onSubmit={submit}>
        <TextInput
          className={styles.path}
          label={t('path')}
          description={t('pathHint')}
          leftSection="GET"
          leftSectionWidth={44}
          spellCheck={false}
          value={path}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <Button type="submit" loading={sending.isPending} leftSection={<IconPlayerPlay size={14} />}>
          {t('send')}
        </Button>
      </form>
      {result === undefined ? null : (
        <div className={styles.result} role="status">
          <div className={styles.facts}>
            <StatusBadge tone={result.status >= 200 && result.status < 300 ? 'ok' : 'bad'}>
              {result.status === 0 ? t('unreachable') : String(result.status)}
            </StatusBadge>
            {result.milliseconds === 0 ? null : <span>{t('took', { number: result.milliseconds })}</span>}
            <span>{formats.bytes(result.bytes)}</span>
            {result.total === null ? null : (
              <span>{t('total', { number: formats.number(Number(result.total)) })}</span>
            )}
            <CopyButton value={result.text} label={t('copyAnswer')} />
          </div>
          {/* It scrolls by itself. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={styles.code} tabIndex={0} role="region" aria-label={t('answer')}>
            {result.text.slice(0, shown)}
            {result.text.length > shown ? '\n…' : ''}
          </pre>
        </div>
      )}
    </>
  )
}

async function ask(path: string): Promise<Result> {
  // Requests are sent to this service only, regardless of the input.
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) throw new ApiError({ status: 0, detail: url.origin })
  const start = performance.now()
  const response = await send(url.pathname + url.search)
  const text = await response.text()
  return {
    status: response.status,
    milliseconds: Math.max(1, Math.round(performance.now() - start)),
    bytes: new Blob([text]).size,
    total: response.headers.get('x-total-count'),
    text: pretty(text),
  }
}

/** Formats JSON with indentation; returns other text unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
