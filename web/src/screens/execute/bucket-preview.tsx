/** Shows the names of the buckets that a template generates. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readBody } from '../../platform/api/client.ts'
import { type Answer, request } from '../../platform/api/endpoints.ts'
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
    queryFn: async ({ signal }): Promise<Answer<'GET /execute/api/bucketnames/'>> => {
      const query = { [`format-${granularity}`]: wanted }
      const options = { scenario: scenario.name, signal }
      const response = await request('GET /execute/api/bucketnames/', { query }, options)
      return readBody(() => response.json())
    },
    enabled: wanted !== '',
  })
  const names = data?.[granularity] ?? []
  if (error !== null) return <p className={styles.refused}>{error.message}</p>
  return names.length === 0 ? null : (
    <p className={styles.preview}>{t('form.preview', { names: names.join(', ') })}</p>
  )
}
