import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { afterFile } from './after-file.ts'

export type ArchiveFiles = Readonly<Record<string, string | Buffer>>

/** A folder that is removed when the file's tests are over; to be called inside a test. */
export const scratchFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'crocus-archive-'))
  afterFile(() => rm(folder, { recursive: true, force: true }))
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

/** A whole project `quay` with one artifact that these files are attached to. */
export const archiveWithFiles = (contents: Readonly<Record<string, string>>): ArchiveFiles => {
  const names = Object.keys(contents)
  const references = names.map((_, index) => `<value ref="fileinfo_${index + 1}"/>`).join('')
  const attachments = names.map(
    (name, index) =>
      `<file id="fileinfo_${index + 1}"><filename>${name}</filename><path>data/${name}</path><filesize>1</filesize>` +
      `<filetype>text/plain</filetype><description/></file>`,
  )
  const tracker = trackerXml(
    `<formElements><formElement type="file" ID="F1" rank="1"><name>papers</name><label>Papers</label></formElement></formElements>
     <artifacts><artifact id="1"><changeset><submitted_by format="username">ann</submitted_by>
       <submitted_on format="ISO8601">2022-03-01T08:00:00Z</submitted_on><comments/>
       <field_change field_name="papers" type="file">${references}</field_change></changeset>${attachments.join('')}</artifact></artifacts>`,
  )
  return {
    'users.xml': usersXml({ name: 'ann' }),
    'project.xml': projectXml(`<trackers>${tracker}</trackers>`, {
      name: 'quay',
      services: '<service shortname="plugin_tracker" enabled="1"/>',
    }),
    ...Object.fromEntries(Object.entries(contents).map(([name, content]) => [`data/${name}`, content])),
  }
}
