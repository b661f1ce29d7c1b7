/** Changes the password of a user; sessions of the user with the old password end. */
import { Type } from '../../contract/type.ts'
import { changePassword, findUser } from '../../auth/user-accounts.ts'
import { requirePassword } from '../password-check.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { defineTask } from '../definition.ts'

export const changepassword = defineTask({
  about: 'Sets the password of a user. Sessions of the user end; weak passwords are rejected.',
  help: `Identify the user by login name or e-mail address. The command asks for the password twice. Without a terminal, it
reads the password from standard input with --password-stdin, or from the variable PLANCTL_PASSWORD. Weak passwords are
rejected. The user's sessions end.`,
  examples: [
    ['planctl changepassword ann', 'asks for the new password'],
    ['PLANCTL_PASSWORD="$SECRET" planctl changepassword ann', 'in a script'],
  ],
  parameters: Type.Object(
    {
      name: Type.String({ minLength: 1, title: 'User', description: 'Login name or e-mail address.' }),
      password: Type.String({ title: 'New password', description: 'New password.' }),
    },
    { additionalProperties: false },
  ),
  positional: ['name'],
  right: 'everywhere',
  secrets: ['password'],
  // Users belong to no scenario, so the task needs no scenario lock.
  scenarios: () => [],
  // Rejects an unknown user before the password prompt.
  authorize: async ({ service }, { name }) => {
    if ((await findUser(service.control, name)) === undefined)
      throw new ServiceError('unknown_user', { value: name })
  },
  check: async ({ service }, { name, password }) => {
    const account = await findUser(service.control, name)
    if (account !== undefined) requirePassword(password, account)
  },
  run: async ({ service, principal }, { name, password }) => {
    await changePassword(service.control, name, password, principal.userId)
    return { code: 'password_of_user_changed', params: { name } }
  },
})
