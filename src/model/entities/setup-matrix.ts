import { lastModified, nameKey, source } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const setupMatrix = defineEntity({
  name: 'input.setupmatrix',
  label: 'setup matrix',
  labelPlural: 'setup matrices',
  about: 'Named set of changeover rules.',
  rowsMidSize: 10,
  fields: [source(), lastModified(), nameKey()],
})
