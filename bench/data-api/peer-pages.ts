/** Benchmark of pages per second in comparison with a plain Django REST service on the same table. */
import { djangoPackages, findPython, startDjango } from '../peers/django.ts'
import { type Figure, median } from '../support/figures.ts'
import { runLoad } from '../support/load.ts'
import { connections, pathsOf, type Question, seconds } from './questions.ts'
import { demandPath, type Setting, withService } from './setting.ts'

const leastTimes = 5

/** Measures both services in each round, one after the other. Empty where there is no Django. */
export async function measurePeerPages(
  setting: Setting,
  asked: readonly Question[],
): Promise<readonly Figure[]> {
  const python = findPython()
  if (python === undefined) {
    console.error(`Pages are not compared with a Django REST service: ${djangoPackages}`)
    return []
  }
  const { installation, rows, rounds } = setting
  const { authorization, databaseUrl } = installation
  await using django = await startDjango(python, databaseUrl)
  // A signal ends the benchmark without leaving this scope.
  installation.stopFirst(async () => django[Symbol.asyncDispose]())
  return await withService(setting, async ({ service }) => {
    const figures: Figure[] = []
    for (const question of asked) {
      const paths = pathsOf(question)
      const peerPaths = paths.map((path) => path.replace(demandPath, '/demand/'))
      const shared = { kind: 'http', authorization, connections, seconds } as const
      const rates: number[] = []
      const references: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        rates.push((await runLoad({ ...shared, url: service.url, paths })).perSecond)
        references.push((await runLoad({ ...shared, url: django.url, paths: peerPaths })).perSecond)
      }
      const [ours, reference] = [median(rates), median(references)]
      figures.push({
        work: `GET by ${question.name}, ${connections} clients, like Django`,
        rows,
        records: 1,
        unit: 'req/s',
        ours,
        reference,
        against: 'a plain Django REST service, one worker per processor, no authentication',
        bar: { text: `≥ ${leastTimes} ×`, met: ours >= leastTimes * reference },
      })
    }
    return figures
  })
}
