/** Removes the second factors of a user who has lost them. */
import { Type } from '../../contract/type.ts'
import { resetSecondFactors } from '../../auth/factors/second-factors.ts'
import { operatorId } from '../../auth/operator.ts'
import { createSecurityLog } from '../../auth/security-events.ts'
import { findUser } from '../../auth/user-accounts.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { defineCommand } from '../command.ts'
import { withInstallation } from '../installation.ts'

export const resetfactors = defineCommand({
  help: `Deletes the authenticator app, recovery codes and passkeys of the user, who then signs in with the password alone. If
the settings require a second factor, the user sets up a new one at the next sign-in. The log of accounts records it.`,
  examples: [['planctl resetfactors ann', 'Ann has lost her phone']],
  parameters: Type.Object({
    name: Type.String({ minLength: 1, description: 'Login name or e-mail address.' }),
  }),
  positional: ['name'],
  run: (context, { name }) =>
    withInstallation(context, async (database) => {
      const account = await findUser(database, name)
      if (account === undefined) throw new ServiceError('unknown_user', { value: name })
      const { userId, username } = account
      if (!(await resetSecondFactors(database, userId))) {
        context.terminal.print(`"${username}" has no second factor.`)
        return
      }
      const log = createSecurityLog({
        database,
        now: Date.now,
        onFailure: (error) => context.terminal.say(`planctl: it could not be noted: ${String(error)}`),
      })
      const actor = { id: operatorId, name: 'operator' }
      await log.record({ event: 'factors_reset', user: userId, username, actor })
      context.terminal.print(`"${username}" signs in with the password alone again.`)
    }),
})
