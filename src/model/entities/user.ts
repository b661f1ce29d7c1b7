import { boolean, choice, datetime, identity, integer, json, lastModified, text } from '../define.ts'
import { defineEntity } from '../entity.ts'
import { languages } from '../labels/languages.ts'

/** `auto` = the language of the browser. */
const languageChoices = ['auto', ...languages.map(({ code }) => code)]
const languageWords = Object.fromEntries([
  ['auto', 'automatic'],
  ...languages.map(({ code, ownName }) => [code, ownName]),
])
const themes = [
  'earth',
  'grass',
  'dark',
  'lemon',
  'odoo',
  'openbravo',
  'orange',
  'snow',
  'strawberry',
  'water',
]

/** Virtual fields belong to the membership of the user in the scenario in which the record is read or written. */
export const user = defineEntity({
  name: 'common.user',
  label: 'user',
  labelPlural: 'users',
  about: 'Account with per-scenario activation and report-horizon preferences.',
  schema: 'control',
  key: 'id',
  naturalKey: ['username'],
  imports: false,
  rowsMidSize: 150,
  fields: [
    identity(),
    text('password', {
      nullable: true,
      writeOnly: true,
      maxLength: 128,
      help: 'Password; stored as a hash.',
    }),
    datetime('last_login', { label: 'last login', nullable: true, access: 'readonly', help: 'Last login.' }),
    boolean('is_superuser', {
      label: 'superuser status',
      default: false,
      virtual: true,
      help: 'Has every permission; per scenario.',
    }),
    text('username', { required: true, unique: true, oneLine: true, maxLength: 150, help: 'Login name.' }),
    text('first_name', {
      label: 'first name',
      nullable: true,
      oneLine: true,
      maxLength: 150,
      help: 'First name.',
    }),
    text('last_name', {
      label: 'last name',
      nullable: true,
      oneLine: true,
      maxLength: 150,
      help: 'Last name.',
    }),
    text('email', {
      label: 'email address',
      nullable: true,
      oneLine: true,
      maxLength: 254,
      help: 'E-mail address.',
    }),
    boolean('is_staff', {
      label: 'staff status',
      default: true,
      access: 'computed',
      help: 'Always true.',
    }),
    boolean('is_active', {
      label: 'active',
      default: false,
      virtual: true,
      help: 'Access to the scenario; per scenario. A new user has it if it is given here, or groups, permissions or superuser status are.',
    }),
    datetime('date_joined', {
      label: 'date joined',
      default: 'now()',
      access: 'readonly',
      help: 'Creation moment.',
    }),
    choice('language', languageChoices, { default: 'en', words: languageWords, help: 'Interface language.' }),
    choice('theme', themes, { default: 'earth', help: 'Interface theme.' }),
    integer('pagesize', { label: 'page size', default: 100, help: 'Rows per page.' }),
    text('horizonbuckets', {
      label: 'horizon buckets',
      nullable: true,
      virtual: true,
      help: 'Bucket type in reports; per scenario.',
    }),
    datetime('horizonstart', {
      label: 'horizon start',
      nullable: true,
      virtual: true,
      help: 'Absolute report start; per scenario.',
    }),
    datetime('horizonend', {
      label: 'horizon end',
      nullable: true,
      virtual: true,
      help: 'Absolute report end; per scenario.',
    }),
    boolean('horizontype', {
      label: 'relative horizon',
      default: true,
      virtual: true,
      help: 'True = relative horizon; per scenario.',
    }),
    integer('horizonlength', {
      label: 'horizon length',
      nullable: true,
      default: 6,
      virtual: true,
      help: 'Relative horizon length; per scenario.',
    }),
    integer('horizonbefore', {
      label: 'horizon before',
      nullable: true,
      default: 0,
      virtual: true,
      help: 'Relative horizon before the current date; per scenario.',
    }),
    choice('horizonunit', ['day', 'week', 'month'], {
      label: 'horizon unit',
      nullable: true,
      default: 'month',
      virtual: true,
      help: 'Unit of the relative horizon; per scenario.',
    }),
    text('avatar', { nullable: true, maxLength: 100, help: 'Picture file.' }),
    lastModified(),
    text('default_scenario', {
      label: 'default scenario',
      nullable: true,
      help: 'Scenario opened after login.',
    }),
    json('scenario_themes', { label: 'scenario themes', nullable: true, help: 'Theme per scenario.' }),
    json('databases', {
      nullable: true,
      access: 'computed',
      virtual: true,
      help: 'Scenarios the user may open.',
    }),
    json('groups', {
      nullable: true,
      virtual: true,
      help: 'Names of the groups the user belongs to in the scenario.',
    }),
    json('permissions', {
      nullable: true,
      virtual: true,
      help: 'Rights granted to the user directly in the scenario, such as input.view_demand.',
    }),
  ],
})
