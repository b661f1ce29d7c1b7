/** Returns the address for importing a file into a list: the import screen if it exists, else the folder of files. */
import { useRouter } from '@tanstack/react-router'
import type { EntityMeta } from '../platform/meta/entity-meta.ts'

export function useImportAddress(scenario: string, meta: EntityMeta): string {
  const router = useRouter()
  const base = `/app/${encodeURIComponent(scenario)}`
  const own = Object.hasOwn(router.routesByPath, '/app/$scenario/data/$entity/import')
  return own ? `${base}${meta.route}/import` : `${base}/execute/files?folder=import`
}
