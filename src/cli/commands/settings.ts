/** Shows the effective settings. */
import { Type } from '../../contract/type.ts'
import { explainSettings } from '../../settings/load-settings.ts'
import { settingsFile } from '../../settings/settings-file.ts'
import { defineCommand } from '../command.ts'

export const settings = defineCommand({
  help: `Prints every setting with its value and origin: the default, the settings file, or an environment variable. Secrets are
masked. With --template the command prints a settings file that explains every setting.`,
  examples: [
    ['planctl settings', ''],
    ['PLANCTL_PORT=9000 planctl settings', 'show the effect of a variable'],
    ['planctl settings --template > settings.toml', 'create a settings file'],
  ],
  parameters: Type.Object({
    json: Type.Boolean({ default: false, description: 'Print JSON.' }),
    template: Type.Boolean({ default: false, description: 'Print a settings file with explanations.' }),
  }),
  positional: [],
  run: async ({ terminal }, { json, template }) => {
    if (template) return terminal.print(settingsFile().trimEnd())
    const rows = explainSettings({ env: process.env, cwd: process.cwd() })
    if (json) return terminal.print(JSON.stringify(rows, null, 2))
    const width = Math.max(...rows.map(({ key }) => key.length))
    for (const { key, value, origin } of rows) terminal.print(`${key.padEnd(width)}  ${value}  (${origin})`)
  },
})
