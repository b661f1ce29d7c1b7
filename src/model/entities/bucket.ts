import { description, integer, lastModified, nameKey, source } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const bucket = defineEntity({
  name: 'common.bucket',
  label: 'bucket',
  labelPlural: 'buckets',
  about: 'Time granularity used by reports.',
  rowsMidSize: 5,
  fields: [
    source(),
    lastModified(),
    nameKey('Bucket type: day, week, month, quarter, year.'),
    description(),
    integer('level', { required: true, help: 'Granularity rank; higher is finer.' }),
  ],
})
