/**
 * Writes the rejected rows of a workbook to a CSV file per sheet, so that they can be corrected and imported from the
 * folder.
 */
import { createErrorsFile, type ErrorsFile } from '../import/errors-file.ts'
import { derivedFileName } from '../folders/file-name.ts'
import type { Folder } from '../folders/folder.ts'
import { messageOf, ServiceError } from '../../errors/service-error.ts'
import type { Unfinished } from '../import/folder-import.ts'
import type { RejectedRow } from '../tables/rejected-row.ts'
import type { Entity } from '../../model/entity.ts'

export class RejectedSheets implements AsyncDisposable {
  readonly #folder: Folder
  readonly #workbook: string
  readonly #files = new Map<string, { readonly entity: Entity; readonly file: ErrorsFile }>()

  /** `workbook` is the file name of the workbook. */
  constructor(folder: Folder, workbook: string) {
    this.#folder = folder
    this.#workbook = workbook.replace(/\.[^.]*$/, '').replaceAll('.', ' ')
  }

  async add(entity: Entity, row: RejectedRow): Promise<void> {
    const sheet = row.sheet ?? ''
    let known = this.#files.get(sheet)
    if (known === undefined) {
      known = { entity, file: await createErrorsFile(this.#folder, row) }
      this.#files.set(sheet, known)
    }
    await known.file.add(row)
  }

  /** Deletes the rows of sheets that are imported again. */
  async discard(sheets: readonly string[]): Promise<void> {
    for (const sheet of sheets) {
      await this.#files.get(sheet)?.file[Symbol.asyncDispose]()
      this.#files.delete(sheet)
    }
  }

  /**
   * Gives the files their names and returns them. A name starts with the entity into which the rows are to be imported.
   * Files that cannot be written are returned as unfinished, because their sheets may be stored already. If nothing is
   * stored, the names differ, so that the rows of an earlier import that was stored stay.
   */
  async publish({ stored }: { readonly stored: boolean }): Promise<{
    readonly names: readonly string[]
    readonly unfinished: readonly Unfinished[]
  }> {
    const names: string[] = []
    const unfinished: Unfinished[] = []
    for (const { entity, file } of this.#files.values()) {
      const duplicates = names.filter((name) => name.startsWith(`${entity.model}.`)).length
      const name = derivedFileName({
        before: `${entity.model}.`,
        name: this.#workbook,
        after: `${duplicates === 0 ? '' : `.${duplicates + 1}`}.errors${stored ? '' : '.unstored'}.csv`,
        keep: 'start',
      })
      try {
        await file.publish(name)
        names.push(name)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        unfinished.push({ file: name, reason: messageOf(error) })
      }
    }
    return { names, unfinished }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { file } of this.#files.values()) await file[Symbol.asyncDispose]()
  }
}
