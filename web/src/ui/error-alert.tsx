/** Shows the error message of the service inside a form; nothing without an error. */
import { Alert } from '@mantine/core'
import { errorText } from './error-text.ts'

interface ErrorAlertProps {
  readonly error: unknown
  readonly title?: string
}

export function ErrorAlert({ error, title }: ErrorAlertProps) {
  if (error === null) return null
  return (
    <Alert color="red" role="alert" title={title}>
      {errorText(error)}
    </Alert>
  )
}
