/** Checks the installation for superusers of production, as `planctl doctor` does. */
import { hostname } from 'node:os'
import { checkEndpoints } from '../../../contract/checks.ts'
import { utcText } from '../../../data/time-zone.ts'
import { checkServer } from '../../../database/server-version.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { routesOf } from '../../contract/routes.ts'
import { examine } from '../../doctor/examine.ts'
import { wordFinding } from '../../doctor/finding.ts'

export const checkRoutes = routesOf(checkEndpoints, {
  'GET /api/checks/': async ({ exchange: { service, language } }) => {
    const { control, settings, extensions } = service
    const findings = await examine({
      settings: () => settings,
      withDatabase: async (run) =>
        run({
          database: control,
          version: await checkServer(control),
          embedded: settings.DATABASE_URL === undefined,
          additions: extensions.additions,
        }),
    })
    const texts = await loadMessages(language)
    return {
      host: hostname(),
      checked: utcText(new Date()),
      findings: findings.map((finding) => {
        const { check, state, message, remedy = null } = wordFinding(finding, texts)
        return { check, state, message, remedy }
      }),
    }
  },
})
