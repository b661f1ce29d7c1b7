import { rmdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { assert, pre, property, string } from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteAllFiles, deleteFile } from './delete-files.ts'
import { createDraft } from './draft.ts'
import { derivedFileName, isPlainName, isPortableName, newFileName } from './file-name.ts'
import { type Folder, folderOf } from './folder.ts'
import { folderSize, listFiles } from './list-files.ts'
import { draftName } from './local-draft.ts'
import { contentOf, openFile } from './open-file.ts'
import { deleteStaleDrafts } from './stale-drafts.ts'
import { zipFiles } from './zip-files.ts'

const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length

let root: string
let folder: Folder
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'folders-'))
  folder = { kind: 'upload', path: join(root, 'upload') }
  await mkdir(folder.path)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const put = (name: string, text: string): Promise<void> => writeFile(join(folder.path, name), text)

async function save(name: string, text: string): Promise<void> {
  await using draft = await createDraft(folder)
  await draft.write(Buffer.from(text))
  await draft.publish(name)
}

describe('the folders of a scenario', () => {
  it('are what the settings name, with a sub-folder for exports', () => {
    const settings = {
      VAR: '/var',
      LOGDIR: '/log',
      FILES_URL: 'file:',
      UPLOADFILEFOLDER: '/up',
      DATABASES: { scenario1: { UPLOADFILEFOLDER: '/own' } },
    }
    expect(folderOf(settings, 'default', 'upload').path).toBe('/up/default')
    expect(folderOf(settings, 'default', 'export').path).toBe('/up/default/export')
    expect(folderOf(settings, 'scenario1', 'export').path).toBe('/own/export')
    expect(folderOf(settings, 'scenario1', 'errors').path).toBe('/own/errors')
  })
})

describe('a disk with less free space than the settings ask for', () => {
  it('takes small files, such as reports of faults, and no large ones', async () => {
    folder = { ...folder, leastFree: Number.MAX_SAFE_INTEGER }
    await save('small.csv', 'name\nA\n')
    await using draft = await createDraft(folder)
    const write = async (): Promise<void> => {
      for (let count = 0; count < 40; count += 1) await draft.write(Buffer.alloc(100_000))
    }
    await expect(write()).rejects.toMatchObject({ code: 'folder_disk_full' })
    expect(draft.size).toBeLessThanOrEqual(2 ** 20)
  })
})

describe('a name derived from a long one', () => {
  const long = '計'.repeat(82)

  it('keeps its start, and differs from those of other names with the same start', () => {
    const derived = ['a', 'b'].map((end) =>
      derivedFileName({ before: 'item.', name: long + end, after: '.csv', keep: 'start' }),
    )
    expect(new Set(derived).size).toBe(2)
    for (const name of derived) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name).toMatch(/^item\.計{70,}-[0-9a-f]{8}\.csv$/)
    }
  })

  it('keeps its end, which has the extension', () => {
    const name = derivedFileName({ before: '20260101.', name: `${long}.xlsx`, keep: 'end' })
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name).toMatch(/^20260101\.計{70,}\.xlsx$/)
  })

  it.each(['start', 'end'] as const)('is whole if there is room for it, whichever part stays: %s', (keep) => {
    expect(derivedFileName({ before: 'item.', name: 'short', after: '.csv', keep })).toBe('item.short.csv')
  })
})

