/**
 * Uploads files to import one after the other, with the progress and the result of each; failures after the screen was
 * left are shown as notices. Asks before files of the folder are replaced.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { filesKey, filesQuery, uploadFile } from '../../platform/api/files.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { announce } from '../../ui/live-region.tsx'
import { toastError, toastFailed } from '../../ui/toasts.ts'
import { confirmReplacement } from './confirm-replacement.tsx'
import { type Upload, withBatch, withProgress } from './uploads.ts'

export interface Uploads {
  readonly uploads: readonly Upload[]
  /** Uploads files after those that were given before; those that would replace others only after a confirmation. */
  readonly take: (files: readonly File[]) => void
}

export function useUploads(): Uploads {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const lastId = useRef(0)
  /** Ends when all files that were given are uploaded; they are uploaded one after the other. */
  const queue = useRef<Promise<void>>(Promise.resolve())
  /** Whether the screen with the list of uploads was left. */
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const note = (id: number, changes: Partial<Upload>): void =>
    setUploads((before) => withProgress(before, id, changes))
  const uploadAll = async (batch: readonly { readonly id: number; readonly file: File }[]): Promise<void> => {
    let done = 0
    const known = client.getQueryData(filesQuery(scenario.name, 'import').queryKey)?.files ?? []
    for (const { id, file } of batch) {
      try {
        await uploadFile(scenario.name, 'import', file, (fraction) => note(id, { fraction }))
        done += 1
        const replaced = known.some(({ name }) => name === file.name)
        note(id, { fraction: 1, state: 'done', message: t(replaced ? 'upload.replaced' : 'upload.done') })
      } catch (error) {
        const message = asApiError(error).detail || t('upload.failed')
        note(id, { state: 'failed', message })
        if (isLeft.current) toastFailed({ title: file.name, message })
      }
    }
    announce(t('upload.summary', { count: done, all: batch.length }))
    await client.invalidateQueries({ queryKey: filesKey(scenario.name, 'import') })
  }
  const add = (given: readonly File[]): void => {
    if (given.length === 0) return
    const batch = given.map((file) => {
      lastId.current += 1
      return { id: lastId.current, name: file.name, file }
    })
    setUploads((before) => withBatch(before, batch))
    queue.current = queue.current.then(() => uploadAll(batch)).catch(toastError)
  }
  const askAndAdd = async (given: readonly File[]): Promise<void> => {
    // Other users and programs write files to the folder too.
    const { files } = await client.fetchQuery({ ...filesQuery(scenario.name, 'import'), staleTime: 0 })
    const present = new Set(files.map(({ name }) => name))
    const isKnown = ({ name }: File): boolean => present.has(name.normalize('NFC'))
    add(given.filter((file) => !isKnown(file)))
    const replacing = given.filter(isKnown)
    if (replacing.length === 0) return
    const names = replacing.map(({ name }) => name)
    await confirmReplacement(names, t, async () => add(replacing))
  }
  return { uploads, take: (given) => void askAndAdd(given).catch(toastError) }
}
