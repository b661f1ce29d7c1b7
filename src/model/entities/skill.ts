import { lastModified, nameKey, source } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const skill = defineEntity({
  name: 'input.skill',
  label: 'skill',
  labelPlural: 'skills',
  about: 'Qualification that resources may have.',
  rowsMidSize: 100,
  fields: [source(), lastModified(), nameKey()],
})