describe('names of files', () => {
  it.each([
    'demand.csv',
    'demand (1).xlsx',
    'commandes d’été.csv',
    '需求.csv.gz',
    '🚲 bikes.json',
    'a',
    'con tenu',
  ])('may be %j', (name) => expect(newFileName(name)).toBe(name))

  it.each(
    [
      ['', '.', '..', '../x', 'a/b', 'a\\b', '/etc/passwd', '..\\x', '.hidden', 'x\0y', 'a\nb', 'a\u009fb'],
      ['\ud800.csv', 'fdp\u202evsc.exe', 'a'.repeat(256), 'é'.repeat(128)],
    ].flat(),
  )('are refused when they lead elsewhere or deceive: %j', async (name) => {
    expect(isPlainName(name)).toBe(false)
    await expect(openFile(folder, name)).rejects.toMatchObject({ code: 'invalid_file_name' })
    await expect(deleteFile(folder, name)).rejects.toMatchObject({ code: 'invalid_file_name' })
    expect(() => newFileName(name)).toThrow(/not allowed/)
  })

  it.each([
    'CON',
    'nul.csv',
    'Com1.txt',
    'a:b',
    'a?',
    'x|y',
    '<x>',
    'trailing.',
    'trailing ',
    ' leading',
    'export',
    'AllFiles',
    'allfiles',
    'Errors',
  ])('are not made where another system would stumble: %j', (name) =>
    expect(isPortableName(name)).toBe(false),
  )

  it('lead nowhere else, whatever they are', () => {
    assert(
      property(string({ unit: 'binary' }), (name) => {
        pre(isPlainName(name))
        expect(join('/folder', name)).toBe(`/folder/${name}`)
      }),
    )
  })

  it('are composed', () => expect(newFileName('été.csv'.normalize('NFD'))).toBe('été.csv'))
})

describe('a folder', () => {
  it('lists its files by name, and neither links, sub-folders nor drafts', async () => {
    await put('b.csv', '12')
    await put('a.csv', '1')
    await put('.hidden', '1')
    await mkdir(join(folder.path, 'export'))
    await symlink('/etc/passwd', join(folder.path, 'c.csv'))
    await using draft = await createDraft(folder)
    expect(draft.size).toBe(0)
    expect(await listFiles(folder)).toMatchObject([
      { name: 'a.csv', size: 1 },
      { name: 'b.csv', size: 2 },
    ])
    expect(await folderSize(folder, 'a.csv')).toBe(3)
  })

  it('is empty when it is deleted while its size is asked for', async () => {
    const fleeting: Folder = { kind: 'errors', path: join(root, 'fleeting') }
    for (let ticks = 0; ticks < 20; ticks += 1) {
      await mkdir(fleeting.path)
      // Enough calls that some find the folder before it is deleted and read it afterward.
      const asked = Array.from({ length: 200 }, () => [folderSize(fleeting, ''), listFiles(fleeting)]).flat()
      for (let tick = 0; tick < ticks; tick += 1) await setImmediate()
      rmdirSync(fleeting.path)
      expect(new Set((await Promise.all(asked)).flat())).toEqual(new Set([0]))
    }
  })

  it('is empty as long as it does not exist', async () => {
    const missing: Folder = { kind: 'export', path: join(root, 'nothing') }
    expect(await listFiles(missing)).toEqual([])
    await expect(openFile(missing, 'a.csv')).rejects.toMatchObject({ code: 'unknown_file' })
    expect(await deleteAllFiles(missing)).toEqual([])
  })

  it('follows no link to a file, out of it or within it', async () => {
    await put('real.csv', '1')
    await symlink('/etc/passwd', join(folder.path, 'out.csv'))
    await symlink('real.csv', join(folder.path, 'in.csv'))
    for (const name of ['out.csv', 'in.csv']) {
      await expect(openFile(folder, name)).rejects.toMatchObject({ code: 'unknown_file' })
      await expect(deleteFile(folder, name)).rejects.toMatchObject({ code: 'unknown_file' })
    }
  })

  it('follows no link in the place of a sub-folder', async () => {
    await symlink('/etc', join(folder.path, 'export'))
    const linked: Folder = { kind: 'export', path: join(folder.path, 'export') }
    await expect(openFile(linked, 'passwd')).rejects.toMatchObject({ code: 'folder_unusable' })
    await expect(listFiles(linked)).rejects.toMatchObject({ code: 'folder_unusable' })
    await expect(createDraft(linked)).rejects.toMatchObject({ code: 'folder_unusable' })
  })

  it('does not wait at a pipe', async () => {
    await promisify(execFile)('mkfifo', [join(folder.path, 'pipe.csv')])
    await expect(openFile(folder, 'pipe.csv')).rejects.toMatchObject({ code: 'unknown_file' })
  })

  it('finds names whose accents others have kept apart', async () => {
    await put('été.csv'.normalize('NFD'), '1')
    await using file = await openFile(folder, 'été.csv'.normalize('NFD'))
    expect(file.size).toBe(1)
  })

  it('deletes what is asked for', async () => {
    for (const name of ['a.csv', 'b.csv', 'c.csv']) await put(name, '1')
    await mkdir(join(folder.path, 'export'))
    await deleteFile(folder, 'a.csv')
    expect(await deleteAllFiles(folder)).toEqual(['b.csv', 'c.csv'])
    expect(await readdir(folder.path)).toEqual(['export'])
  })
})

