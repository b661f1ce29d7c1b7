/** Labels of the values of a field, for screens that show them outside a grid. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../use-scenario.ts'
import { metaQuery } from './entity-meta.ts'

/**
 * Returns a function that labels values of a field of an entity such as `output.problem`; a value without a label is
 * returned unchanged. While the labels are not known yet, it returns an ellipsis instead of a code.
 */
export function useChoiceWords(entity: string, field: string): (value: string) => string {
  const { i18n } = useTranslation()
  const { name: scenario } = useScenario()
  const { data, isPending } = useQuery(metaQuery(scenario, entity, i18n.language))
  const choices = data?.fields.find(({ name }) => name === field)?.choices ?? []
  const labels = new Map(choices.map(({ value, label }) => [value, label]))
  return (value) => labels.get(value) ?? (isPending ? '…' : value)
}
