/** Name of the user. Only an administrator changes the login name. */
import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { changeMe, useMe } from '../../platform/api/me.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { useEdits } from '../../ui/use-edits.ts'
import styles from './preferences.module.css'

const fields = ['first_name', 'last_name'] as const

export function AccountPanel() {
  const { t } = useTranslation('preferences')
  const me = useMe()
  const { draft, edits, edit, forget } = useEdits({ first_name: me.first_name, last_name: me.last_name })
  const dirty = fields.some((name) => draft[name] !== me[name])
  const { mutate, isPending } = useMutation({
    mutationFn: changeMe,
    onSuccess: (_answer, saved) => {
      forget(saved)
      toastDone({ message: t('saved') })
    },
    onError: (error) => toastError(error, t('notSaved')),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate(edits)
  }
  return (
    <Panel title={t('account.title')} about={t('account.about', { name: me.username })}>
      <LeaveGuard dirty={dirty && !isPending} />
      <form className={styles.form} onSubmit={submit}>
        {fields.map((name) => (
          <TextInput
            key={name}
            label={t(`account.${name}`)}
            maxLength={150}
            autoComplete={name === 'first_name' ? 'given-name' : 'family-name'}
            value={draft[name]}
            onChange={({ currentTarget: { value } }) => edit({ [name]: value })}
          />
        ))}
        <TextInput label={t('account.email')} value={me.email} readOnly disabled />
        <Group justify="flex-end">
          <Button type="submit" disabled={!dirty} loading={isPending}>
            {t('save')}
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
