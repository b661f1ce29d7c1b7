/** Definition of an export, and the check of the rights to it. */
import type { Principal } from '../../auth/principal.ts'
import { viewsAll } from '../../auth/rights/policies.ts'
import type { ExportSource } from '../../files/export/export-files.ts'
import { type Model, requireEntity } from '../../model/model.ts'

export type ExportKind = 'entity' | 'report' | 'dataexport' | 'extension'

export interface ExportDefinition {
  /** `purchaseorder`, or the file name if a definition creates just one file, such as `late orders.xlsx`. */
  readonly name: string
  readonly title: string
  readonly kind: ExportKind
  /** Whether the file is created if no files are named. */
  readonly isDefault: boolean
  /** Entities whose records it shows. */
  readonly entities: readonly string[]
  /** Returns the source of the rows. Throws if the definition is not valid any more. */
  readonly source: () => ExportSource
}

/** Returns whether a user may view everything that an export shows. */
export function mayExport(
  principal: Principal,
  scenario: string,
  model: Model,
  { entities }: Pick<ExportDefinition, 'entities'>,
): boolean {
  return entities.every((name) => viewsAll(principal, scenario, requireEntity(model, name)))
}
