/** What can be exported into a file, and who may. */
import type { Principal } from '../../auth/principal.ts'
import { viewsAll } from '../../auth/rights/policies.ts'
import type { ExportSource } from '../../files/export/export-files.ts'
import { type Model, requireEntity } from '../../model/model.ts'

export type ExportKind = 'entity' | 'report' | 'dataexport' | 'extension'

export interface ExportDefinition {
  /** `purchaseorder`, or the name of the file where a definition makes just one, such as `late orders.xlsx`. */
  readonly name: string
  readonly title: string
  readonly kind: ExportKind
  /** Among the files that are made when none are named. */
  readonly isDefault: boolean
  /** Entities whose records it shows. */
  readonly entities: readonly string[]
  /** Made when it is wanted: it may find that its definition does not fit any more, and throws then. */
  readonly source: () => ExportSource
}

/** Whether somebody may see all that an export shows. */
export function mayExport(
  principal: Principal,
  scenario: string,
  model: Model,
  { entities }: Pick<ExportDefinition, 'entities'>,
): boolean {
  return entities.every((name) => viewsAll(principal, scenario, requireEntity(model, name)))
}
