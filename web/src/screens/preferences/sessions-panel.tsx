/** Sessions of the user, with buttons to end them. */
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endOtherSessions, endSession, type Session, sessionsQuery } from '../../platform/api/account.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { browserName } from './browser-name.ts'
import styles from './preferences.module.css'

export function SessionsPanel() {
  const { t } = useTranslation('preferences')
  const formats = useFormats()
  const client = useQueryClient()
  const found = useQuery(sessionsQuery)
  const { data } = found
  const ending = useMutation({
    mutationFn: (session: Session | 'others') =>
      session === 'others' ? endOtherSessions() : endSession(session.id),
    onSuccess: () => toastDone({ message: t('sessions.ended') }),
    onError: (failure) => toastError(failure),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const others = (data ?? []).filter(({ current }) => !current)
  return (
    <Panel
      title={t('sessions.title')}
      about={t('sessions.about')}
      actions={
        others.length < 2 ? undefined : (
          <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate('others')}>
            {t('sessions.endOthers', { count: others.length })}
          </Button>
        )
      }
    >
      <QueryView query={found} inline rows={3}>
        {(data) => (
          <ul className={styles.list}>
            {data.map((session) => (
              <li key={session.id}>
                <div className={styles.what}>
                  <b>{browserName(session.user_agent ?? '') || t('sessions.unknown')}</b>{' '}
                  {session.current ? <StatusBadge tone="ok">{t('sessions.current')}</StatusBadge> : null}
                  <div className={styles.soft}>
                    {session.address ?? ''} · {t('sessions.since', { at: formats.moment(session.created) })} ·{' '}
                    {t('sessions.seen')} <RelativeTime at={session.last_seen} />
                  </div>
                </div>
                {session.current ? null : (
                  <Button
                    variant="default"
                    aria-label={t('sessions.endOf', { name: browserName(session.user_agent ?? '') })}
                    onClick={() => ending.mutate(session)}
                  >
                    {t('sessions.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  )
}
