/** Collects the settings of a grid: language, formats, error texts, addresses of records. */
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanClock } from '../platform/use-plan-clock.ts'
import { recordHref } from '../platform/record-href.ts'
import type { GridSettings } from './grid-settings.ts'
import type { EntityMeta } from '../platform/meta/entity-meta.ts'
import { activeRules, type ColorRule } from './rules/color-rules.ts'
import { useRuleWords } from './rules/use-rule-words.ts'
import { faultText } from '../platform/values/fault-text.ts'
import { type FieldFormats, useFieldFormats } from '../platform/values/field-formats.ts'

/** How a screen shows certain cells; both functions must be stable. */
export interface CellOptions {
  /** Returns the link target of cells whose fields are not references. */
  readonly linkOf?: GridSettings['linkOf']
  /** Translates descriptions that are sentences of the planner. */
  readonly describe?: FieldFormats['describe']
}

export function useModelSettings(
  scenario: string,
  meta: EntityMeta,
  columns: readonly string[],
  rules: readonly ColorRule[],
  { linkOf, describe }: CellOptions = {},
): GridSettings {
  const { t } = useTranslation('grid')
  const usual = useFieldFormats()
  usePlanClock()
  const formats = useMemo(() => (describe === undefined ? usual : { ...usual, describe }), [usual, describe])
  const wordsOf = useRuleWords(meta)
  return useMemo(
    () => ({
      scenario,
      meta,
      formats,
      columns,
      rules: activeRules(meta, rules, formats, wordsOf),
      ...(linkOf === undefined ? {} : { linkOf }),
      words: {
        fault: (fault) => faultText(t, fault),
        truth: (value) => t(value ? 'yes' : 'no'),
        tick: tickWords(t),
        hrefOf: (entity, key) => recordHref(scenario, entity, key),
      },
    }),
    [scenario, meta, formats, columns, rules, wordsOf, linkOf, t],
  )
}

/** Returns the labels of check boxes by key; the text is translated once, because each row that is drawn has one. */
function tickWords(t: TFunction<'grid'>): GridSettings['words']['tick'] {
  const [before = '', after = ''] = t('selection.tick', { key: '\n' }).split('\n')
  return (key) => before + key + after
}
