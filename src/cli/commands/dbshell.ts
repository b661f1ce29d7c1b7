/**
 * Opens an SQL session on the database; its search path has the tables of a scenario and those of the installation.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Type } from '../../contract/type.ts'
import { homeOf } from '../../database/homes.ts'
import { identifier } from '../../database/identifiers.ts'
import { englishText } from '../../errors/plain-text.ts'
import { passwordOf, sessionAddress, withoutPassword } from '../../settings/database-address.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { controlSchema } from '../../scenarios/scenario.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { requireScenario, withInstallation } from '../installation.ts'
import { runSqlPrompt } from '../sql-prompt.ts'

export const dbshell = defineCommand({
  help: `Opens psql if it is installed, else a simple built-in prompt. The search path contains first the tables of the scenario,
then those of the installation (users, rights, scenarios). Statements change data without the validation and the
change log of the service.`,
  examples: [
    ['planctl dbshell', 'production'],
    ['planctl dbshell --database=scenario1', 'a scenario'],
    ['echo "SELECT count(*) FROM demand" | planctl dbshell', 'one statement'],
  ],
  parameters: Type.Object({
    database: Type.String({
      default: 'default',
      description: 'Scenario whose tables are in the search path.',
    }),
    builtin: Type.Boolean({
      default: false,
      description: 'Use the built-in prompt even if psql is installed.',
    }),
  }),
  positional: [],
  run: async (context, { database: scenario, builtin }) => {
    await withInstallation(context, async (database) => {
      await requireScenario(database, scenario)
      const searchPath = `${identifier(scenario)},${controlSchema}`
      const home = homeOf(database, scenario)
      if (!builtin && (await runPsql(home.address(), searchPath, context))) return
      await runSqlPrompt(home, searchPath, context)
    })
  },
})

/**
 * Runs psql until it ends; returns false if psql is not installed. Passes the password in the environment. Without a
 * terminal the first error ends it, as in the built-in prompt. Throws `command_failed` if it ends with an error.
 */
async function runPsql(
  address: string,
  searchPath: string,
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
): Promise<boolean> {
  const url = sessionAddress(address)
  const password = passwordOf(url)
  const psql = spawn(
    'psql',
    [...(terminal.interactive ? [] : ['-v', 'ON_ERROR_STOP=1']), withoutPassword(url)],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        PGOPTIONS: `-c search_path=${searchPath.replaceAll(/[\\ ]/g, '\\$&')}`,
        ...(password === '' ? {} : { PGPASSWORD: password }),
      },
    },
  )
  // psql itself handles Ctrl-C, by which it cancels its query; SIGTERM to this process is forwarded to it.
  const stop = (): boolean => psql.kill('SIGTERM')
  process.once('SIGTERM', stop)
  try {
    const [code] = await once(psql, 'exit')
    if (code !== 0 && !signal.aborted) {
      throw new ServiceError('command_failed', {
        reason: englishText(`psql ended with exit code ${String(code)}.`),
      })
    }
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  } finally {
    process.off('SIGTERM', stop)
  }
}
