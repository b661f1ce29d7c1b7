/** Shows the effective settings. */
import { Type } from 'typebox'
import { explainSettings } from '../../settings/load-settings.ts'
import { settingsFile } from '../../settings/settings-file.ts'
import { defineCommand } from '../command.ts'

export const settings = defineCommand({
  help: `Every setting with its value and where that comes from: its default, the settings file, or a variable of the
environment. Secrets are masked. With --template a settings file is printed that explains every setting.`,
  examples: [
    ['planctl settings', ''],
    ['PLANCTL_PORT=9000 planctl settings', 'see what a variable does'],
    ['planctl settings --template > settings.toml', 'begin a settings file'],
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
