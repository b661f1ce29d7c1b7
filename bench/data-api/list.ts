/** Benchmark of GET of the whole list, compared with COPY of the same rows as JSON. */
import { findCopyOut } from '../support/copy-out.ts'
import { atMostTimes, type Figure, median, megabyte, memoryAtMost, timed } from '../support/figures.ts'
import { demandPath, type Setting, withService } from './setting.ts'
import { ours } from './tables.ts'

const longestWait = 100

export async function measureList(setting: Setting): Promise<readonly Figure[]> {
  const { installation, rows, rounds } = setting
  const copyOut = findCopyOut()
  const statement = `COPY (SELECT row_to_json(d) FROM ${ours} d) TO STDOUT`
  return withService(setting, async ({ client, growth }) => {
    const times: number[] = []
    const firstBytes: number[] = []
    const references: number[] = []
    let bytes = 0
    // Small lists take so little time that three rounds are not significant.
    for (let round = 0; round < Math.max(rounds, Math.ceil(500_000 / rows)); round += 1) {
      const answer = await client.send('GET', demandPath)
      if (answer.end !== ']') throw new Error('The list broke off before its end.')
      times.push(answer.total)
      firstBytes.push(answer.firstByte)
      bytes = answer.bytes
      references.push(await timed(() => copyOut.run(installation.databaseUrl, statement)))
    }
    const memory = await growth()
    const [total, against] = [median(times), median(references)]
    const firstByte = median(firstBytes)
    return [
      {
        work: 'GET list of all demands',
        rows,
        records: rows,
        unit: 'ms',
        ours: total,
        reference: against,
        against: copyOut.name,
        bar: atMostTimes(1.3, total, against),
        ...(memory === undefined ? {} : { memory }),
        ...memoryAtMost(64 * megabyte, memory),
        note: `${(bytes / megabyte).toFixed(0)} MB of JSON`,
      },
      {
        work: '… its first byte',
        rows,
        records: 1,
        unit: 'ms',
        ours: firstByte,
        bar: { text: `≤ ${longestWait} ms`, met: firstByte <= longestWait },
      },
    ]
  })
}
