/** Creates a user with all rights in all scenarios. */
import { Type } from '../../contract/type.ts'
import { createSuperuser, findUser, promoteToSuperuser } from '../../auth/user-accounts.ts'
import { isAddress } from '../../model/values/mail-address.ts'
import { shown } from '../../mail/addresses.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { requirePassword } from '../password-check.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { defineTask } from '../definition.ts'

export const createsuperuser = defineTask({
  about: 'Creates a user with all rights in all scenarios. Weak passwords are rejected.',
  help: `The command asks for the password twice. Without a terminal, it reads the password from standard input with
--password-stdin, or from the variable PLANCTL_PASSWORD. Weak passwords are rejected.

An existing user is rejected unless you add --promote: then that user, found by login name or e-mail address, gets
all rights in all scenarios and the new password, and the user's sessions end. Use it to recover an installation
without a superuser.

Scripts written for other services may pass --username and --noinput, and the variables DJANGO_SUPERUSER_USERNAME,
DJANGO_SUPERUSER_EMAIL (both with --noinput) and DJANGO_SUPERUSER_PASSWORD.`,
  examples: [
    ['planctl createsuperuser ann --email=ann@example.com', 'asks for the password'],
    ['planctl createsuperuser bob --promote', 'give all rights to an existing user'],
    ['echo "$SECRET" | planctl createsuperuser ann --password-stdin', 'in a script'],
  ],
  parameters: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 150, title: 'User name', description: 'Login name.' }),
      email: Type.Optional(Type.String({ maxLength: 254, title: 'E-mail', description: 'E-mail address.' })),
      password: Type.String({ title: 'Password', description: 'Password of the user.' }),
      promote: Type.Boolean({
        default: false,
        title: 'Make an existing user a superuser',
        description: 'Give an existing user all rights and the password.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: ['name'],
  right: 'everywhere',
  secrets: ['password'],
  secretVariables: ['DJANGO_SUPERUSER_PASSWORD'],
  // Users belong to no scenario, so the task needs no scenario lock.
  scenarios: () => [],
  // Rejects an invalid name already at launch.
  authorize: async ({ service }, { name, email, promote }) => {
    const isKnown = (await findUser(service.control, name)) !== undefined
    if (isKnown && !promote) {
      throw invalidParameter('name', { code: 'user_exists', params: { name } })
    }
    if (!isKnown && promote) throw new ServiceError('unknown_user', { value: name })
    if (promote && email !== undefined) {
      throw invalidParameter('email', { code: 'promote_keeps_address' })
    }
    const address = email?.trim() ?? ''
    if (address !== '' && !isAddress(address)) {
      throw invalidParameter('email', { code: 'no_address', params: { value: shown(address) } })
    }
  },
  check: async ({ service }, { name, email, password, promote }) =>
    requirePassword(
      password,
      (promote ? await findUser(service.control, name) : undefined) ?? {
        username: name,
        email: email ?? null,
      },
    ),
  run: async ({ service, principal: { userId } }, { name, email, password, promote }) => {
    if (promote) await promoteToSuperuser(service.control, name, password, userId)
    else await createSuperuser(service.control, { username: name, email, password, language: 'auto' }, userId)
    return { code: 'superuser_created', params: { name } }
  },
})
