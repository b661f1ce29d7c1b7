/** Shows the names of the buckets that a template generates. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getJson } from '../../platform/api/client.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { anything } from '../../platform/api/shape.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import styles from './execute.module.css'

interface BucketPreviewProps {
  readonly granularity: string
  readonly template: string
}

export function BucketPreview({ granularity, template }: BucketPreviewProps) {
  const { t } = useTranslation('execute')
  const scenario = useScenario()
  const [wanted] = useDebouncedValue(template, 300)
  const { data, error } = useQuery({
    queryKey: ['bucketnames', scenario.name, granularity, wanted],
    queryFn: ({ signal }) =>
      getJson(
        withQuery(scenario.path('/execute/api/bucketnames/'), { [`format-${granularity}`]: wanted }),
        anything,
        {
          signal,
        },
      ),
    enabled: wanted !== '',
  })
  const names = namesOf(data, granularity)
  if (error !== null) return <p className={styles.refused}>{error.message}</p>
  return names.length === 0 ? null : (
    <p className={styles.preview}>{t('form.preview', { names: names.join(', ') })}</p>
  )
}

function namesOf(answer: unknown, granularity: string): readonly string[] {
  if (typeof answer !== 'object' || answer === null) return []
  const given = new Map<string, unknown>(Object.entries(answer)).get(granularity)
  return Array.isArray(given) ? given.map(String) : []
}
