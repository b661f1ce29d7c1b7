/** Makes a user with all rights in all scenarios. */
import { Type } from 'typebox'
import { createSuperuser } from '../../auth/user-accounts.ts'
import { defineTask } from '../definition.ts'

export const createsuperuser = defineTask({
  help: `The password is asked for twice. Where nobody can be asked, it is read from standard input with
--password-stdin, or from the variable PLANCTL_PASSWORD. Weak passwords are refused.`,
  examples: [
    ['planctl createsuperuser ann --email=ann@example.com', 'asks for the password'],
    ['echo "$SECRET" | planctl createsuperuser ann --password-stdin', 'in a script'],
  ],
  parameters: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 150, description: 'Login name.' }),
      email: Type.Optional(Type.String({ maxLength: 254, description: 'E-mail address.' })),
      password: Type.String({ description: 'Password of the new user.' }),
    },
    { additionalProperties: false },
  ),
  positional: ['name'],
  right: 'everywhere',
  secrets: ['password'],
  // Users are of no scenario: nothing has to wait for this.
  scenarios: () => [],
  run: async ({ service }, { name, email, password }) => {
    await createSuperuser(service.database, { username: name, email, password })
    return `User "${name}" may do everything in every scenario.`
  },
})
