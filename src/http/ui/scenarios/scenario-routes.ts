/**
 * `GET /api/scenarios/`: returns the scenarios that the user may open, with data for the scenario screen: origin and
 * size of their data, users with access, and date of their last plan. Free scenarios are included for users who may
 * copy scenarios.
 */
import { differenceEndpoints } from '../../../contract/differences.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { holds, isSuperuser, type Principal } from '../../../auth/principal.ts'
import { manageUsers } from '../../../auth/rights/permissions.ts'
import { allServers, firstServer } from '../../../database/homes.ts'
import { productionScenario } from '../../../model/production.ts'
import { lastPlansOf } from '../../../planning/reports/last-plan.ts'
import { keptData } from '../../../scenarios/kept-data.ts'
import { originsOf, sizesOf } from '../../../scenarios/scenario-facts.ts'
import { usersOf } from '../../../auth/list-users.ts'
import { listScenarios } from '../../../scenarios/registry.ts'
import { routesOf } from '../../contract/routes.ts'
import type { WordCall } from '../word-call.ts'
import { answerDifference } from './answer-difference.ts'
import { answerNeeded, postMerge } from './answer-merge.ts'
import { answerOverwritten } from './answer-overwritten.ts'
import { loadScenarioLabels } from './scenario-labels.ts'

type Endpoint = (typeof differenceEndpoints)['GET /api/scenarios/']
type Plan = NonNullable<AnswerOf<Endpoint>[number]['last_plan']>

export const scenarioRoutes = routesOf(differenceEndpoints, {
  'GET /api/scenarios/': shownScenarios,
  'GET /api/scenarios/{a}/difference/{b}/': answerDifference,
  'GET /api/scenarios/{scenario}/overwritten/': answerOverwritten,
  'POST /api/scenarios/{a}/merge/{b}/': postMerge,
  'POST /api/scenarios/{a}/merge/{b}/needed/': answerNeeded,
})

async function shownScenarios({ exchange, principal }: WordCall): Promise<AnswerOf<Endpoint>> {
  const { control } = exchange.service
  const names = [...principal.scenarios.keys()]
  const copies =
    isSuperuser(principal, productionScenario) ||
    names.some((name) => holds(principal, name, 'common.copy_scenario'))
  const listed = (await listScenarios(control)).filter(
    ({ name, status }) => principal.scenarios.has(name) || (copies && status === 'Free'),
  )
  const administered = names.filter((name) => holds(principal, name, manageUsers))
  const promotes = holds(principal, productionScenario, 'common.promote_scenario')
  const [sizes, origins, plans, users, kept, labelOf] = await Promise.all([
    sizesOf(control, names),
    originsOf(control, names),
    lastPlansOf(control, names),
    usersOf(control, administered),
    promotes ? keptData(control, productionScenario) : undefined,
    loadScenarioLabels(principal.language),
  ])
  const known = allServers(control).map(([server]) => server)
  const servers = copies && known.length > 1 ? known : []
  return listed.map((scenario) => {
    const { name, status, hasSchema, home } = scenario
    const open = principal.scenarios.has(name)
    return {
      name,
      label: labelOf(scenario),
      status,
      open,
      production: name === productionScenario,
      rights: rightsIn(principal, name),
      kept: name === productionScenario ? (kept?.action ?? null) : null,
      home: servers.length > 0 && open && hasSchema ? (home ?? firstServer) : null,
      servers,
      size: open ? (sizes.get(name) ?? (home === null ? 0 : null)) : null,
      origin: origins.get(name) ?? null,
      last_plan: visiblePlan(principal, name, plans.get(name)),
      users: users.get(name) ?? null,
    }
  })
}

/** Returns the last plan of a scenario, without the figures of sales orders if the user may not view these. */
function visiblePlan(principal: Principal, scenario: string, plan: Plan | undefined): Plan | null {
  if (plan === undefined) return null
  return holds(principal, scenario, 'input.view_demand') ? plan : { ...plan, message: null }
}

function rightsIn(principal: Principal, name: string): AnswerOf<Endpoint>[number]['rights'] {
  const may = (right: string): boolean => !principal.readOnly && holds(principal, name, right)
  return {
    superuser: isSuperuser(principal, name),
    label: may('common.change_scenario'),
    copy: may('common.copy_scenario'),
    release: name !== productionScenario && may('common.release_scenario'),
    promote:
      name !== productionScenario &&
      may('common.promote_scenario') &&
      holds(principal, productionScenario, 'common.promote_scenario'),
  }
}
