/** Form of a new user with the required fields. New users are never superusers. */
import { Alert, Button, Group, MultiSelect, PasswordInput, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessKey, createUser, groupsQuery, usersQuery } from '../../platform/api/access.ts'
import { asApiError } from '../../platform/api/api-error.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { useAdmin } from './use-admin.ts'
import { errorText } from '../../ui/error-text.ts'
import styles from './users.module.css'

const empty = { username: '', first_name: '', last_name: '', email: '', password: '' }

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export function NewUserScreen() {
  const { t } = useTranslation('users')
  const admin = useAdmin()
  const client = useQueryClient()
  const { history } = useRouter()
  const [draft, setDraft] = useState(empty)
  const [scenario, setScenario] = useState(admin.scenario)
  const [chosen, setChosen] = useState<string[]>([])
  const scenarios = (useQuery(usersQuery(admin.scenario)).data?.scenarios ?? []).filter((name) =>
    admin.may('add', 'user', name),
  )
  const groups = useQuery(groupsQuery(admin.scenario)).data ?? []
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      createUser(scenario, {
        username: draft.username.trim(),
        first_name: orNull(draft.first_name),
        last_name: orNull(draft.last_name),
        email: orNull(draft.email),
        password: draft.password === '' ? null : draft.password,
        groups: chosen,
      }),
    onSuccess: async (id) => {
      await client.invalidateQueries({ queryKey: accessKey })
      toastDone({ message: t('new.done', { name: draft.username }) })
      history.push(`/app/admin/users/${id}`, undefined, { ignoreBlocker: true })
    },
  })
  const failure = error === null ? undefined : asApiError(error)
  const faultOf = (name: string): string | undefined => failure?.fields[name]?.join(' ')
  const crumbs = [{ label: t('title'), to: '/app/admin/users' }]
  const field = (name: keyof typeof empty) => ({
    label: t(`field.${name}`),
    value: draft[name],
    error: faultOf(name),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setDraft((before) => ({ ...before, [name]: value })),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  if (!admin.may('add', 'user')) {
    return (
      <>
        <PageHeader title={t('new.title')} crumbs={crumbs} help="tasks/users" />
        <NoRight />
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('new.title')} crumbs={crumbs} help="tasks/users" />
      <LeaveGuard dirty={Object.values(draft).some((text) => text.trim() !== '') || chosen.length > 0} />
      <form className={styles.page} onSubmit={submit} autoComplete="off">
        <Panel title={t('account.title')}>
          <div className={styles.pair}>
            <TextInput {...field('username')} required maxLength={150} autoComplete="off" />
            <TextInput {...field('email')} type="email" maxLength={254} autoComplete="off" />
            <TextInput {...field('first_name')} maxLength={150} autoComplete="off" />
            <TextInput {...field('last_name')} maxLength={150} autoComplete="off" />
            <PasswordInput
              {...field('password')}
              description={t('new.passwordHint')}
              autoComplete="new-password"
            />
          </div>
        </Panel>
        <Panel title={t('access.title')} about={t('new.accessHint')}>
          <div className={styles.pair}>
            <Select
              label={t('access.scenario')}
              data={scenarios.map((value) => ({ value, label: admin.labelOf(value) }))}
              value={scenario}
              allowDeselect={false}
              onChange={(value) => setScenario(value ?? admin.scenario)}
            />
            <MultiSelect
              label={t('groups.title')}
              data={groups.map(({ name }) => name)}
              value={chosen}
              error={faultOf('groups')}
              onChange={setChosen}
              clearable
            />
          </div>
        </Panel>
        {failure === undefined ? null : (
          <Alert color="red" role="alert" title={t('new.failed')}>
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => history.push('/app/admin/users', undefined, { ignoreBlocker: true })}
          >
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('new.create')}
          </Button>
        </Group>
      </form>
    </>
  )
}
