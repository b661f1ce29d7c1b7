import { json, nameKey, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const dataExport = defineEntity({
  name: 'execute.dataexport',
  label: 'data export',
  labelPlural: 'data exports',
  about: 'Files produced by the folder export.',
  schema: 'control',
  rowsMidSize: 20,
  fields: [
    nameKey('Output file name; must end in .xlsx, .csv, .csv.gz, .json or .json.gz.'),
    text('sql', { label: 'SQL query', nullable: true, help: 'Query to export.' }),
    text('report', { nullable: true, help: 'Report class to export instead of SQL.' }),
    json('arguments', { nullable: true, help: 'Report arguments and filters.' }),
  ],
})
