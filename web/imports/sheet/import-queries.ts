import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../../client/index.ts'
import { ApiError } from '../../api/api-error.ts'
import { api, bodyOf } from '../../api/api.ts'
import type { ColumnChoice, Meaning } from './guess-columns.ts'
import type { SheetStart } from './read-sheet.ts'

export type Import = components['schemas']['ImportWithMessages']

interface ImportColumn {
  readonly column: string
  readonly field?: string
  readonly as?: Meaning
}

const PIECE_BYTES = 8 * 1024 * 1024
const POLL_MS = 1_000

const isOver = (status: Import['status']): boolean => status === 'done' || status === 'failed' || status === 'cancelled'

/** How far an import is; asks again until it ends. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: query => (query.state.data && isOver(query.state.data.status) ? false : POLL_MS),
  })

export interface SheetImport {
  readonly projectId: number
  readonly trackerId: number
  readonly fileName: string
  readonly sheet: SheetStart
  readonly choices: readonly ColumnChoice[]
  readonly source: string
  readonly unknownPeople: 'refuse' | 'none' | 'invite'
  readonly notify: boolean
  readonly isDryRun: boolean
}

/** Declares an import and sends the sheet; returns its number. */
export const beginImport = async (
  { projectId, trackerId, fileName, sheet, choices, ...given }: SheetImport,
  onSent: (share: number) => void,
): Promise<number> => {
  const columns = sheet.columns.flatMap((column, place): readonly ImportColumn[] => {
    const choice = choices[place] ?? ''
    if (choice === '') return []
    return choice.startsWith('field:')
      ? [{ column, field: choice.slice('field:'.length) }]
      : [{ column, as: choice as Meaning }]
  })
  const { id, upload_href } = await bodyOf(
    api.POST('/projects/{id}/imports', {
      params: { path: { id: projectId }, query: { dry_run: given.isDryRun } },
      body: {
        source: given.source,
        format: 'csv',
        tracker_id: trackerId,
        file_name: fileName,
        file_size: sheet.content.size,
        columns,
        unknown_people: given.unknownPeople,
        original_dates: choices.includes('submitted_on'),
        notify: given.notify,
      },
    }),
  )
  await send(sheet.content, upload_href ?? '', onSent)
  return id
}

const send = async (content: Blob, href: string, onSent: (share: number) => void): Promise<void> => {
  const { Upload } = await import('tus-js-client')
  await new Promise<void>((resolve, reject) => {
    new Upload(content, {
      uploadUrl: href,
      chunkSize: PIECE_BYTES,
      retryDelays: [1_000, 3_000, 10_000, 30_000],
      storeFingerprintForResuming: false,
      onProgress: sent => onSent(content.size === 0 ? 1 : sent / content.size),
      onSuccess: () => resolve(),
      onError: () => reject(new ApiError(0, [])),
    }).start()
  })
}

export const stopImport = (id: number) => bodyOf(api.DELETE('/imports/{id}', { params: { path: { id } } }))

export const undoImport = (id: number) => bodyOf(api.POST('/imports/{id}/undo', { params: { path: { id } } }))
