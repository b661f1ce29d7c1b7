/** The page of `/api/`: all entities by app. */
import { mayOpen, type Principal } from '../../auth/principal.ts'
import { decide } from '../../auth/rights/policies.ts'
import type { Entity } from '../../model/entity.ts'
import { entityLabel, type Labels } from '../../model/labels/labels.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { reportEntities } from '../../model/reports/reports.ts'
import type { Answer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { dataPath, type RequestTarget } from '../request-target.ts'
import { markup, type Html } from './html.ts'
import { layout } from './layout.ts'
import { pageAnswer } from './page-answer.ts'
import { loadPageWords } from './words.ts'

/** Returns the page with all entities that the user may see, with links to their lists. */
export async function indexPage(
  exchange: Exchange,
  { scenario }: RequestTarget,
  principal: Principal,
): Promise<Answer> {
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const words = await loadPageWords(exchange.language)
  const visible = [...exchange.service.models.current().entities, ...reportEntities].filter(
    (entity) => mayOpen(principal, scenario) && decide(principal, scenario, entity, 'view') !== 'none',
  )
  const apps = [...Map.groupBy(visible, ({ app }) => app)].map(
    ([app, entities]) =>
      markup`<section>
<h2>${app}</h2>
<ul class="entities">
${entities.map((entity) => entityHtml(scenario, entity, labels))}
</ul>
</section> `,
  )
  const content = markup`<h1>${words.api}</h1>
${apps}`
  const crumbs = [{ label: words.api }]
  return pageAnswer(200, layout({ exchange, principal, scenario, words, title: words.api, crumbs, content }))
}

function entityHtml(scenario: string, entity: Entity, labels: Labels): Html {
  const path = dataPath(scenario, entity.app, entity.model)
  return markup`<li>
<a href="${path}?format=api">${entityLabel(entity, labels, { plural: true })}</a> <code>${path}</code>
</li> `
}
