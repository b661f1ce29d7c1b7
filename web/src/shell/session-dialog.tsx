/** Dialog for signing in again without leaving the screen; waiting requests then continue. */
import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../platform/api/base-path.ts'
import { asApiError } from '../platform/api/api-error.ts'
import { signIn as requestSignIn } from '../platform/api/factors.ts'
import { useMe } from '../platform/api/me.ts'
import { endSignIn } from '../platform/api/session-gate.ts'
import { Dialog } from '../ui/dialog.tsx'
import { errorText } from '../ui/error-text.ts'

const leave = (): void => {
  const back = encodeURIComponent(location.pathname + location.search)
  location.assign(addressOfPath(`/login/?next=${back}`))
}

export function SessionDialog() {
  const { t } = useTranslation(['shell', 'login'])
  const { username } = useMe()
  const [password, setPassword] = useState('')
  /** Code of a second factor; undefined until it is required. */
  const [code, setCode] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const signIn = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await requestSignIn(code === undefined ? { username, password } : { username, password, code })
      setPassword('')
      setCode(undefined)
      endSignIn(true)
    } catch (error) {
      const { status, detail, fields } = asApiError(error)
      if (fields['code'] !== undefined) {
        if (code === undefined) return setCode('')
        return setProblem(detail)
      }
      setProblem(status === 401 ? t('session.wrong') : errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={600}
      title={t('session.title')}
    >
      <form onSubmit={(event) => void signIn(event)}>
        <Stack gap="sm">
          <Text size="sm">{t('session.hint', { name: username })}</Text>
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordInput
            label={t('session.password')}
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': t('login:showPassword') }}
            data-autofocus
            required
          />
          {code === undefined ? null : (
            <TextInput
              label={t('login:factor.code')}
              description={t('login:factor.codeHint')}
              autoComplete="one-time-code"
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
              withAsterisk={false}
              required
              autoFocus
            />
          )}
          {problem === undefined ? null : (
            <Alert color="red" role="alert" p="xs">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {t('session.other')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('session.signIn')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
