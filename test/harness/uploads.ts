// Files as clients send them: declared, then their bytes by TUS.
import { expect } from 'vitest'
import type { TestApp, TestRequest, TestResponse } from './app.ts'
import {
  givenAccount,
  givenProject,
  type Account,
  type Credentials,
  type FixtureProject,
  type FixtureTracker,
} from './fixture.ts'

export interface GivenFile {
  readonly as: Credentials
  readonly fieldId: number
  readonly name?: string
  readonly type?: string
  readonly description?: string
  readonly content?: string | Uint8Array
}

export interface DeclaredUpload {
  readonly id: number
  readonly download_href: string
  readonly upload_href: string | null
}

export const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content

export const declare = (
  crocus: TestApp,
  { as, fieldId, name = 'lens.txt', type = 'text/plain', description, content = 'glass' }: GivenFile,
): Promise<TestResponse> =>
  crocus.request('POST', `/api/tracker_fields/${fieldId}/files`, {
    as,
    json: {
      name,
      file_size: bytesOf(content).length,
      file_type: type,
      ...(description !== undefined && { description }),
    },
  })

export const givenDeclaration = async (crocus: TestApp, file: GivenFile): Promise<DeclaredUpload> => {
  const response = await declare(crocus, file)
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.json<DeclaredUpload>()
}

export const tus = (
  crocus: TestApp,
  method: string,
  upload: Pick<DeclaredUpload, 'id'>,
  { headers, ...request }: TestRequest = {},
): Promise<TestResponse> =>
  crocus.request(method, `/uploads/tracker/file/${upload.id}`, {
    ...request,
    headers: { 'tus-resumable': '1.0.0', ...headers },
  })

/** PATCH of bytes from an offset. */
export const send = (
  crocus: TestApp,
  upload: Pick<DeclaredUpload, 'id'>,
  content: string | Uint8Array,
  { offset = 0, headers, ...request }: TestRequest & { readonly offset?: number },
): Promise<TestResponse> =>
  tus(crocus, 'PATCH', upload, {
    ...request,
    bytes: bytesOf(content),
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
  })

/** A file whose bytes are all there, ready to be attached. */
export const givenUpload = async (crocus: TestApp, file: GivenFile): Promise<DeclaredUpload> => {
  const upload = await givenDeclaration(crocus, file)
  if (upload.upload_href !== null) {
    const content = bytesOf(file.content ?? 'glass')
    const sent = await send(crocus, upload, content, { as: file.as })
    expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(content.length)])
  }
  return upload
}

/** Two members of a project, and the field of its bugs that takes files. */
export const givenOptics = async (
  crocus: TestApp,
): Promise<{
  readonly ann: Account
  readonly bob: Account
  readonly project: FixtureProject
  readonly bug: FixtureTracker
  readonly fieldId: number
}> => {
  const ann = await givenAccount(crocus, 'ann')
  const bob = await givenAccount(crocus, 'bob')
  const project = await givenProject(crocus, 'optics', { members: ['ann', 'bob'] })
  const bug = project.tracker('bug')
  return { ann, bob, project, bug, fieldId: bug.field('attachments') }
}
