import { describe, expect, it } from 'vitest'
import {
  aField,
  describeContext,
  importContext,
  parseContext,
  representContext,
  storedFile,
  xmlNode,
} from '../../../../test/harness/fields.ts'
import { NotFound } from '../../../platform/errors.ts'
import { describeFile, file } from './file.ts'

const field = aField('file')

describe('writing a file field (§3.8, files.md §3)', () => {
  it('keeps files of the artifact and attaches new ones, in one look-up', async () => {
    const context = parseContext({ current: [storedFile(5), storedFile(6)] })
    expect(await file.parse({ value: [31, '6', 30, 31] }, field, context)).toEqual({
      value: [storedFile(31), storedFile(6), storedFile(30)],
    })
    expect(context.questions).toEqual(['findAttachableFiles'])
  })

  it('makes no look-up without new files', async () => {
    const context = parseContext({ current: [storedFile(5)] })
    expect(await file.parse({ value: [5] }, field, context)).toEqual({ value: [storedFile(5)] })
    expect(context.questions).toEqual([])
  })

  it('answers 404 naming a file that cannot be attached', async () => {
    await expect(async () => file.parse({ value: [30, 40] }, field, parseContext())).rejects.toThrow(/\b40\b/)
    await expect(async () => file.parse({ value: [40] }, field, parseContext())).rejects.toBeInstanceOf(NotFound)
    await expect(async () => file.parse({ value: [-1] }, field, parseContext())).rejects.toBeInstanceOf(NotFound)
    await expect(async () => file.parse({ value: [2 ** 60] }, field, parseContext())).rejects.toBeInstanceOf(NotFound)
    await expect(async () => file.parse({ value: ['9'.repeat(40)] }, field, parseContext())).rejects.toBeInstanceOf(
      NotFound,
    )
  })

  it('ignores files of other fields of the artifact', async () => {
    expect(await file.parse({ value: [90, 30] }, field, parseContext())).toEqual({ value: [storedFile(30)] })
  })

  it('is untouched by an entry without value, emptied by [] and ""', async () => {
    const context = parseContext({ current: [storedFile(5)] })
    expect(await file.parse({ file_descriptions: [] }, field, context)).toEqual({ unchanged: true })
    expect(await file.parse({ value: null }, field, context)).toEqual({ unchanged: true })
    expect(await file.parse({ value: [] }, field, context)).toEqual({ value: [] })
    expect(await file.parse({ value: '' }, field, context)).toEqual({ value: [] })
  })

  it('changes with the set of files; emptying a field that never held one is no change', () => {
    expect(file.same([storedFile(1), storedFile(2)], [storedFile(2), storedFile(1)])).toBe(true)
    expect(file.same([storedFile(1)], [storedFile(2)])).toBe(false)
    expect(file.same(undefined, [])).toBe(true)
  })
})

describe('reading a file field (files.md §5)', () => {
  it('describes files with addresses, previews for images only', () => {
    expect(describeFile(storedFile(8, { name: "a b/ü'(1).png", type: 'image/png', description: 'Lens' }))).toEqual({
      id: 8,
      submitted_by: 102,
      description: 'Lens',
      name: "a b/ü'(1).png",
      size: 80,
      type: 'image/png',
      html_url: '/plugins/tracker/attachments/8-a%20b%2F%C3%BC%27%281%29.png',
      html_preview_url: '/plugins/tracker/attachments/preview/8-a%20b%2F%C3%BC%27%281%29.png',
      uri: 'artifact_files/8',
      sha256: null,
    })
    const preview = (given: Parameters<typeof storedFile>[1]) => describeFile(storedFile(8, given)).html_preview_url
    expect(preview({ type: 'image/svg+xml' })).toBeNull()
    expect(preview({ type: 'image/jpg', detectedType: 'image/jpeg' })).not.toBeNull()
    expect(preview({ type: 'image/png', detectedType: 'image/jpeg' })).toBeNull()
    expect(preview({ type: 'image/png', detectedType: null })).toBeNull()
    expect(describeFile(storedFile(8, { sha256: 'ab12' })).sha256).toBe('ab12')
    expect(describeFile(storedFile(8, { name: 'half \ud800' })).html_url).toContain('%EF%BF%BD')
  })

  it('has no entry before a value was stored, and an empty one afterwards', () => {
    expect(file.represent(undefined, field, representContext())).toBeNull()
    expect(file.represent([], field, representContext())).toEqual({ file_descriptions: [] })
  })

  it('is found by names and descriptions (trackers.md §4.2)', () => {
    expect(file.searchText([storedFile(1, { description: 'The lens' }), storedFile(2)], field)).toBe(
      'file-1.txt\nThe lens\nfile-2.txt',
    )
    expect(file.searchText([], field)).toBeUndefined()
  })

  it('shows the address for declaring files, and the maximum size (§1)', () => {
    expect(file.describe(field, describeContext()).extra).toEqual({
      file_creation_uri: 'tracker_fields/7/files',
      max_size_upload: 67_108_864,
    })
  })
})

describe('files in an archive (import.md §6.3)', () => {
  const change = (...refs: (string | undefined)[]) =>
    xmlNode(
      'field_change',
      { type: 'file' },
      refs.map(ref => xmlNode('value', ref === undefined ? {} : { ref })),
    )

  it('accumulate: files no longer listed stay', () => {
    const context = importContext({ current: [storedFile(1)] })
    expect(file.importValue?.(change('fileinfo_2', 'fileinfo_1'), field, context)).toEqual([
      storedFile(1),
      storedFile(2),
    ])
    expect(file.importValue?.(change(undefined), field, context)).toEqual([storedFile(1)])
  })

  it('omit files without content', () => {
    expect(file.importValue?.(change('fileinfo_99', 'fileinfo_2'), field, importContext())).toEqual([storedFile(2)])
    expect(file.importValue?.(change('fileinfo_99'), field, importContext())).toBeUndefined()
    expect(file.importValue?.(change(undefined), field, importContext())).toEqual([])
  })
})
