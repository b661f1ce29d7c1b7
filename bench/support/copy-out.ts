/** The reference for reading: COPY to a client in a separate process, `psql` if it is installed. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface CopyOut {
  readonly name: string
  /** Runs a COPY … TO STDOUT and discards the output. */
  run(databaseUrl: string, statement: string): Promise<void>
}

export function findCopyOut(): CopyOut {
  const psql = spawnSync('psql', ['--version']).status === 0
  return {
    name: psql ? 'psql -c "COPY … TO STDOUT"' : 'COPY reader in Node (no psql here)',
    run: async (databaseUrl, statement) => {
      const child = psql
        ? spawn('psql', ['-X', '-q', '-d', databaseUrl, '-c', statement], {
            stdio: ['ignore', 'ignore', 'inherit'],
          })
        : spawn(process.execPath, [join(import.meta.dirname, 'copy-reader.ts'), databaseUrl, statement], {
            stdio: ['ignore', 'ignore', 'inherit'],
          })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`The reference ended with exit code ${String(code)}.`)
    },
  }
}
