/** One user: account, rights in every scenario, password, and offboarding. */
import { Alert, Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { accessKey, changeUser, noStanding, type User, usersQuery } from '../../platform/api/access.ts'
import { asApiError } from '../../platform/api/api-error.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { useEdits } from '../../ui/use-edits.ts'
import { LeavingPanel } from './leaving-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { StandingEditor } from './standing-editor.tsx'
import { useAdmin } from './use-admin.ts'
import { errorText } from '../../ui/error-text.ts'
import styles from './users.module.css'

export function UserScreen() {
  const { t } = useTranslation('users')
  const formats = useFormats()
  const admin = useAdmin()
  const { id } = useParams({ strict: false })
  const found = useQuery(usersQuery(admin.scenario))
  const { data } = found
  const user = data?.users.find((one) => String(one.id) === id)
  const crumbs = [{ label: t('title'), to: '/app/admin/users' }]
  if (data === undefined || user === undefined) {
    return (
      <>
        <PageHeader title={t('title')} crumbs={crumbs} help="tasks/users" />
        <QueryView query={found}>
          {() => <EmptyState title={t('unknown')}>{t('unknownHint')}</EmptyState>}
        </QueryView>
      </>
    )
  }
  const facts = [
    t('lastLogin', { at: user.last_login === null ? t('never') : formats.moment(user.last_login) }),
    ...(user.date_joined === null ? [] : [t('joined', { at: formats.date(user.date_joined) })]),
  ]
  return (
    <>
      <PageHeader
        title={user.username}
        crumbs={crumbs}
        help="tasks/users"
        aside={<span className={styles.soft}>{facts.join(' · ')}</span>}
      />
      <div className={styles.page}>
        <div className={styles.columns}>
          <AccountPanel key={user.id} user={user} />
          <PasswordPanel user={user} />
        </div>
        <Panel title={t('access.title')} about={t('access.about')}>
          <div className={styles.stack}>
            {data.scenarios.map((scenario) => (
              <StandingEditor
                key={scenario}
                scenario={scenario}
                user={user}
                standing={user.scenarios[scenario] ?? noStanding}
              />
            ))}
          </div>
        </Panel>
        <LeavingPanel user={user} scenarios={data.scenarios} />
      </div>
    </>
  )
}

const fields = ['username', 'email', 'first_name', 'last_name'] as const

function AccountPanel({ user }: { readonly user: User }) {
  const { t } = useTranslation('users')
  const admin = useAdmin()
  const client = useQueryClient()
  const { username, email, first_name: first, last_name: last } = user
  const stored = { username, email: email ?? '', first_name: first ?? '', last_name: last ?? '' }
  const { draft, edits, edit, forget } = useEdits(stored)
  const changed = fields.filter((name) => draft[name].trim() !== stored[name])
  const { mutate, isPending, error } = useMutation({
    mutationFn: (_edits: typeof edits) =>
      changeUser(
        admin.scenario,
        user.id,
        Object.fromEntries(
          changed.map((name) => [name, draft[name].trim() === '' ? null : draft[name].trim()]),
        ),
      ),
    onSuccess: async (_answer, saved) => {
      await client.invalidateQueries({ queryKey: accessKey })
      forget(saved)
      toastDone({ message: t('saved') })
    },
  })
  const failure = error === null ? undefined : asApiError(error)
  const may = admin.may('change', 'user')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate(edits)
  }
  return (
    <Panel title={t('account.title')}>
      <LeaveGuard dirty={changed.length > 0 && !isPending} />
      <form onSubmit={submit} className={styles.stack}>
        <div className={styles.pair}>
          {fields.map((name) => (
            <TextInput
              key={name}
              label={t(`field.${name}`)}
              required={name === 'username'}
              maxLength={name === 'email' ? 254 : 150}
              readOnly={!may}
              autoComplete="off"
              value={draft[name]}
              error={failure?.fields[name]?.join(' ')}
              onChange={({ currentTarget: { value } }) => edit({ [name]: value })}
            />
          ))}
        </div>
        {failure === undefined ? null : (
          <Alert color="red" role="alert" title={t('notSaved')}>
            {errorText(failure)}
          </Alert>
        )}
        {may ? (
          <Group justify="flex-end">
            <Button type="submit" disabled={changed.length === 0} loading={isPending}>
              {t('save')}
            </Button>
          </Group>
        ) : null}
      </form>
    </Panel>
  )
}
