/** Password of another user: sets it, or creates a link with which the user chooses one. */
import { Alert, Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessKey, changeUser, makeResetLink, resetFactors, type User } from '../../platform/api/access.ts'
import { asApiError } from '../../platform/api/api-error.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { useAdmin } from './use-admin.ts'
import { errorText } from '../../ui/error-text.ts'
import styles from './users.module.css'

interface PasswordPanelProps {
  readonly user: User
}

export function PasswordPanel({ user }: PasswordPanelProps) {
  const { t } = useTranslation('users')
  const formats = useFormats()
  const admin = useAdmin()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const setting = useMutation({
    mutationFn: () => changeUser(admin.scenario, user.id, { password }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: accessKey })
      setPassword('')
      toastDone({ message: t('password.done', { name: user.username }) })
    },
  })
  const linking = useMutation({ mutationFn: () => makeResetLink(admin.scenario, user.id) })
  if (!admin.may('change', 'user')) return null
  const failure = setting.error === null ? undefined : asApiError(setting.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setting.mutate()
  }
  return (
    <Panel title={t('field.password')} about={user.has_password ? undefined : t('noPassword')}>
      <LeaveGuard dirty={password !== '' && !setting.isPending} />
      <form onSubmit={submit} className={styles.stack}>
        <PasswordInput
          label={t('password.new')}
          description={t('password.hint')}
          autoComplete="new-password"
          required
          value={password}
          error={
            failure === undefined ? undefined : (failure.fields['password']?.join(' ') ?? errorText(failure))
          }
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" loading={setting.isPending} disabled={password === ''}>
            {t('password.set')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconLink size={14} />}
            loading={linking.isPending}
            onClick={() => linking.mutate()}
          >
            {t('password.link')}
          </Button>
        </Group>
      </form>
      {linking.error === null ? null : (
        <Alert color="red" role="alert">
          {errorText(linking.error)}
        </Alert>
      )}
      {linking.data === undefined ? null : (
        <TextInput
          label={t('password.linkLabel', { at: formats.moment(linking.data.expires) })}
          description={t('password.linkHint')}
          value={linking.data.url}
          readOnly
          rightSection={<CopyButton value={linking.data.url} label={t('password.copy')} />}
        />
      )}
      <FactorRow user={user} />
    </Panel>
  )
}

/** Shows whether the user has second factors, and removes lost ones. */
function FactorRow({ user }: PasswordPanelProps) {
  const { t } = useTranslation('users')
  const admin = useAdmin()
  const client = useQueryClient()
  const reset = async (): Promise<void> => {
    const done = await confirm({
      title: t('factors.resetTitle', { name: user.username }),
      children: t('factors.resetHint'),
      action: t('factors.reset'),
      danger: true,
      run: () => resetFactors(admin.scenario, user.id),
    })
    if (!done) return
    toastDone({ message: t('factors.done', { name: user.username }) })
    await client.invalidateQueries({ queryKey: accessKey })
  }
  return (
    <Group justify="space-between" gap="xs">
      <span className={styles.soft}>{t(user.has_second_factor ? 'factors.has' : 'factors.none')}</span>
      {user.has_second_factor ? (
        <Button variant="default" onClick={() => void reset()}>
          {t('factors.reset')}
        </Button>
      ) : null}
    </Group>
  )
}
