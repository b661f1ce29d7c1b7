/** Changes the password of the user; violated rules are shown at the field. */
import { Alert, Button, Group, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePassword, sessionsQuery } from '../../platform/api/account.ts'
import { asApiError } from '../../platform/api/api-error.ts'
import { useMe } from '../../platform/api/me.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { errorText } from '../../ui/error-text.ts'
import styles from './preferences.module.css'

const empty = { old: '', new: '', again: '' }
const fields = ['old', 'new', 'again'] as const

export function PasswordPanel() {
  const { t } = useTranslation('preferences')
  const { username } = useMe()
  const client = useQueryClient()
  const [draft, setDraft] = useState(empty)
  const [different, setDifferent] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => changePassword(draft.old, draft.new),
    onSuccess: async () => {
      setDraft(empty)
      toastDone({ message: t('password.done') })
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  const failure = error === null ? undefined : asApiError(error)
  const faultOf = (name: (typeof fields)[number]): string | undefined =>
    name === 'again' ? (different ? t('password.different') : undefined) : failure?.fields[name]?.join(' ')
  const general = failure !== undefined && Object.keys(failure.fields).length === 0
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = draft.new !== draft.again
    setDifferent(wrong)
    if (!wrong) mutate()
  }
  return (
    <Panel title={t('password.title')} about={t('password.about')}>
      <LeaveGuard dirty={fields.some((name) => draft[name] !== '') && !isPending} />
      <form className={styles.form} onSubmit={submit}>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {fields.map((name) => (
          <PasswordInput
            key={name}
            label={t(`password.${name}`)}
            required
            autoComplete={name === 'old' ? 'current-password' : 'new-password'}
            value={draft[name]}
            error={faultOf(name)}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {general ? (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {t('password.change')}
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
