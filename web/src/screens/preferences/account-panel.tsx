/** Name of the user. Only an administrator changes the login name. */
import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeMe, useMe } from '../../platform/api/me.ts'
import { Panel } from '../../ui/panel.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import styles from './preferences.module.css'

const fields = ['first_name', 'last_name'] as const

export function AccountPanel() {
  const { t } = useTranslation('preferences')
  const me = useMe()
  const [draft, setDraft] = useState({ first_name: me.first_name, last_name: me.last_name })
  const dirty = fields.some((name) => draft[name] !== me[name])
  const { mutate, isPending } = useMutation({
    mutationFn: () => changeMe(draft),
    onSuccess: () => toastDone({ message: t('saved') }),
    onError: (error) => toastError(error, t('notSaved')),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Panel title={t('account.title')} about={t('account.about', { name: me.username })}>
      <form className={styles.form} onSubmit={submit}>
        {fields.map((name) => (
          <TextInput
            key={name}
            label={t(`account.${name}`)}
            maxLength={150}
            autoComplete={name === 'first_name' ? 'given-name' : 'family-name'}
            value={draft[name]}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, [name]: value }))}
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
