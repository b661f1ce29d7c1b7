/** The different values of a record in both scenarios, with the value of their ancestor if both changed it. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DifferentRecord } from '../../platform/api/differences.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { metaQuery } from '../../platform/meta/entity-meta.ts'
import { useShownValue } from '../../platform/values/use-shown-value.ts'
import type { ComparedPlaces } from './change-tiles.tsx'
import styles from './comparison.module.css'

interface DifferentValuesProps {
  readonly record: DifferentRecord
  readonly places: ComparedPlaces
}

export function DifferentValues({ record, places }: DifferentValuesProps) {
  const { t, i18n } = useTranslation('comparison')
  const scenario = useScenario()
  const { entity, key_a, key_b, fields, conflict } = record
  const show = useShownValue(useQuery(metaQuery(scenario.name, entity, i18n.language)).data)
  return (
    <div>
      {key_a === null || key_b === null ? (
        <div className={styles.soft}>
          {t(key_a === null ? 'change.missing' : 'change.added', { ...places })}
        </div>
      ) : null}
      <dl className={styles.values}>
        {Object.entries(fields).map(([name, { base, a, b }]) => (
          <div key={name}>
            <dt>{show.label(name)}</dt>
            <dd>
              {key_b === null ? null : (
                <>
                  <span title={places.there}>{show.value(name, b)}</span>
                  {key_a === null ? null : ' → '}
                </>
              )}
              {key_a === null ? null : <b title={places.here}>{show.value(name, a)}</b>}
              {conflict === true && base !== undefined ? (
                <span className={styles.soft}> {t('records.before', { value: show.value(name, base) })}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
