/** Field for the login name of a user, with suggestions by login, first and last name. */
import { Autocomplete } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUserSuggestions } from '../../platform/api/user-suggestions.ts'

interface AssigneeInputProps {
  readonly value: string
  readonly required?: boolean
  /** Whether the dialog that contains the field opens with the focus on it. */
  readonly focused?: boolean
  readonly readOnly: boolean
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

export function AssigneeInput({
  value,
  required = false,
  focused = false,
  readOnly,
  error,
  onChange,
}: AssigneeInputProps) {
  const { t } = useTranslation('exceptions')
  const { data: users = [] } = useUserSuggestions('output.constraint', value)
  return (
    <Autocomplete
      label={t('form.assignee')}
      value={value}
      required={required}
      {...(focused ? { 'data-autofocus': true } : {})}
      data={users.map(({ username }) => username)}
      renderOption={({ option: { value: username } }) => {
        const name = users.find((user) => user.username === username)?.name ?? ''
        return name === '' ? username : `${username} · ${name}`
      }}
      // The service has filtered the users, also by their first and last names.
      filter={({ options }) => options}
      autoComplete="off"
      spellCheck={false}
      readOnly={readOnly}
      error={error}
      onChange={onChange}
    />
  )
}
