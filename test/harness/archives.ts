import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll } from 'vitest'
import { ZipFile } from 'yazl'

export type ArchiveFiles = Readonly<Record<string, string | Buffer>>

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** A folder that is removed when the file's tests are over; to be called inside a test. */
export const scratchFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'crocus-archive-'))
  folders.push(folder)
  return folder
}

/** A project archive as a folder of the test's own. */
export const archiveFolder = async (files: ArchiveFiles): Promise<string> => {
  const folder = await scratchFolder()
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  return folder
}

/** The same as a zip. */
export const archiveZip = async (files: ArchiveFiles): Promise<string> => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.isBuffer(content) ? content : Buffer.from(content), name)
  zip.end()
  const file = path.join(await scratchFolder(), 'archive.zip')
  await pipeline(zip.outputStream, createWriteStream(file))
  return file
}

export interface ArchiveUser {
  readonly id?: number
  readonly name: string
  readonly realName?: string
  readonly email?: string
  readonly ldapId?: string
}

export const usersXml = (...users: readonly ArchiveUser[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<users>${users
    .map(
      (user, index) =>
        `\n<user><id>${user.id ?? 500 + index}</id><username>${user.name}</username><realname>${user.realName ?? ''}</realname>` +
        `<email>${user.email ?? `${user.name}@example.org`}</email><ldapid>${user.ldapId ?? ''}</ldapid></user>`,
    )
    .join('')}</users>`

/** `project.xml` around what a test says of it. */
export const projectXml = (
  content = '',
  given: { readonly name?: string; readonly access?: string; readonly services?: string } = {},
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<project unix-name="${given.name ?? 'harbour'}" full-name="Harbour" description="Quays" access="${given.access ?? 'public'}">
<long-description/><services>${given.services ?? ''}</services>
${content}
</project>`

/** One tracker around what a test says of it: `<trackers><tracker id="T1">…`. */
export const trackerXml = (
  content: string,
  given: { readonly attributes?: string; readonly item?: string } = {},
): string =>
  `<tracker ${given.attributes ?? 'id="T1"'}><name>All ${given.item ?? 'boat'}s</name><item_name>${given.item ?? 'boat'}</item_name>` +
  `<description/><cannedResponses/>${content}</tracker>`