describe('a draft', () => {
  it('is seen once it is complete, and readers of the earlier file keep it', async () => {
    await save('a.csv', 'old')
    await using before = await openFile(folder, 'a.csv')
    await using draft = await createDraft(folder)
    await draft.write(Buffer.from('new '))
    expect(await readFile(join(folder.path, 'a.csv'), 'utf8')).toBe('old')
    await draft.write(Buffer.from('content'))
    await draft.publish('a.csv')
    expect(await readFile(join(folder.path, 'a.csv'), 'utf8')).toBe('new content')
    expect(await text(await contentOf(before))).toBe('old')
    await using after = await openFile(folder, 'a.csv')
    expect(after.tag).not.toBe(before.tag)
  })

  it('leaves nothing when it is given up', async () => {
    {
      await using draft = await createDraft(folder)
      await draft.write(Buffer.from('half'))
    }
    expect(await readdir(folder.path)).toEqual([])
  })

  it('replaces a link instead of following it', async () => {
    const outside = join(root, 'outside')
    await writeFile(outside, 'untouched')
    await symlink(outside, join(folder.path, 'a.csv'))
    await save('a.csv', 'mine')
    expect(await readFile(outside, 'utf8')).toBe('untouched')
    expect(await readFile(join(folder.path, 'a.csv'), 'utf8')).toBe('mine')
  })

  it('makes the folder that is missing', async () => {
    folder = { kind: 'export', path: join(folder.path, 'export') }
    await save('a.csv', '1')
    expect(await listFiles(folder)).toMatchObject([{ name: 'a.csv' }])
  })

  it('is cleared away when its process has gone, and only then', async () => {
    const gone = await promisify(execFile)(process.execPath, ['-p', 'process.pid'])
    await put(draftName(Number(gone.stdout)), 'dead')
    const elsewhere = `.draft-1-0123456789abcdef@elsewhere.part`
    await put(elsewhere, 'maybe alive')
    await using draft = await createDraft(folder)
    expect(await deleteStaleDrafts(folder)).toBe(1)
    const long = new Date(Date.now() - 2 * 24 * 3_600_000)
    await utimes(join(folder.path, elsewhere), long, long)
    expect(await deleteStaleDrafts(folder)).toBe(1)
    await draft.publish('a.csv')
    expect(await readdir(folder.path)).toEqual(['a.csv'])
  })
})

describe('an archive', () => {
  it('holds the files under their names, accents and all', async () => {
    await put('été 🚲.csv', 'x'.repeat(100_000))
    await put('b.csv.gz', 'gz')
    await put('empty.csv', '')
    const path = join(root, 'all.zip')
    await writeFile(path, await buffer(zipFiles(folder, ['été 🚲.csv', 'b.csv.gz', 'empty.csv'])))
    const script =
      'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[i.filename,i.file_size] for i in z.infolist()]))'
    const { stdout } = await promisify(execFile)('python3', ['-c', script, path])
    expect(JSON.parse(stdout)).toEqual([
      ['été 🚲.csv', 100_000],
      ['b.csv.gz', 2],
      ['empty.csv', 0],
    ])
  })

  it('fails when a file is missing, instead of leaving it out', async () => {
    await put('a.csv', '1')
    await expect(buffer(zipFiles(folder, ['a.csv', 'gone.csv']))).rejects.toMatchObject({
      code: 'unknown_file',
    })
  })

  it('closes its files when its reader leaves', async () => {
    await put('big.csv', 'x'.repeat(5_000_000))
    const before = await openFiles()
    const archive = zipFiles(folder, ['big.csv', 'big.csv'])
    archive.once('data', () => archive.destroy())
    await new Promise((resolve) => archive.once('close', resolve))
    await expect.poll(openFiles).toBeLessThanOrEqual(before)
  })
})
