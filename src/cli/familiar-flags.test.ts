import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { asksForOrigins, asksForQuiet, familiarArguments } from './familiar-flags.ts'

function commandWith(name: string, options: readonly string[]): Command {
  const command = new Command(name)
  for (const option of options) command.option(option)
  return command
}

const migrate = commandWith('migrate', ['--database <text>'])
const createbuckets = commandWith('createbuckets', ['--format-day <text>', '--database <text>'])
const empty = commandWith('empty', ['--models <list>'])
const flush = commandWith('flush', ['--noinput'])
const createsuperuser = commandWith('createsuperuser', ['--email <text>', '--noinput', '--promote'])
const dumpdata = commandWith('dumpdata', ['--output <text>', '--models <list>'])
const loaddata = commandWith('loaddata', ['--ignorenonexistent', '--no-shift'])

describe('flags of other services', () => {
  it.each<[Command, string, string, string]>([
    [migrate, 'migrate --noinput --database=x', 'migrate --database=x', ''],
    [migrate, 'migrate --no-input -v 2 --traceback', 'migrate', ''],
    [migrate, 'migrate --fake-initial --run-syncdb', 'migrate', '--fake-initial, --run-syncdb'],
    [
      migrate,
      'migrate --settings a.b --pythonpath=/x --no-color',
      'migrate',
      '--settings, --pythonpath, --no-color',
    ],
    [migrate, 'migrate --fake', 'migrate --fake', ''],
    [migrate, 'migrate --verbosity=loud', 'migrate --verbosity=loud', ''],
    [createbuckets, 'createbuckets --format_day=%d', 'createbuckets --format-day=%d', ''],
    [createbuckets, 'createbuckets --format_day %d', 'createbuckets --format-day %d', ''],
    [empty, 'empty --noinput --models=a', 'empty --models=a', ''],
    [flush, 'flush --no-input', 'flush --noinput', ''],
    [flush, 'flush --yes', 'flush --noinput', ''],
    [loaddata, 'loaddata a --verbosity=0 --format=json -i', 'loaddata a --ignorenonexistent', ''],
    [loaddata, 'loaddata a --format=xml', 'loaddata a --format=xml', ''],
    [dumpdata, 'dumpdata -o x.json --indent 2', 'dumpdata --output x.json', '--indent'],
    [dumpdata, 'dumpdata -- --indent', 'dumpdata -- --indent', ''],
    [
      createsuperuser,
      'createsuperuser --username ann --email a@b.c',
      'createsuperuser ann --email a@b.c',
      '',
    ],
  ])('%# %s', (command, given, taken, ignored) => {
    const told = familiarArguments(command, given.split(' '))
    expect(told.args.join(' ')).toBe(taken)
    expect(told.ignored.map((line) => line.split(' ')[0]).join(', ')).toBe(ignored)
  })

  it('come from the environment where nobody is asked', () => {
    const env = { DJANGO_SUPERUSER_USERNAME: 'ann', DJANGO_SUPERUSER_EMAIL: 'a@b.c' }
    const argsOf = (...words: string[]) =>
      familiarArguments(createsuperuser, ['createsuperuser', ...words], env).args
    expect(argsOf('--noinput')).toEqual(['createsuperuser', '--noinput', 'ann', '--email=a@b.c'])
    expect(argsOf('bob', '--no-input', '--email=x')).toEqual([
      'createsuperuser',
      'bob',
      '--noinput',
      '--email=x',
    ])
    expect(argsOf('bob')).toEqual(['createsuperuser', 'bob'])
  })

  it('say how much is told', () => {
    expect([['-v', '3'], ['--traceback'], ['--verbosity=2'], []].map(asksForOrigins)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([['-v', '0'], ['--verbosity=0'], ['-v', '1']].map(asksForQuiet)).toEqual([true, true, false])
  })
})
