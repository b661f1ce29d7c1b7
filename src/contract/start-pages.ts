/** Endpoints of start pages: which widgets a user sees on opening a scenario, in which order. */
import { startWidgets } from '../model/start-pages.ts'
import { answers, defineEndpoints, done, needed } from './endpoint.ts'
import { flag, limited, listOf, means, nullable, object, oneOf, text } from './schemas.ts'
import { sessionTag as tag } from './tags.ts'

const widgets = means(
  limited(listOf(oneOf([...startWidgets])), { maxItems: startWidgets.length }),
  'In the order of display, each once.',
)
const page = object({ widgets })

const pages = object({
  own: means(nullable(widgets), 'The page that the user has chosen; null for the page of the role.'),
  role: means(
    object({ group: means(nullable(text), 'Null without a group with a page.'), widgets }),
    'The page of the role: of the first group of the user, by name, for which an administrator has set a page, or else of ' +
      'the group planner, buyer, sales or administrator; without such a group, all widgets.',
  ),
  groups: means(
    listOf(
      object({
        group: text,
        widgets,
        set: means(flag, 'Whether an administrator has set the page; otherwise it is the built-in one.'),
      }),
    ),
    'The pages of all groups, for administrators; empty for others.',
  ),
})

const group = { group: needed('Name of a group of users.', text) }
const administrator = { administrator: true } as const

export const startPageEndpoints = defineEndpoints({
  'GET /api/me/startpage/': {
    id: 'start_page',
    tag,
    summary: 'Get your start page, and that of your role in the scenario',
    answers: { 200: answers('The pages.', pages) },
  },
  'PUT /api/me/startpage/': {
    id: 'set_start_page',
    tag,
    summary: 'Choose the widgets of your start page; it applies to all scenarios',
    body: page,
    answers: { 200: answers('The pages.', pages) },
  },
  'DELETE /api/me/startpage/': {
    id: 'reset_start_page',
    tag,
    summary: 'Return to the start page of your role',
    answers: done('Done.'),
  },
  'PUT /api/access/startpages/{group}/': {
    id: 'set_group_start_page',
    tag,
    summary: 'Set the start page of the members of a group who have not chosen their own',
    access: administrator,
    path: group,
    body: page,
    answers: { 200: answers('The pages.', pages) },
  },
  'DELETE /api/access/startpages/{group}/': {
    id: 'reset_group_start_page',
    tag,
    summary: 'Return a group to the built-in start page',
    access: administrator,
    path: group,
    answers: done('Done.'),
  },
})
