/** Asks for the password before a second factor changes, and for a name if one is required. */
import { Alert, Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { useMe } from '../../platform/api/me.ts'
import { errorText } from '../../ui/error-text.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import styles from './preferences.module.css'

export interface PasswordStepProps {
  /** What is removed, and what this means; undefined for other changes. */
  readonly warning?: { readonly title: string; readonly text: string } | undefined
  /** Label of the action. */
  readonly action: string
  readonly danger: boolean
  /** Label of the required name; undefined without one. */
  readonly nameLabel: string | undefined
  readonly startName: string
  /** Returns the message of a failure that is not an error response. */
  readonly declined: (error: unknown) => string | undefined
  readonly run: (password: string, name: string) => Promise<void>
  readonly onCancel: () => void
}

export function PasswordStep(props: PasswordStepProps) {
  const { t } = useTranslation('preferences')
  const { username } = useMe()
  const [password, setPassword] = useState('')
  const [name, setName] = useState(props.startName)
  const { mutate, isPending, error } = useMutation({ mutationFn: () => props.run(password, name.trim()) })
  const failure = error === null ? undefined : asApiError(error)
  const atPassword = failure?.fields['password']?.join(' ')
  const general = failure === undefined || atPassword !== undefined ? undefined : errorText(failure)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <LeaveGuard dirty={(password !== '' || name !== props.startName) && !isPending} />
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {props.warning === undefined ? null : (
        <p>
          <b>{props.warning.title}</b> <span className={styles.soft}>{props.warning.text}</span>
        </p>
      )}
      {props.nameLabel === undefined ? null : (
        <TextInput
          label={props.nameLabel}
          required
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      <PasswordInput
        label={t('password.old')}
        autoComplete="current-password"
        required
        data-autofocus
        value={password}
        error={atPassword}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      {general === undefined ? null : (
        <Alert color="red" role="alert">
          {props.declined(error) ?? general}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onCancel}>
          {t('factors.cancel')}
        </Button>
        <Button type="submit" loading={isPending} {...(props.danger ? { color: 'red' } : {})}>
          {props.action}
        </Button>
      </Group>
    </form>
  )
}
