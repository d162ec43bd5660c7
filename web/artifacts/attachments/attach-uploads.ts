import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../session/account.ts'
import type { FieldValue } from '../../fields/field-view.ts'
import { createUploads } from '../../uploads/upload-services.ts'
import type { UploadQueue } from '../../uploads/upload-queue.ts'
import type { UploadTarget } from '../../uploads/upload.ts'
import { uploadsOf } from '../../uploads/use-uploads.ts'
import { artifactQuery } from '../artifact-queries.ts'
import { trackerOf, valueOf } from '../writing/artifact-values.ts'
import { artifactWriter } from '../writing/artifact-writers.ts'

type Files = FieldValue & { readonly file_descriptions: readonly { readonly id: number }[] }

/** Adds files to the files of the artifact, with one write of its queue. */
const attachTo =
  (queries: QueryClient) =>
  async ({ artifactId, fieldId }: UploadTarget, fileIds: readonly number[]): Promise<void> => {
    if (artifactId === undefined) return
    const loaded = await queries.fetchQuery({ ...artifactQuery(artifactId), staleTime: 0 })
    const field = trackerOf(loaded.artifact)?.fields.find(each => each.field_id === fieldId)
    const before = valueOf(loaded.artifact, fieldId) as Files | undefined
    const added = fileIds.map(id => ({
      id,
      name: '',
      size: 0,
      type: '',
      description: '',
      html_url: null,
      html_preview_url: null,
    }))
    const value = {
      field_id: fieldId,
      label: field?.label ?? '',
      type: 'file',
      file_descriptions: [...(before?.file_descriptions ?? []), ...added],
    } as unknown as FieldValue
    const result = await artifactWriter(artifactId, queries).change([value], { seen: loaded, isForm: true })
    if (result.kind === 'refused') throw result.error
    await queries.invalidateQueries({ queryKey: artifactQuery(artifactId).queryKey, exact: true })
  }

/** The uploads of an account. */
export const uploadQueueOf = (queries: QueryClient, accountId: number | undefined): UploadQueue =>
  uploadsOf(accountId, () => createUploads(accountId, attachTo(queries)))

/** The uploads of the signed-in account. */
export const useUploadQueue = (): UploadQueue => uploadQueueOf(useQueryClient(), useAccount()?.user.id)
