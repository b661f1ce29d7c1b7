import { duration, identity, integer, lastModified, number, reference, source, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const setupRule = defineEntity({
  name: 'input.setuprule',
  label: 'setup matrix rule',
  labelPlural: 'setup matrix rules',
  about: 'One changeover rule of a matrix.',
  key: 'id',
  naturalKey: ['setupmatrix', 'priority'],
  rowsMidSize: 500,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('setupmatrix', 'input.setupmatrix', 'cascade', {
      label: 'setup matrix',
      required: true,
      help: 'Matrix the rule belongs to.',
    }),
    integer('priority', { required: true, help: 'Evaluation order inside the matrix; first match applies.' }),
    text('fromsetup', { label: 'from setup', nullable: true, help: 'Previous setup, regular expression.' }),
    text('tosetup', { label: 'to setup', nullable: true, help: 'Next setup, regular expression.' }),
    duration('duration', { minimum: 0, nullable: true, help: 'Changeover time.' }),
    number('cost', { nullable: true, help: 'Changeover cost.' }),
    reference('resource', 'input.resource', 'setNull', {
      nullable: true,
      help: 'Extra resource needed during the changeover.',
    }),
  ],
})
