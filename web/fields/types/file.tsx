import { Bytes } from '../../design/format.tsx'
import { IconAttach, IconFile } from '../../design/page-icons.tsx'
import { defineFieldView, type ReadProps } from '../field-view.ts'
import { TextFilter } from '../filters/filters.tsx'
import { noText } from '../shared/no-text.ts'
import { Nothing } from '../shared/nothing.tsx'
import type { FileValue } from '../shared/values.ts'

const Read = ({ value }: ReadProps<FileValue>) => {
  const files = value?.file_descriptions ?? []
  if (files.length === 0) return <Nothing />
  const pictures = files.filter(({ html_preview_url }) => html_preview_url !== null)
  const others = files.filter(({ html_preview_url }) => html_preview_url === null)
  return (
    <>
      {pictures.length > 0 && (
        <ul className="picture-list">
          {pictures.map(file => (
            <li key={file.id}>
              <a href={file.html_url ?? undefined} title={file.description === '' ? file.name : file.description}>
                <img src={file.html_preview_url ?? undefined} alt="" loading="lazy" />
                <bdi className="cut">{file.name}</bdi>
              </a>
              <span className="meta">
                <Bytes value={file.size} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="file-list">
          {others.map(file => (
            <li key={file.id}>
              <IconFile />
              <a href={file.html_url ?? undefined} dir="auto" className="cut">
                {file.name}
              </a>
              <span className="meta">
                <Bytes value={file.size} />
              </span>
              {file.description !== '' && <bdi className="cut muted">{file.description}</bdi>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const Cell = ({ value }: ReadProps<FileValue>) => {
  const files = value?.file_descriptions ?? []
  return (
    <span className="cell-count" title={files.map(({ name }) => name).join(', ')}>
      <IconAttach /> {files.length}
    </span>
  )
}

/** The page of the artifact adds and removes files (`artifacts/attachments`): an upload takes longer than an edit. */
export const file = defineFieldView<FileValue>({
  type: 'file',
  isEditedByPage: true,
  Read,
  Cell,
  Filter: TextFilter,
  entryOf: ({ field_id, file_descriptions }) => ({ field_id, value: file_descriptions.map(({ id }) => id) }),
  isEmpty: value => (value?.file_descriptions ?? []).length === 0,
  toText: value => (value?.file_descriptions ?? []).map(({ name }) => name).join(', '),
  fromText: noText,
  same: (one, other) => idsOf(one) === idsOf(other),
})

const idsOf = (value: FileValue | undefined): string =>
  (value?.file_descriptions ?? [])
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join(',')
