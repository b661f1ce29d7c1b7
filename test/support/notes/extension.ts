/** An extension module with an entity of the scenarios whose records belong to users. */
import {
  defineEntity,
  defineExtension,
  lastModified,
  nameKey,
  reference,
} from '../../../src/author/extension.ts'

export const extension = defineExtension({
  name: 'desk',
  about: 'Notes for tests.',
  migrations: 'migrations',
  entities: [
    defineEntity({
      name: 'desk.note',
      label: 'note',
      labelPlural: 'notes',
      about: 'Note of a user.',
      rowsMidSize: 1,
      ownerField: 'user',
      fields: [
        lastModified(),
        nameKey(),
        reference('user', 'common.user', 'cascade', { nullable: true, help: 'User concerned.' }),
      ],
    }),
  ],
})
