/** Names of the subfolders that the service creates in the upload folder of a scenario. */
export const subfolders = {
  exports: 'export',
  errors: 'errors',
  archive: 'archive',
  uploads: 'uploads',
  workbooks: 'workbooks',
} as const

export type SubfolderName = (typeof subfolders)[keyof typeof subfolders]

export const subfolderNames: readonly SubfolderName[] = Object.values(subfolders)
